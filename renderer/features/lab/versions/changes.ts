/** What changed from one variant to another, case by case. */
import type { Cell, ExperimentCase } from '../../../../shared/lab/experiment';
import { groupBy, meanOf } from '../grid/grid-layout';
import { scoreText } from '../lab-text';

export type Change = 'better' | 'worse' | 'same';

export interface CaseChange {
  readonly case: ExperimentCase;
  readonly change: Change;
  /** The verdict where each was asked once, else the mean score. */
  readonly from: string;
  readonly to: string;
}

const order: Readonly<Record<Change, number>> = { worse: 0, better: 1, same: 2 };

/** Cases that both were judged on: what became worse first, then what became better. */
export function changesOf(
  cases: readonly ExperimentCase[],
  cells: Iterable<Cell>,
  before: number,
  after: number,
): readonly CaseChange[] {
  const judged = [...cells].filter(({ state, isExcluded }) => state === 'done' && isExcluded !== true);
  const byPlace = groupBy(judged, ({ caseId, variantId }) => `${caseId}.${variantId}`);
  return cases
    .flatMap((one): CaseChange[] => {
      const [from, to] = [before, after].map((id) => outcomeOf(byPlace.get(`${one.id}.${id}`) ?? []));
      if (from == null || to == null) return [];
      const difference = to.value - from.value;
      const change = difference > 1e-9 ? 'better' : difference < -1e-9 ? 'worse' : 'same';
      return [{ case: one, change, from: from.text, to: to.text }];
    })
    .sort((one, other) => order[one.change] - order[other.change]);
}

/** By passed and failed where it was asked once, by its mean score otherwise; `null` where it was not judged. */
function outcomeOf(cells: readonly Cell[]): { readonly value: number; readonly text: string } | null {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) {
    if (only.verdict !== 'passed' && only.verdict !== 'failed') return null;
    return { value: only.verdict === 'passed' ? 1 : 0, text: only.verdict };
  }
  const mean = meanOf(cells.flatMap(({ score }) => score ?? []));
  return mean === null ? null : { value: mean, text: scoreText(mean) };
}
