/**
 * How strong each variant is, from votes between two of them: the model of Bradley and Terry (1952,
 * https://doi.org/10.2307/2334029), by which the first wins with the probability e^(a − b) / (1 + e^(a − b)). A tie, and
 * “both bad”, is half a win for both. Fitted by Newton's method; intervals are from the observed information.
 */
import { normal95 } from './distributions';

export interface BallotVote {
  readonly a: string;
  readonly b: string;
  readonly choice: 'a' | 'b' | 'tie' | 'bothBad';
}

export interface Strength {
  readonly id: string;
  /** On the scale of logarithms of odds; the mean of all is 0. */
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
  /** How often it would win against the average of all, 0 to 1. */
  readonly winShare: number;
  readonly winInterval: readonly [low: number, high: number];
  /** Votes that it was part of. */
  readonly n: number;
}

export interface Ranking {
  /** The strongest first. */
  readonly strengths: readonly Strength[];
  readonly n: number;
  /**
   * One variant, or a group, won all or lost all of its votes, so its strength has no end: half a win was added for each
   * side of each pair that met. With more votes this changes little.
   */
  readonly isSmoothed: boolean;
  /** Two groups were never compared: nothing is known between them, and there is no ranking. */
  readonly isSplit: boolean;
}

export function rank(votes: readonly BallotVote[]): Ranking {
  const met = votes.filter(({ a, b }) => a !== b);
  const ids = [...new Set(met.flatMap(({ a, b }) => [a, b]))];
  const wins = winsOf(ids, met);
  const n = met.length;
  if (ids.length < 2 || !reachesAll(wins, (row, column) => met2(wins, row, column) > 0))
    return { strengths: [], n, isSmoothed: false, isSplit: ids.length > 1 };
  // Ford (1957): the strengths are finite where each can be reached from each along wins.
  const isBounded = reachesAll(wins, (row, column) => (wins[row]?.[column] ?? 0) > 0);
  const isBackBounded = reachesAll(wins, (row, column) => (wins[column]?.[row] ?? 0) > 0);
  const isSmoothed = !isBounded || !isBackBounded;
  const counted = isSmoothed ? smoothed(wins) : wins;
  const values = solve(counted);
  const covariance = covarianceOf(counted, values);
  const strengths = ids.map((id, at): Strength => {
    const value = values[at] ?? 0;
    const margin = normal95 * Math.sqrt(covariance[at]?.[at] ?? 0);
    const interval = [value - margin, value + margin] as const;
    const count = met.filter(({ a, b }) => a === id || b === id).length;
    const winInterval = [share(interval[0]), share(interval[1])] as const;
    return { id, value, interval, winShare: share(value), winInterval, n: count };
  });
  return {
    strengths: strengths.toSorted((one, other) => other.value - one.value),
    n,
    isSmoothed,
    isSplit: false,
  };
}

type Matrix = readonly (readonly number[])[];

const share = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Row by column: how often the one of the row won against the one of the column. */
function winsOf(ids: readonly string[], votes: readonly BallotVote[]): Matrix {
  const wins = ids.map(() => ids.map(() => 0));
  const add = (winner: number, loser: number, count: number) => {
    const row = wins[winner];
    if (row) row[loser] = (row[loser] ?? 0) + count;
  };
  for (const { a, b, choice } of votes) {
    const [first, second] = [ids.indexOf(a), ids.indexOf(b)];
    if (choice !== 'b') add(first, second, choice === 'a' ? 1 : 0.5);
    if (choice !== 'a') add(second, first, choice === 'b' ? 1 : 0.5);
  }
  return wins;
}

const met2 = (wins: Matrix, row: number, column: number): number =>
  (wins[row]?.[column] ?? 0) + (wins[column]?.[row] ?? 0);

/** Whether all are reached from the first along what is linked. */
function reachesAll(wins: Matrix, isLinked: (from: number, to: number) => boolean): boolean {
  const reached = new Set([0]);
  for (const from of reached) for (const to of wins.keys()) if (isLinked(from, to)) reached.add(to);
  return reached.size === wins.length;
}

const smoothed = (wins: Matrix): Matrix =>
  wins.map((row, at) => row.map((count, to) => count + (met2(wins, at, to) > 0 ? 0.5 : 0)));

function solve(wins: Matrix): readonly number[] {
  let values = wins.map(() => 0);
  for (let step = 0; step < 100; step += 1) {
    const covariance = covarianceOf(wins, values);
    const slope = wins.map((row, at) =>
      row.reduce(
        (sum, count, to) => sum + count - met2(wins, at, to) * share((values[at] ?? 0) - (values[to] ?? 0)),
        0,
      ),
    );
    const move = covariance.map((row) => row.reduce((sum, one, at) => sum + one * (slope[at] ?? 0), 0));
    // Far from the end a whole step may lead further away.
    const longest = Math.max(...move.map(Math.abs));
    const factor = longest > 1 ? 1 / longest : 1;
    values = values.map((value, at) => value + factor * (move[at] ?? 0));
    if (longest < 1e-10) break;
  }
  return values;
}

/**
 * The inverse of the information where the strengths add up to 0: with 1 / k added to each entry it can be inverted, and
 * the same is taken away from the inverse.
 */
function covarianceOf(wins: Matrix, values: readonly number[]): Matrix {
  const size = wins.length;
  const weight = (row: number, column: number) => {
    const p = share((values[row] ?? 0) - (values[column] ?? 0));
    return met2(wins, row, column) * p * (1 - p);
  };
  const information = wins.map((row, at) =>
    row.map((_, to) => {
      const own =
        at === to ? row.reduce((sum, __, other) => sum + (other === at ? 0 : weight(at, other)), 0) : 0;
      return 1 / size + (at === to ? own : -weight(at, to));
    }),
  );
  return inverse(information).map((row) => row.map((one) => one - 1 / size));
}

/** By Gauss and Jordan, with the largest pivot. */
function inverse(matrix: Matrix): Matrix {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, to) => Number(at === to))]);
  for (let column = 0; column < size; column += 1) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivotAt = column + below.indexOf(Math.max(...below));
    const pivot = rows[pivotAt] ?? [];
    rows[pivotAt] = rows[column] ?? [];
    const scaled = pivot.map((one) => one / (pivot[column] ?? 1));
    rows[column] = scaled;
    for (const [at, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (at !== column) rows[at] = row.map((one, to) => one - factor * (scaled[to] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
