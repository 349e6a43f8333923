/** The tables that batches need. */

import type { Batch, BatchPage, BatchPlan, BatchRow } from '../../../shared/lab/batch';
import type { ModalityId } from '../../../shared/modalities/modalities';

export type NewBatch = BatchPlan & {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly rows: readonly NewBatchRow[];
};

export interface NewBatchRow {
  readonly values: readonly string[];
  readonly key: string;
}

/** A row with the key of its call. */
export interface BatchTurn extends BatchRow {
  /** Made once for its call: the reply's idempotency key, or the job's id. */
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

/** Stored batches; `waitsUntil` is always `null` here, since it isn't stored. */
export interface BatchStore {
  insert(batch: NewBatch): void;
  /** Whether there is none, also none that was removed. */
  isEmpty(): boolean;
  get(id: string): Batch | undefined;
  page(modality: ModalityId | null, cursor: string | null, limit: number): BatchPage;
  update(id: string, patch: BatchPatch): void;
  /** Updates the stored number of rows and sum of charges, which `get` and `page` return. */
  count(id: string): void;
  /** As of units. */
  mayBeUncounted(): readonly string[];
  rows(id: string, from: number, limit: number): readonly BatchTurn[];
  row(place: RowPlace): BatchTurn | undefined;
  nextWaiting(id: string): BatchTurn | undefined;
  updateRow(place: RowPlace, patch: RowPatch): void;
  /** Changes every row of one status to another. */
  moveRows(id: string, from: BatchRow['status'], to: BatchRow['status']): void;
  withStatus(id: string, status: BatchRow['status']): readonly BatchTurn[];
  placeOfReply(replyId: string): RowPlace | undefined;
  /** The row whose chat this is, also of the replies before its last. */
  placeOfChat(batchId: string, conversationId: string): RowPlace | undefined;
  placeOfJob(jobId: string): RowPlace | undefined;
  /** Running rows of all batches. */
  runningRows(): readonly RowPlace[];
  /** Ids of running batches, oldest first. */
  running(): readonly string[];
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  purgeRemoved(): void;
}
