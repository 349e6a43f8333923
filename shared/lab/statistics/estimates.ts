/** A figure with the interval that holds it in 95 of 100 samples, and of how many it was made. */
import { normal95, studentQuantile } from './distributions';

export interface Estimate {
  readonly value: number;
  /** `null` where nothing is known of how much it varies: of one figure alone, and of some that are all the same. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly n: number;
}

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
  const value = passed / n;
  const square = normal95 ** 2;
  const center = (value + square / (2 * n)) / (1 + square / n);
  const margin = (normal95 / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  return { value, interval: [Math.max(0, center - margin), Math.min(1, center + margin)], n };
}
