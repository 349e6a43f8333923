/** The window's copy of the batches and the rows of the visible one; pure, a part of `applyEvent`. */
import type { Batch, BatchRow } from '../../../shared/lab/batch';

export interface Batches {
  readonly batches: Readonly<Record<string, Batch>>;
  /** Cursor of the next page: absent before the first page, `null` at the end. */
  readonly batchCursor?: string | null;
  /** Keeps a late answer from restoring what was deleted meanwhile. */
  readonly removedBatchIds: ReadonlySet<string>;
  /** Rows of the visible batch, by position; `null` while none is visible, and then events of rows are ignored. */
  readonly batchRows: { readonly batchId: string; readonly rows: Readonly<Record<number, BatchRow>> } | null;
}

export const noBatches: Batches = { batches: {}, removedBatchIds: new Set(), batchRows: null };

export function withBatch(state: Batches, batch: Batch): Partial<Batches> {
  const { batches, batchRows } = state;
  const isShown = batchRows?.batchId === batch.id && batch.counts.waiting === 0;
  return {
    batches: { ...batches, [batch.id]: batch },
    removedBatchIds: new Set([...state.removedBatchIds].filter((removed) => removed !== batch.id)),
    batchRows: isShown ? { ...batchRows, rows: withoutWaiting(batchRows.rows) } : batchRows,
  };
}

/** Where rows wait although the batch counts none, all were changed at once: they are loaded again. */
function withoutWaiting(rows: Readonly<Record<number, BatchRow>>): Readonly<Record<number, BatchRow>> {
  const kept = Object.entries(rows).filter(([, { status }]) => status !== 'waiting');
  return kept.length === Object.keys(rows).length ? rows : Object.fromEntries(kept);
}

export function withoutBatch(state: Batches, batchId: string): Partial<Batches> {
  const { [batchId]: _removed, ...batches } = state.batches;
  return { batches, removedBatchIds: new Set(state.removedBatchIds).add(batchId) };
}

/** Events are at least as new as an answer to an earlier request, so an answer only adds. */
export function withBatchPage(
  { batches, removedBatchIds }: Batches,
  read: readonly Batch[],
): Pick<Batches, 'batches'> {
  const added = read.filter(({ id }) => !removedBatchIds.has(id));
  return { batches: { ...Object.fromEntries(added.map((batch) => [batch.id, batch])), ...batches } };
}

export function withRow<State extends Batches>(state: State, row: BatchRow): State {
  const { batchRows } = state;
  if (batchRows?.batchId !== row.batchId) return state;
  return { ...state, batchRows: { ...batchRows, rows: { ...batchRows.rows, [row.position]: row } } };
}

export function withRowPage(
  { batches, batchRows }: Batches,
  batchId: string,
  page: readonly BatchRow[],
): Pick<Batches, 'batchRows'> {
  if (batchRows?.batchId !== batchId) return { batchRows };
  const added = Object.fromEntries(page.map((row) => [row.position, row]));
  // Read before the batch reported that none waits any more.
  const read = batches[batchId]?.counts.waiting === 0 ? withoutWaiting(added) : added;
  return { batchRows: { batchId, rows: { ...read, ...batchRows.rows } } };
}
