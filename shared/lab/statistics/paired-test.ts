/** Whether one variant is better than another over the same cases, or whether that may be chance. */
import { coinAtMost, normalBeyond } from './distributions';
import { type Estimate, meanOf } from './estimates';

export interface PairedTest {
  /** On how many cases the first is better, worse, and the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** How likely a difference of this size is, in either direction, where there is none. */
  readonly p: number;
  /** By how much the first is better on average, where scores were compared. */
  readonly difference: Estimate | null;
}

/** From here on a difference is called more than chance. */
const significant = 0.05;

/**
 * Passed or failed: the exact test of McNemar, which is the sign test over the cases that differ (McNemar 1947,
 * https://doi.org/10.1007/BF02295996).
 */
export function comparePasses(pairs: readonly (readonly [first: boolean, second: boolean])[]): PairedTest {
  const better = pairs.filter(([first, second]) => first && !second).length;
  const worse = pairs.filter(([first, second]) => !first && second).length;
  const n = better + worse;
  const p = n === 0 ? 1 : Math.min(1, 2 * coinAtMost(Math.min(better, worse), n));
  return { better, worse, same: pairs.length - n, p, difference: null };
}

/**
 * Scores: the signed-rank test of Wilcoxon (1945, https://doi.org/10.2307/3001968), exact by counting all signs that the
 * ranks could have; cases without a difference are left out, and equal differences share their ranks.
 */
export function compareScores(pairs: readonly (readonly [first: number, second: number])[]): PairedTest {
  // What is only the rounding of sums is no difference.
  const differences = pairs.map(([first, second]) => Number((first - second).toPrecision(12)));
  const ranked = ranks(differences.filter((one) => Math.abs(one) > 1e-9));
  const sumOf = (sign: 1 | -1) =>
    ranked.reduce((sum, one) => sum + (Math.sign(one.difference) === sign ? one.doubled : 0), 0);
  const better = ranked.filter(({ difference }) => difference > 0).length;
  return {
    better,
    worse: ranked.length - better,
    same: pairs.length - ranked.length,
    p: signedRankP(
      ranked.map(({ doubled }) => doubled),
      Math.min(sumOf(1), sumOf(-1)),
    ),
    difference: meanOf(differences),
  };
}

interface Ranked {
  readonly difference: number;
  /** Twice its rank, which is whole also where equals share ranks. */
  readonly doubled: number;
}

function ranks(differences: readonly number[]): readonly Ranked[] {
  const sorted = differences.toSorted((one, other) => Math.abs(one) - Math.abs(other));
  const isSame = (one: number, other: number) => Math.abs(Math.abs(one) - Math.abs(other)) < 1e-9;
  return sorted.map((difference) => {
    const first = sorted.findIndex((one) => isSame(one, difference));
    const last = sorted.findLastIndex((one) => isSame(one, difference));
    return { difference, doubled: first + last + 2 };
  });
}

/** With more, the exact count takes long and the normal distribution is as good. */
const mostExact = 200;

function signedRankP(doubled: readonly number[], smaller: number): number {
  if (doubled.length === 0) return 1;
  if (doubled.length > mostExact) return normalP(doubled, smaller);
  // Of each possible sum, the share of all signs that gives it.
  let shares = Float64Array.of(1);
  for (const rank of doubled) {
    const next = new Float64Array(shares.length + rank);
    for (const [sum, share] of shares.entries()) {
      next[sum] = (next[sum] ?? 0) + share / 2;
      next[sum + rank] = (next[sum + rank] ?? 0) + share / 2;
    }
    shares = next;
  }
  const atMost = shares.slice(0, smaller + 1).reduce((sum, share) => sum + share, 0);
  return Math.min(1, 2 * atMost);
}

function normalP(doubled: readonly number[], smaller: number): number {
  const all = doubled.reduce((sum, rank) => sum + rank, 0);
  const deviation = Math.sqrt(doubled.reduce((sum, rank) => sum + rank * rank, 0)) / 2;
  return normalBeyond((smaller + 1 - all / 2) / deviation);
}

/** `Better on 12, worse on 3 of 40 cases: more than chance (p = 0.035).` */
export function pairedText({ better, worse, same, p }: PairedTest): string {
  const n = better + worse + same;
  const cases = n === 1 ? '1 case' : `${n} cases`;
  if (n === 0) return 'No case is judged for both yet.';
  if (better + worse === 0) return `The same on all of ${cases}.`;
  const verdict = p < significant ? 'more than chance' : 'this may be chance';
  return `Better on ${better}, worse on ${worse} of ${cases}: ${verdict} (p ${pText(p)}).`;
}

/** Two digits, or as many as show on which side of the limit it is. */
function pText(p: number): string {
  if (p < 0.001) return '< 0.001';
  const rounded = Number(p.toPrecision(2));
  return `= ${rounded < significant === p < significant ? rounded : Number(p.toPrecision(3))}`;
}
