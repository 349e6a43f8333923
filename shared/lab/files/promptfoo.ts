/**
 * Configurations of promptfoo as experiments: prompts × providers are the variants, tests the cases.
 * https://www.promptfoo.dev/docs/configuration/reference/
 */
import { isJudged } from '../../assertions/types';
import type { CaseAssertion, CasePlan, ExperimentPlan } from '../experiment';
import { modelOfProvider, readAssertions } from './assertions';
import { withFiles, withReferences } from './promptfoo-references';
import { testsIn } from './promptfoo-tests';
import { variantsOf } from './promptfoo-variants';
import {
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
  plainCase,
  type ReadPlan,
  textOfValue,
} from './reading';

const topFields = [
  ...['$schema', 'description', 'tags', 'prompts', 'providers', 'targets', 'tests', 'scenarios'],
  ...['defaultTest', 'evaluateOptions', 'outputPath', 'sharing', 'env', 'metadata', 'assertionTemplates'],
];

/** @throws ExperimentFileError where nothing of it can be run */
export function readPromptfoo(written: Fields, name: string, reading: FileReading): ReadPlan {
  const notes = new Set<string>();
  const note: Note = (sentence) => void notes.add(sentence);
  noteUnread(written, topFields, 'The file', note);
  const config = withReferences(written, note);
  const defaults = isFields(config.defaultTest) ? config.defaultTest : {};
  noteUnread(defaults, ['vars', 'assert', 'threshold', 'description', 'options'], '“defaultTest”', note);
  const source = { reading, note };
  const readTest = (raw: Fields, where: string) => casesOfTest(raw, {}, where, source);
  const judge = judgeIn(defaults.options, '“defaultTest”', note);
  const tests = [
    ...testsIn(config.tests, { reading, note, readTest }),
    ...scenariosIn(config.scenarios, note),
  ];
  const cases = tests.flatMap((test, at) => casesOfTest(test, defaults, `Test ${at + 1}`, source));
  const variants = variantsOf(config, reading, note);
  const plan: ExperimentPlan = {
    title: textOfValue(config.description).trim().slice(0, 200) || name,
    variants,
    // Without tests promptfoo asks each prompt once.
    cases: cases.length === 0 ? casesOfTest({}, defaults, 'The file', source) : cases,
    repeats: repeatsIn(config.evaluateOptions, note),
    assertions: readAssertions(defaults.assert, '“defaultTest”', note),
    threshold: typeof defaults.threshold === 'number' ? defaults.threshold : null,
    budget: null,
    judge: judge === null ? null : { profileId: reading.profileId, model: judge },
  };
  return { plan, notes: [...notes] };
}

/** The model that judges, which `options` may name. */
function judgeIn(options: unknown, where: string, note: Note): string | null {
  if (!isFields(options)) return null;
  noteUnread(options, ['provider'], `${where}: “options”`, note);
  const { provider } = options;
  const id = isFields(provider) ? provider.id : provider;
  return typeof id === 'string' ? modelOfProvider(id).model : null;
}

function repeatsIn(options: unknown, note: Note): number {
  if (!isFields(options)) return 1;
  noteUnread(options, ['repeat', 'cache', 'showProgressBar', 'maxConcurrency'], '“evaluateOptions”', note);
  return typeof options.repeat === 'number' ? Math.min(50, Math.max(1, Math.floor(options.repeat))) : 1;
}

/** Each data set of a scenario with each of its tests. */
function scenariosIn(raw: unknown, note: Note): readonly Fields[] {
  if (!Array.isArray(raw)) return [];
  return raw.filter(isFields).flatMap((scenario) => {
    noteUnread(scenario, ['config', 'tests', 'description'], 'A scenario', note);
    const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
    return list(scenario.config).flatMap((data) =>
      list(scenario.tests).map((test) => ({ ...data, ...test, vars: { ...varsIn(data), ...varsIn(test) } })),
    );
  });
}

const varsIn = ({ vars }: Fields): Fields => (isFields(vars) ? vars : {});

const testFields = ['vars', 'assert', 'threshold', 'description', 'metadata', 'options'];

interface Source {
  readonly reading: FileReading;
  readonly note: Note;
}

function casesOfTest(
  test: Fields,
  defaults: Fields,
  where: string,
  { reading, note }: Source,
): readonly CasePlan[] {
  noteUnread(test, testFields, where, note);
  if (typeof test.vars === 'string') note(`${where}: variables of another file are not read.`);
  const vars = withFiles({ ...varsIn(defaults), ...varsIn(test) }, reading, note);
  const judge = judgeIn(test.options, where, note);
  const plan: CasePlan = {
    ...plainCase,
    assertions: readAssertions(test.assert, where, note).map((one) => judgedBy(judge, one)),
    threshold: typeof test.threshold === 'number' ? test.threshold : null,
    note: textOfValue(test.description),
    tags: tagsIn(test.metadata),
  };
  return combinations(vars).map((variables) => ({ ...plan, variables }));
}

/** An assertion that names a model keeps it. */
const judgedBy = (model: string | null, assertion: CaseAssertion): CaseAssertion =>
  model === null || assertion.model !== undefined || !isJudged(assertion.type.replace(/^not-/, ''))
    ? assertion
    : { ...assertion, model };

const tagsIn = (metadata: unknown): readonly string[] =>
  isFields(metadata)
    ? Object.entries(metadata).flatMap(([name, value]) => {
        const isList = name === 'tags' && Array.isArray(value);
        const all: readonly unknown[] = isList ? value : [`${name}: ${textOfValue(value)}`];
        return all.map((tag) => textOfValue(tag).slice(0, 40));
      })
    : [];

/** A variable with a list of values makes a case of each. */
function combinations(vars: Fields): readonly Readonly<Record<string, string>>[] {
  let all: readonly Readonly<Record<string, string>>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) ? value : [value];
    all = all.flatMap((one) => values.map((each: unknown) => ({ ...one, [name]: textOfValue(each) })));
  }
  return all;
}
