/** Whether a reply is what is expected of it, and why not. */
import {
  type Assertion,
  type AssertionSet,
  type AssertionValue,
  type Expectation,
  type Expected,
  type NotJudged,
  nameOf,
} from './assertion';
import { callTypes } from './call-types';
import { figureTypes } from './figure-types';
import { fillValue, type Vars } from './fill-value';
import type { Found, JudgedReply, JudgeTools, JudgeType } from './found';
import { jsonTypes } from './json-types';
import { markupTypes } from './markup-types';
import { mediaTypes } from './media-types';
import { textTypes } from './text-types';
import { type AssertionType, insteadOf, isJudged, type PlainType } from './types';

/**
 * - `failed`: at least one assertion does not hold, or the score is below the threshold of the row.
 * - `unclear`: it could be either; `why` says what is not known.
 */
export interface Verdict {
  readonly state: 'passed' | 'failed' | 'unclear';
  /** The weighed mean of the scores of all assertions that were judged, 0 to 1; `null` where none was. */
  readonly score: number | null;
  /** A sentence for each assertion that does not hold or was not judged. */
  readonly why: readonly string[];
  /** The weighed means of the scores that have a name; absent where none has. */
  readonly metrics?: Readonly<Record<string, number>>;
}

/** What was found of assertions that the reply alone can't answer: by their code or by a model. */
export type Answers = ReadonlyMap<Assertion, Found | string>;

/** One assertion, or several as one. A score that is not known may be anything between `least` and `most`. */
interface Judged {
  readonly state: Verdict['state'];
  readonly least: number;
  readonly most: number;
  readonly weight: number;
  readonly why: readonly string[];
  /** What a judge said, also where it holds. */
  readonly says?: string | undefined;
  /** With its variables filled. */
  readonly metric: string | null;
  readonly inside: readonly Judged[];
  /** Further scores that its code named. */
  readonly named?: Found['named'];
}

const plain: Readonly<Record<PlainType, JudgeType>> = {
  ...textTypes,
  ...jsonTypes,
  ...markupTypes,
  ...figureTypes,
  ...callTypes,
  ...mediaTypes,
};

const isPlain = (type: AssertionType): type is PlainType => Object.hasOwn(plain, type);

/** @param vars what the variables of its assertions stand for */
export const judge = (
  expected: Expected,
  reply: JudgedReply,
  vars: Vars,
  tools: JudgeTools,
  answers: Answers = new Map(),
): Verdict => judgeEach(expected, reply, vars, tools, answers).verdict;

/** What one assertion makes of a reply. */
export interface Checked {
  readonly assertion: Assertion | NotJudged;
  /** The name of its score, with its variables filled; absent where it has none. */
  readonly metric?: string;
  readonly state: Verdict['state'];
  /** `null` where it was not judged. */
  readonly score: number | null;
  /** Why it does not hold, or was not judged; where it holds, what a judge said of it. */
  readonly why: string;
}

/** The verdict, and what each assertion makes of the reply, in their order; those of a set one after the other. */
export function judgeEach(
  expected: Expected,
  reply: JudgedReply,
  vars: Vars,
  tools: JudgeTools,
  answers: Answers,
): { readonly verdict: Verdict; readonly checks: readonly Checked[] } {
  const checks: Checked[] = [];
  const judgeOf = (one: Expectation): Judged => {
    if ('set' in one) return together(one, one.set.map(judgeOf), vars);
    const judged = judgeOne(one, reply, vars, tools, answers);
    const { state, least, most, why, metric, says = '' } = judged;
    const score = least === most ? least : null;
    const said = why.join(' ') || says;
    checks.push({ assertion: one, state, score, why: said, ...(metric !== null && { metric }) });
    return judged;
  };
  const all = together(expected, expected.assertions.map(judgeOf), vars);
  const known = all.inside.filter(({ least, most }) => least === most);
  const metrics = metricsOf(all);
  const verdict = {
    state: all.state,
    score: known.length === 0 ? null : clamped(mean(known, 'least')),
    why: all.inside.flatMap(({ why }) => why),
    ...(metrics !== null && { metrics }),
  };
  return { verdict, checks };
}

const clamped = (score: number): number => Math.min(1, Math.max(0, score));

function mean(judged: readonly Judged[], end: 'least' | 'most'): number {
  const weight = judged.reduce((sum, one) => sum + one.weight, 0);
  return weight === 0 ? 0 : judged.reduce((sum, one) => sum + one[end] * one.weight, 0) / weight;
}

type Weighed = Pick<AssertionSet, 'threshold' | 'weight' | 'metric'>;

function together({ threshold, weight = 1, metric }: Weighed, inside: readonly Judged[], vars: Vars): Judged {
  const [least, most] = [mean(inside, 'least'), mean(inside, 'most')];
  const state = threshold === null ? stateOf(inside) : stateOfScore(least, most, threshold);
  const why = state === 'passed' ? [] : inside.flatMap((one) => one.why);
  return { state, least, most, weight, why, metric: metricName(metric, vars), inside };
}

function stateOf(judged: readonly Judged[]): Verdict['state'] {
  if (judged.some(({ state }) => state === 'failed')) return 'failed';
  return judged.every(({ state }) => state === 'passed') ? 'passed' : 'unclear';
}

/** A threshold decides alone, whichever assertion does not hold. */
function stateOfScore(least: number, most: number, threshold: number): Verdict['state'] {
  if (least >= threshold) return 'passed';
  return most < threshold ? 'failed' : 'unclear';
}

function metricName(metric: string | undefined, vars: Vars): string | null {
  if (metric === undefined) return null;
  try {
    return fillValue(metric, vars);
  } catch {
    return metric;
  }
}

interface Named {
  readonly score: number;
  readonly weight: number;
}

/** Scores by their names, as promptfoo has them: those inside a set count by its weight too, but for one of its own name. */
function namedIn({ inside, named }: Judged): ReadonlyMap<string, Named> {
  const parts = inside.flatMap((one): readonly (readonly [string, Named])[] => {
    const { metric, weight, least, most } = one;
    const own = metric && least === most ? [[metric, { score: least, weight }] as const] : [];
    const further = [...namedIn(one)].filter(([name]) => name !== metric);
    return [...own, ...further.map(([name, of]) => [name, { ...of, weight: of.weight * weight }] as const)];
  });
  const names = new Set(parts.map(([name]) => name));
  const means = [...names].map(
    (name) => [name, meanOf(parts.flatMap(([of, one]) => (of === name ? [one] : [])))] as const,
  );
  return new Map([
    ...Object.entries(named ?? {}).map(([name, score]) => [name, { score, weight: 1 }] as const),
    ...means,
  ]);
}

/** Where no weight of a name counts, each counts alike: a score that decides nothing is still a score. */
function meanOf(all: readonly Named[]): Named {
  const weight = all.reduce((sum, one) => sum + one.weight, 0);
  const of = (one: Named) => (weight === 0 ? 1 / all.length : one.weight / weight);
  return { weight, score: all.reduce((sum, one) => sum + one.score * of(one), 0) };
}

function metricsOf(judged: Judged): Verdict['metrics'] | null {
  const named = namedIn(judged);
  return named.size === 0 ? null : Object.fromEntries([...named].map(([name, { score }]) => [name, score]));
}

function judgeOne(
  assertion: Assertion | NotJudged,
  reply: JudgedReply,
  vars: Vars,
  tools: JudgeTools,
  answers: Answers,
): Judged {
  const { weight = 1, metric } = assertion;
  const found = foundOf(assertion, reply, vars, tools, answers);
  const result = scored(found, 'isNot' in assertion && assertion.isNot);
  const state = weight === 0 ? 'passed' : result.state;
  return { ...result, state, weight, metric: metricName(metric, vars), inside: [] };
}

type Scored = Pick<Judged, 'state' | 'least' | 'most' | 'why' | 'says' | 'named'>;

function scored(found: Found | string, isNot: boolean): Scored {
  if (typeof found === 'string') return { state: 'unclear', least: 0, most: 1, why: [found] };
  const { holds, failsAnyway = false, keepsScore = false, score = Number(holds), named } = found;
  const why = isNot ? found.whyNot : found.why;
  if (failsAnyway) return { state: 'failed', least: 0, most: 0, why: [why] };
  const likeness = isNot && !keepsScore ? 1 - score : score;
  if (holds !== isNot)
    return { state: 'passed', least: likeness, most: likeness, why: [], says: found.says, named };
  return { state: 'failed', least: likeness, most: likeness, why: [why], named };
}

function foundOf(
  assertion: Assertion | NotJudged,
  reply: JudgedReply,
  vars: Vars,
  tools: JudgeTools,
  answers: Answers,
): Found | string {
  if ('name' in assertion) return notKnown(assertion.name);
  const answer = answers.get(assertion);
  if (answer !== undefined) return answer;
  if (assertion.transforms === undefined) return findPlain(assertion, reply, vars, tools);
  return `“${nameOf(assertion)}” was not judged: code that changes answers runs for experiments of the lab alone.`;
}

/** What an assertion finds in a reply alone; a text where that takes code or a model. */
export function findPlain(
  assertion: Assertion,
  reply: JudgedReply,
  vars: Vars,
  tools: JudgeTools,
): Found | string {
  const { type, isNot, threshold } = assertion;
  if (!isPlain(type)) return notJudged(type);
  const value = filledOf(assertion, vars);
  if (value instanceof Error) return value.message;
  return plain[type]({ value, isNot, threshold, reply, tools });
}

/** The value with its variables filled, as promptfoo does: in a text, and in the texts of a list. */
export function filledOf({ value }: Assertion, vars: Vars): AssertionValue | undefined | Error {
  try {
    if (typeof value === 'string') return fillValue(value, vars);
    if (!Array.isArray(value)) return value;
    return value.map((one: AssertionValue) => (typeof one === 'string' ? fillValue(one, vars) : one));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Where nothing answered what an assertion asks of code or of a model. */
function notJudged(type: AssertionType): string {
  if (type === 'javascript')
    return '“javascript” was not judged: code runs for experiments of the lab alone.';
  if (type === 'max-score')
    return '“max-score” was not judged: answers are compared in experiments of the lab alone.';
  return isJudged(type)
    ? `“${type}” was not judged: models judge for experiments of the lab alone.`
    : notKnown(type);
}

function notKnown(name: string): string {
  const [plainName = ''] = name.replace(/^not-/, '').split(':');
  return `“${name}” is not judged in Gatehouse. ${insteadOf[plainName] ?? ''}`.trim();
}
