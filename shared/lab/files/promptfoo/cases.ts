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
import { changedVars, valueOfCode } from './changed-vars';
import { choosing } from './choosing';
import { filledAssertions } from './filled-assertions';
import { type Around, asJudged, type Judging, judgingOf } from './judging';
import { type CaseValues, type Expressions, withExpressions } from './templates';
import { type TemplateWorld, textsOf, valuesOf, withNested } from './values';
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
  /** Prompts have a place for what tests write around them. */
  readonly hasAround: boolean;
  /** The numbers of the variants that a test is asked with; `null` for all. */
  readonly variantsOf: (test: Fields, where: string) => readonly number[] | null;
  /** What templates are filled with beside the variables. */
  readonly templates: TemplateWorld;
}

/** Of what tests write around prompts; no name of a file has a space. */
export const aroundNames = { prefix: 'prompt prefix', suffix: 'prompt suffix' } as const;

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

export function casesOfTest(
  test: Fields,
  defaults: Defaults,
  where: string,
  source: CaseSource,
): readonly CasePlan[] {
  const { reading, note } = source;
  noteUnread(test, [...testFields, ...choosing], where, note);
  const variants = defaults.variantsOf(test, where);
  if (variants?.length === 0) {
    note(`${where} is not asked: no variant has what its “providers” and “prompts” name.`);
    return [];
  }
  const vars = withFiles({ ...defaults.vars, ...varsIn(test, reading) }, reading, note);
  const judging = judgingOf(test, where, note, defaults.judging);
  const own = readAssertions(test.assert, where, source);
  const assertions = asJudged([...defaultsFor(judging, defaults), ...own], judging);
  const plan: CasePlan = {
    ...plainCase,
    threshold: thresholdIn(test, where),
    note: textOfValue(test.description),
    tags: [...defaults.tags, ...tagsIn(test.metadata)],
    ...(variants !== null && { variants }),
  };
  return combinations(vars, judging.keepsLists).map((one) => {
    const changed = withCodeValues(changedVars(one, judging.changesVars, reading, where), reading);
    const values = valuesOf(withNested(changed, defaults.templates, where, note), defaults.templates);
    const texts = textsOf(values.data);
    const around = defaults.hasAround ? aroundOf(judging.around, values, where) : {};
    return {
      ...plan,
      assertions: filledAssertions(assertions, values, texts, { hasRuns: reading.runs !== undefined }),
      variables: { ...withExpressions(texts, defaults.expressions, values), ...around },
    };
  });
}

const withCodeValues = (vars: Fields, reading: FileReading): Fields =>
  Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [
      name,
      (typeof value === 'string' && valueOfCode(name, value, vars, reading)) || value,
    ]),
  );

const aroundOf = ({ prefix, suffix }: Around, { fill }: CaseValues, where: string) => ({
  [aroundNames.prefix]: fill(prefix, `${where}: “prefix”`),
  [aroundNames.suffix]: fill(suffix, `${where}: “suffix”`),
});

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

/** A variable with a list of texts makes a case of each, unless lists are kept; a list that begins otherwise is one value. */
function combinations(vars: Fields, keepsLists: boolean): readonly Fields[] {
  let all: readonly Fields[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = Array.isArray(value) && typeof value[0] === 'string' && !keepsLists ? value : [value];
    all = allOf(all, 'cases', experimentLimits.cases, (one) =>
      values.map((each: unknown) => ({ ...one, [name]: withoutLastBreak(each) })),
    );
  }
  return all;
}

/** A block of text in YAML ends with a line break that nobody means. */
const withoutLastBreak = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\n$/, '') : value;
