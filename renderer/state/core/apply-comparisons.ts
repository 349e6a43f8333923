/** What becomes of the known comparisons with each piece of news; pure, a part of `apply-event`. */
import type { CompareModality, Comparison, ComparisonPage } from '../../../shared/compare';

export interface Comparisons {
  readonly comparisons: Readonly<Record<string, Comparison>>;
  /** Where the list of a kind goes on: absent before the first page, `null` at the end. */
  readonly comparisonCursors: Readonly<Partial<Record<CompareModality, string | null>>>;
  /** Keeps a page that was on its way from bringing back what was deleted meanwhile. */
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

/** What events told is at least as new as a page that was asked for before them, so a page only adds. */
export function withComparisonPage(
  state: Comparisons,
  modality: CompareModality,
  { comparisons, nextCursor }: ComparisonPage,
): Partial<Comparisons> {
  const added = comparisons.filter(({ id }) => !state.removedComparisonIds.has(id));
  return {
    comparisons: { ...Object.fromEntries(added.map((one) => [one.id, one])), ...state.comparisons },
    comparisonCursors: { ...state.comparisonCursors, [modality]: nextCursor },
  };
}
