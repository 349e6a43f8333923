/** The window's copy of the comparisons; pure, a part of `applyEvent`. */

import type { Comparison, ComparisonPage } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';

export interface Comparisons {
  readonly comparisons: Readonly<Record<string, Comparison>>;
  /** Cursor of the next page of a kind: absent before the first page, `null` at the end. */
  readonly comparisonCursors: Readonly<Partial<Record<ModalityId, string | null>>>;
  /** Keeps a late page from restoring what was deleted meanwhile. */
  readonly removedComparisonIds: ReadonlySet<string>;
}

export const noComparisons: Comparisons = {
  comparisons: {},
  comparisonCursors: {},
  removedComparisonIds: new Set(),
};

export function withComparison(state: Comparisons, comparison: Comparison): Partial<Comparisons> {
  const { id } = comparison;
  return {
    comparisons: { ...state.comparisons, [id]: comparison },
    removedComparisonIds: new Set([...state.removedComparisonIds].filter((removed) => removed !== id)),
  };
}

export function withoutComparison(state: Comparisons, id: string): Partial<Comparisons> {
  const { [id]: _removed, ...comparisons } = state.comparisons;
  return { comparisons, removedComparisonIds: new Set(state.removedComparisonIds).add(id) };
}

/** Events are at least as new as a page that was requested earlier, so a page only adds. */
export function withComparisonPage(
  state: Comparisons,
  modality: ModalityId,
  { comparisons, nextCursor }: ComparisonPage,
): Partial<Comparisons> {
  const added = comparisons.filter(({ id }) => !state.removedComparisonIds.has(id));
  return {
    comparisons: { ...Object.fromEntries(added.map((one) => [one.id, one])), ...state.comparisons },
    comparisonCursors: { ...state.comparisonCursors, [modality]: nextCursor },
  };
}
