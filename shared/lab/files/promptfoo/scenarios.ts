/** Scenarios of promptfoo: each data set of one with each of its tests. https://www.promptfoo.dev/docs/configuration/scenarios/ */

import { experimentLimits } from '../../experiment';
import { allOf, ExperimentFileError, type Fields, isFields, noteUnread } from '../reading';
import { partsIn } from './parts';
import { type TestSource, testsIn } from './tests';
import { varsIn } from './vars';

export function scenariosIn(raw: unknown, source: TestSource): readonly Fields[] {
  const scenarios = partsIn(raw, 'scenarios', source.reading);
  return allOf(scenarios, 'tests', experimentLimits.cases, (scenario, at) => {
    if (!isFields(scenario)) throw new ExperimentFileError(`Scenario ${at + 1} can’t be read.`);
    noteUnread(scenario, ['config', 'tests', 'description'], `Scenario ${at + 1}`, source.note);
    const tests = scenario.tests === undefined ? [{}] : testsIn(scenario.tests, source);
    return allOf(testsIn(scenario.config, source), 'tests', experimentLimits.cases, (data) =>
      tests.map((test) => ({
        ...data,
        ...test,
        vars: { ...varsIn(data, source.reading), ...varsIn(test, source.reading) },
      })),
    );
  });
}
