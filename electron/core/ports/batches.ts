/** What batches need of the storage, besides `ports.ts`. */
import type { Batch, BatchModality, BatchPage, BatchPlan, BatchRow } from '../../../shared/batch';

export interface NewBatch extends BatchPlan {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly rows: readonly NewBatchRow[];
}

export interface NewBatchRow {
  readonly values: readonly string[];
  readonly key: string;
}

/** A row as its call needs it. */
export interface BatchTurn extends BatchRow {
  /** Of its call, made once: the reply's idempotency key, or the job's id. */
  readonly key: string;
}

export interface RowPlace {
  readonly batchId: string;
  readonly position: number;
}

export type BatchPatch = Partial<Pick<Batch, 'status' | 'error' | 'finishedAt'>>;

export type RowPatch = Partial<
  Pick<BatchTurn, 'status' | 'conversationId' | 'replyId' | 'jobId' | 'error' | 'key'> & {
    readonly startedAt: number | null;
    readonly finishedAt: number | null;
  }
>;

/** Batches as they are kept; `waitsUntil` is always `null` here, since waiting is not kept. */
export interface BatchStore {
  insert(batch: NewBatch): void;
  get(id: string): Batch | undefined;
  page(modality: BatchModality | null, cursor: string | null, limit: number): BatchPage;
  update(id: string, patch: BatchPatch): void;
  /** Counts the rows and sums their charges again; `get` and `page` tell what was counted last. */
  count(id: string): void;
  rows(id: string, from: number, limit: number): readonly BatchTurn[];
  row(place: RowPlace): BatchTurn | undefined;
  nextWaiting(id: string): BatchTurn | undefined;
  updateRow(place: RowPlace, patch: RowPatch): void;
  /** Every row that stands so stands otherwise now. */
  moveRows(id: string, from: BatchRow['status'], to: BatchRow['status']): void;
  withStatus(id: string, status: BatchRow['status']): readonly BatchTurn[];
  placeOfReply(replyId: string): RowPlace | undefined;
  placeOfJob(jobId: string): RowPlace | undefined;
  /** Rows that were being asked, of whichever batch. */
  runningRows(): readonly RowPlace[];
  /** Ids of the batches that run, oldest first. */
  running(): readonly string[];
  /** Hides it, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
