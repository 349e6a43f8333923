/** What the results of an experiment say of its variants, each figure with its n. */
import type { Cell, CellDetail } from '../experiment';
import { type AskedCase, type Estimate, meanOf, shareOf, shareOfCases } from './estimates';
import { comparePasses, compareScores, type PairedTest } from './paired-test';

export interface VariantSummary {
  readonly variantId: number;
  /** Of the cells that were judged: how many passed. Unclear ones count neither way. */
  readonly passed: Estimate | null;
  readonly unclear: number;
  /** The mean over cases, each being the mean of its repeats; of a single case that over its repeats. Unclear ones are left out. */
  readonly score: Estimate | null;
  readonly totalMs: Estimate | null;
}

/** Cells that are excluded, or have no answer, count for nothing. */
const counted = <One extends Cell>(cells: readonly One[]): readonly One[] =>
  cells.filter(({ state, isExcluded }) => state === 'done' && isExcluded !== true);

export function summarizeVariant(variantId: number, cells: readonly Cell[]): VariantSummary {
  const own = counted(cells).filter((cell) => cell.variantId === variantId);
  return {
    variantId,
    passed: shareOfCases([...byCase(own, passOf).values()].map(passesIn)),
    unclear: own.filter(({ verdict }) => verdict === 'unclear').length,
    score: meanOfCases(byCase(own, scoreOf), [0, 1]),
    totalMs: meanOfCases(
      byCase(own, ({ totalMs }) => totalMs),
      [0, Infinity],
    ),
  };
}

/** How the answers to one case with one variant vary: what passed of them, and their scores. */
export interface Spread {
  readonly passed: Estimate | null;
  /** `null` where they say no more than what passed. */
  readonly score: Estimate | null;
}

/** Of the cells of one case with one variant. */
export function spreadOf(cells: readonly Cell[]): Spread {
  const own = counted(cells);
  const { passed, n } = passesIn(own.flatMap((cell) => passOf(cell) ?? []));
  const scores = own.flatMap((cell) => scoreOf(cell) ?? []);
  const isGraded = scores.some((score) => score !== 0 && score !== 1);
  return { passed: shareOf(passed, n), score: isGraded ? meanOf(scores, [0, 1]) : null };
}

/** The mean of each named score over cases, in the order in which they come. */
export function namedScoresOf(
  variantId: number,
  cells: readonly CellDetail[],
): readonly (readonly [name: string, mean: Estimate])[] {
  const own = counted(cells).filter((cell) => cell.variantId === variantId);
  const names = [...new Set(own.flatMap(({ namedScores = {} }) => Object.keys(namedScores)))];
  return names.flatMap((name) => {
    const mean = meanOfCases(byCase(own, ({ namedScores }) => namedScores?.[name]));
    return mean === null ? [] : [[name, mean] as const];
  });
}

/**
 * One variant against another over the cases that both were judged on: by passed and failed where each case was asked
 * once, by the mean scores of the repeats otherwise. Repeats of a case are not cases of their own.
 */
export function compareVariants(first: number, second: number, cells: readonly Cell[]): PairedTest {
  const own = counted(cells);
  const [one, other] = [first, second].map((id) => own.filter(({ variantId }) => variantId === id));
  const isOnce = own.every(({ repeat }) => repeat === 1);
  if (!isOnce) {
    const [mine, theirs] = [scoresByCase(one ?? []), scoresByCase(other ?? [])];
    return compareScores(pairsOf(mine, theirs));
  }
  return comparePasses(pairsOf(passesByCase(one ?? []), passesByCase(other ?? [])));
}

function pairsOf<Value>(
  mine: ReadonlyMap<number, Value>,
  theirs: ReadonlyMap<number, Value>,
): readonly (readonly [Value, Value])[] {
  return [...mine].flatMap(([caseId, value]) => {
    const other = theirs.get(caseId);
    return other === undefined ? [] : [[value, other] as const];
  });
}

const passesByCase = (cells: readonly Cell[]): ReadonlyMap<number, boolean> =>
  new Map(
    cells.flatMap(({ caseId, verdict }) =>
      verdict === 'passed' || verdict === 'failed' ? [[caseId, verdict === 'passed'] as const] : [],
    ),
  );

const scoresByCase = (cells: readonly Cell[]): ReadonlyMap<number, number> =>
  new Map([...byCase(cells, scoreOf)].map(([caseId, scores]) => [caseId, plainMean(scores)]));

/** Unclear ones are known in part. */
const scoreOf = ({ score, verdict }: Cell): number | undefined => (verdict === 'unclear' ? undefined : score);

const passOf = ({ verdict }: Cell): boolean | undefined =>
  verdict === 'passed' || verdict === 'failed' ? verdict === 'passed' : undefined;

const passesIn = (passes: readonly boolean[]): AskedCase => ({
  passed: passes.filter((isPassed) => isPassed).length,
  n: passes.length,
});

const plainMean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** What the cells of each case have; cases without any are left out. */
function byCase<One extends Cell, Value>(
  cells: readonly One[],
  read: (cell: One) => Value | undefined,
): ReadonlyMap<number, readonly Value[]> {
  const found = new Map<number, Value[]>();
  for (const cell of cells) {
    const value = read(cell);
    if (value === undefined) continue;
    const list = found.get(cell.caseId) ?? [];
    list.push(value);
    found.set(cell.caseId, list);
  }
  return found;
}

/** The mean over cases, each being the mean of its repeats; of a single case that over its repeats. */
function meanOfCases(
  values: ReadonlyMap<number, readonly number[]>,
  range?: readonly [number, number],
): Estimate | null {
  const lists = [...values.values()];
  const [only = []] = lists;
  if (lists.length === 1 && only.length > 1) {
    const mean = meanOf(only, range);
    return mean && { ...mean, cases: 1 };
  }
  return meanOf(lists.map(plainMean), range);
}
