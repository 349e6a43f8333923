/** A figure with the interval that holds it in 95 of 100 samples, and of how many it was made. */
import { normal95, studentQuantile } from './distributions';

export interface Estimate {
  readonly value: number;
  /** `null` where nothing is known of how much it varies: of one figure alone, and of some that are all the same. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly n: number;
  /** Of how many cases the answers are, where a case was asked several times. */
  readonly cases?: number;
}

/** `15`, or `15 of 3 cases` where cases were asked several times. */
export const countText = ({ n, cases }: Pick<Estimate, 'n' | 'cases'>): string =>
  cases === undefined ? String(n) : `${n} of ${cases} ${cases === 1 ? 'case' : 'cases'}`;

/**
 * The mean of repeats, with Student's interval; `null` without any.
 *
 * @param range in which every value lies, such as 0 to 1 of scores: of few values the interval would go beyond it
 */
export function meanOf(
  values: readonly number[],
  [least, most]: readonly [number, number] = [-Infinity, Infinity],
): Estimate | null {
  const n = values.length;
  if (n === 0) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  // Student's interval of equal figures has no width, which would say that the next is surely the same.
  if (values.every((one) => one === values[0])) return { value, interval: null, n };
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const margin = studentQuantile(0.95, n - 1) * Math.sqrt(variance / n);
  return { value, interval: [Math.max(least, value - margin), Math.min(most, value + margin)], n };
}

/**
 * The share of what passed, with Wilson's interval, which holds also near 0 and 1 (Wilson 1927,
 * https://doi.org/10.1080/01621459.1927.10502953); `null` without any.
 */
export function shareOf(passed: number, n: number): Estimate | null {
  if (n === 0) return null;
  return { value: passed / n, interval: wilson(passed / n, n), n };
}

function wilson(value: number, n: number): readonly [number, number] {
  const square = normal95 ** 2;
  const center = (value + square / (2 * n)) / (1 + square / n);
  const margin = (normal95 / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  return [Math.max(0, center - margin), Math.min(1, center + margin)];
}

export interface AskedCase {
  readonly passed: number;
  readonly n: number;
}

/**
 * The share of what passed where cases were asked several times. Answers to one case are more alike than those to several,
 * so Wilson's interval is that of fewer: of n divided by the design effect, the variance between cases over that of as many
 * independent answers (Rao & Scott 1992, https://doi.org/10.2307/2532311). Where all passed or all failed nothing shows how
 * alike they are, and each case counts once. Of a single case the interval is that of its own answers.
 */
export function shareOfCases(cases: readonly AskedCase[]): Estimate | null {
  const sumOf = (key: keyof AskedCase) => cases.reduce((sum, one) => sum + one[key], 0);
  const [count, passed, n] = [cases.length, sumOf('passed'), sumOf('n')];
  const plain = shareOf(passed, n);
  if (plain === null || n === count) return plain;
  const { value } = plain;
  if (count === 1) return { ...plain, cases: 1 };
  const squares = cases.reduce((sum, one) => sum + (one.passed - value * one.n) ** 2, 0);
  const between = ((count / (count - 1)) * squares) / n ** 2;
  const independent = (value * (1 - value)) / n;
  const effect = independent === 0 ? n / count : Math.max(1, between / independent);
  return { value, interval: wilson(value, n / effect), n, cases: count };
}
