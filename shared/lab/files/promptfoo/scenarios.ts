/** Scenarios of promptfoo: each data set of one with each of its tests. https://www.promptfoo.dev/docs/configuration/scenarios/ */

import { ExperimentFileError, type Fields, isFields, noteUnread } from '../reading';
import { partsIn } from './parts';
import { type TestSource, testsIn } from './tests';
import { varsIn } from './vars';

export function scenariosIn(raw: unknown, source: TestSource): readonly Fields[] {
  return partsIn(raw, 'scenarios', source.reading).flatMap((scenario, at) => {
    if (!isFields(scenario)) throw new ExperimentFileError(`Scenario ${at + 1} can’t be read.`);
    noteUnread(scenario, ['config', 'tests', 'description'], `Scenario ${at + 1}`, source.note);
    const tests = scenario.tests === undefined ? [{}] : testsIn(scenario.tests, source);
    return testsIn(scenario.config, source).flatMap((data) =>
      tests.map((test) => ({
        ...data,
        ...test,
        vars: { ...varsIn(data, source.reading), ...varsIn(test, source.reading) },
      })),
    );
  });
}
