/**
 * `max-score`: the answer with the highest score among all answers to a case. Its score is that of its other assertions
 * together; equal ones go to the first. As promptfoo has it:
 * https://www.promptfoo.dev/docs/configuration/expected-outputs/model-graded/max-score
 */

import { wordOf } from '../text/word-of';
import { type Assertion, type Expected, eachOf, type NotJudged, nameOf } from './assertion';
import { type Found, said } from './found';
import type { Checked } from './judge';
import { comparingTypes } from './types';

interface Options {
  readonly isSum: boolean;
  /** By the name of the assertion; 1 where a name is missing. */
  readonly weights: Readonly<Record<string, unknown>>;
  /** Below it nothing is the best. */
  readonly least: number;
}

/** The assertions that the scores of all answers decide. */
export const maxScores = (expected: Expected): readonly Assertion[] =>
  eachOf(expected).flatMap((one) => ('type' in one && one.type === 'max-score' ? [one] : []));

/**
 * @param own the place of the answer that is judged
 * @param all what the assertions make of each answer to the case, in the order of the answers
 */
export function maxScore(
  assertion: Assertion,
  own: number,
  all: readonly (readonly Checked[])[],
): Found | string {
  const options = optionsOf(assertion);
  if (typeof options === 'string') return options;
  const totals = all.map((checks) => total(checks, options));
  if (totals.some((one) => one === 'none'))
    return '“max-score” compares the scores of other assertions: add one.';
  const known = totals.filter((one) => typeof one === 'number');
  if (known.length < totals.length) return 'Not every score of all answers to this case is known.';
  const best = Math.max(...known);
  const mine = known[own] ?? 0;
  const holds = known.indexOf(best) === own && best >= options.least;
  const lacks =
    best < options.least ? `No answer reaches ${options.least}` : 'Another answer has a higher score';
  const isEqual = mine === best && best >= options.least;
  const why = isEqual
    ? `An earlier answer has the same score, ${written(mine)}.`
    : `${lacks}: ${written(best)}, and this one ${written(mine)}.`;
  return said(holds, why, `This answer has the highest score, ${written(mine)}.`);
}

function optionsOf({ value }: Assertion): Options | string {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  const { method = 'average', weights = {}, threshold = null } = given as Record<string, unknown>;
  if (method !== 'average' && method !== 'sum')
    return `“max-score” knows the methods “average” and “sum”, and not “${wordOf(method).slice(0, 40)}”.`;
  if (typeof weights !== 'object' || weights === null)
    return 'The weights of “max-score” have to be an object with a number for each type.';
  const least = threshold === null ? Number.NEGATIVE_INFINITY : Number(wordOf(threshold));
  return Number.isNaN(least)
    ? 'The threshold of “max-score” has to be a number.'
    : { isSum: method === 'sum', weights: { ...weights }, least };
}

/** `null` where a score is not known. */
function total(checks: readonly Checked[], { isSum, weights }: Options): number | null | 'none' {
  const counted = checks.filter(({ assertion }) => !isCompared(assertion));
  if (counted.length === 0) return 'none';
  const weighed = counted.map(({ assertion, score }) => ({
    score,
    weight: Number(weights[nameOf(assertion)] ?? 1),
  }));
  if (weighed.some(({ score }) => score === null)) return null;
  const sum = weighed.reduce((all, { score, weight }) => all + (score ?? 0) * weight, 0);
  const weight = weighed.reduce((all, one) => all + one.weight, 0);
  return isSum ? sum : weight === 0 ? 0 : sum / weight;
}

/** What all answers decide together says nothing of one alone. */
const isCompared = (assertion: Assertion | NotJudged): boolean =>
  'type' in assertion && ['max-score', ...comparingTypes].includes(assertion.type);

const written = (score: number): string => String(Number(score.toFixed(3)));
