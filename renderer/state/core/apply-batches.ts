/** Batches and the rows of the one on show as the window knows them; pure, a part of `applyEvent`. */
import type { Batch, BatchPage, BatchRow } from '../../../shared/batch';

export interface Batches {
  readonly batches: Readonly<Record<string, Batch>>;
  /** Where the list goes on: absent before the first page, `null` at the end. */
  readonly batchCursor?: string | null;
  /** Of the batch on show, by their places; `null` while none is, and then news of rows costs nothing. */
  readonly batchRows: { readonly batchId: string; readonly rows: Readonly<Record<number, BatchRow>> } | null;
}

export const noBatches: Batches = { batches: {}, batchRows: null };

export function withBatch({ batches, batchRows }: Batches, batch: Batch): Partial<Batches> {
  const isShown = batchRows?.batchId === batch.id && batch.counts.waiting === 0;
  return {
    batches: { ...batches, [batch.id]: batch },
    batchRows: isShown ? { ...batchRows, rows: withoutWaiting(batchRows.rows) } : batchRows,
  };
}

/** Rows that wait where the batch says that none does were moved all at once: they are asked for again. */
function withoutWaiting(rows: Readonly<Record<number, BatchRow>>): Readonly<Record<number, BatchRow>> {
  const kept = Object.entries(rows).filter(([, { status }]) => status !== 'waiting');
  return kept.length === Object.keys(rows).length ? rows : Object.fromEntries(kept);
}

export function withoutBatch({ batches }: Batches, batchId: string): Partial<Batches> {
  const { [batchId]: _removed, ...others } = batches;
  return { batches: others };
}

/** What events told is at least as new as a page that was asked for before them, so a page only adds. */
export function withBatchPage({ batches }: Batches, page: BatchPage): Partial<Batches> {
  const added = Object.fromEntries(page.batches.map((batch) => [batch.id, batch]));
  return { batches: { ...added, ...batches }, batchCursor: page.nextCursor };
}

export function withRow<State extends Batches>(state: State, row: BatchRow): State {
  const { batchRows } = state;
  if (batchRows?.batchId !== row.batchId) return state;
  return { ...state, batchRows: { ...batchRows, rows: { ...batchRows.rows, [row.position]: row } } };
}

export function withRowPage(
  { batchRows }: Batches,
  batchId: string,
  page: readonly BatchRow[],
): Partial<Batches> {
  const known = batchRows?.batchId === batchId ? batchRows.rows : {};
  const added = Object.fromEntries(page.map((row) => [row.position, row]));
  return { batchRows: { batchId, rows: { ...added, ...known } } };
}
