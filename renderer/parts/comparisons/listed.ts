/** Comparisons among the other rows of a tab's history. */

import { useEffect, useMemo } from 'react';
import type { Comparison } from '../../../shared/lab/compare';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { useCoreState } from '../../state/core/core-state';
import { loadComparisons } from './comparison-actions';

export interface ListedRow {
  readonly row: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const mark = 'comparison:';

export const comparisonRow = ({ id, updatedAt }: Comparison): ListedRow => ({
  row: `${mark}${id}`,
  at: updatedAt,
});

/** The comparison of a row; `null` where it is another kind of row. */
export const comparisonOfRow = (row: string): string | null =>
  row.startsWith(mark) ? row.slice(mark.length) : null;

export const newestRowFirst = (one: ListedRow, other: ListedRow): number => other.at - one.at;

/**
 * The comparisons of a kind down to the oldest of the other rows; older ones appear with older rows.
 *
 * @param since milliseconds since the epoch
 */
export function useComparisonsSince(modality: ModalityId, since: number): readonly Comparison[] {
  const all = useCoreState(({ comparisons }) => comparisons);
  const cursor = useCoreState(({ comparisonCursors }) => comparisonCursors[modality]);
  const own = useMemo(
    () => Object.values(all).filter((comparison) => comparison.modality === modality),
    [all, modality],
  );
  const oldest = own.reduce((least, { updatedAt }) => Math.min(least, updatedAt), Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (cursor === undefined || (cursor !== null && oldest > since)) void loadComparisons(modality);
  }, [cursor, oldest, since, modality]);
  return useMemo(() => own.filter(({ updatedAt }) => updatedAt >= since), [own, since]);
}
