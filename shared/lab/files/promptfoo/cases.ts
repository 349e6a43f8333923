/** Tests of promptfoo as cases: each value of a list is one. https://www.promptfoo.dev/docs/configuration/test-cases/ */
import { type CaseAssertion, type CasePlan, experimentLimits } from '../../experiment';
import { readAssertions } from '../assertions';
import {
  allOf,
  ExperimentFileError,
  type Fields,
  type FileReading,
  isFields,
  type Note,
  noteUnread,
  numberIn,
  plainCase,
  textOfValue,
} from '../reading';
import { asJudged, type Judging, judgingOf } from './judging';
import { type Expressions, withExpressions, withNested } from './templates';
import { varsIn, withFiles } from './vars';

/** What counts for all tests. */
export interface Defaults {
  readonly vars: Fields;
  readonly judging: Judging;
  /** Of the file; empty where each case has them, since they are not judged alike for all. */
  readonly assertions: readonly CaseAssertion[];
  readonly tags: readonly string[];
  /** What prompts make of variables. */
  readonly expressions: Expressions;
}

export interface CaseSource {
  readonly reading: FileReading;
  readonly note: Note;
}

const testFields = [
  'vars',
  'assert',
  'threshold',
  'description',
  'metadata',
  'options',
  'assertScoringFunction',
];
/** Fields that choose who is asked: here each case is asked with each variant. */
const choosing = ['provider', 'providers', 'prompts'];

export function casesOfTest(
  test: Fields,
  defaults: Defaults,
  where: string,
  source: CaseSource,
): readonly CasePlan[] {
  const { reading, note } = source;
  noteUnread(test, [...testFields, ...choosing], where, note);
  const chosen = choosing.filter((name) => test[name] !== undefined).map((name) => `“${name}”`);
  if (chosen.length > 0)
    note(`${where}: ${chosen.join(', ')} is not read: it is asked with each prompt and each model.`);
  const vars = withFiles({ ...defaults.vars, ...varsIn(test, reading) }, reading, note);
  const judging = judgingOf(test, where, note, defaults.judging);
  const own = readAssertions(test.assert, where, source);
  const plan: CasePlan = {
    ...plainCase,
    assertions: asJudged([...defaultsFor(judging, defaults), ...own], judging),
    threshold: thresholdIn(test, where),
    note: textOfValue(test.description),
    tags: [...defaults.tags, ...tagsIn(test.metadata)],
  };
  return combinations(vars, judging.keepsLists).map((one) => {
    const variables = withExpressions(withNested(one, where, note), defaults.expressions);
    return { ...plan, variables };
  });
}

const defaultsFor = ({ leavesOutDefaults }: Judging, { assertions }: Defaults): readonly CaseAssertion[] =>
  leavesOutDefaults ? [] : assertions;

export function thresholdIn({ threshold }: Fields, where: string): number | null {
  const number = numberIn(threshold);
  if (number !== undefined) return number;
  throw new ExperimentFileError(`${where}: “threshold” is not a number.`);
}

export const tagsIn = (metadata: unknown): readonly string[] =>
  isFields(metadata)
    ? Object.entries(metadata).flatMap(([name, value]) => {
        const isList = name === 'tags' && Array.isArray(value);
        const all: readonly unknown[] = isList ? value : [`${name}: ${textOfValue(value)}`];
        return all.map((tag) => textOfValue(tag).trim().slice(0, 40)).filter((tag) => tag !== '');
      })
    : [];

/** A variable with a list of values makes a case of each, unless lists are kept. */
function combinations(vars: Fields, keepsLists: boolean): readonly Readonly<Record<string, string>>[] {
  let all: readonly Readonly<Record<string, string>>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) && !keepsLists ? value : [value];
    all = allOf(all, 'cases', experimentLimits.cases, (one) =>
      values.map((each: unknown) => ({ ...one, [name]: textOfValue(each) })),
    );
  }
  return all;
}
