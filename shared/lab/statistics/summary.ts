/** What the results of an experiment say of its variants, each figure with its n. */
import type { Cell, CellDetail } from '../experiment';
import { type Estimate, meanOf, shareOf } from './estimates';
import { comparePasses, compareScores, type PairedTest } from './paired-test';

export interface VariantSummary {
  readonly variantId: number;
  /** Of the cells that were judged: how many passed. Unclear ones count neither way. */
  readonly passed: Estimate | null;
  readonly unclear: number;
  /** The mean over cases, each being the mean of its repeats; unclear ones are left out, whose scores are known in part. */
  readonly score: Estimate | null;
  readonly totalMs: Estimate | null;
}

/** Cells that are excluded, or have no answer, count for nothing. */
const counted = <One extends Cell>(cells: readonly One[]): readonly One[] =>
  cells.filter(({ state, isExcluded }) => state === 'done' && isExcluded !== true);

export function summarizeVariant(variantId: number, cells: readonly Cell[]): VariantSummary {
  const own = counted(cells).filter((cell) => cell.variantId === variantId);
  const judged = own.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  return {
    variantId,
    passed: shareOf(judged.filter(({ verdict }) => verdict === 'passed').length, judged.length),
    unclear: own.filter(({ verdict }) => verdict === 'unclear').length,
    score: meanOf([...scoresByCase(own).values()], [0, 1]),
    totalMs: meanOf(
      own.flatMap(({ totalMs }) => (totalMs === undefined ? [] : [totalMs])),
      [0, Infinity],
    ),
  };
}

/** The mean of each named score over the cells that have it, in the order in which they come. */
export function namedScoresOf(
  variantId: number,
  cells: readonly CellDetail[],
): readonly (readonly [name: string, mean: Estimate])[] {
  const all = counted(cells)
    .filter((cell) => cell.variantId === variantId)
    .flatMap(({ namedScores = {} }) => Object.entries(namedScores));
  const names = [...new Set(all.map(([name]) => name))];
  return names.flatMap((name) => {
    const mean = meanOf(all.flatMap(([of, score]) => (of === name ? [score] : [])));
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

function scoresByCase(cells: readonly Cell[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number[]>();
  for (const { caseId, score, verdict } of cells) {
    if (score === undefined || verdict === 'unclear') continue;
    const list = scores.get(caseId) ?? [];
    list.push(score);
    scores.set(caseId, list);
  }
  return new Map(
    [...scores].map(([caseId, list]) => [caseId, list.reduce((sum, one) => sum + one, 0) / list.length]),
  );
}
