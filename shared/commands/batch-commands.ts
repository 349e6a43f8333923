/** One prompt over a table of values. */
import { z } from 'zod';
import { type Batch, type BatchPage, type BatchRow, batchLimits, type VerdictCounts } from '../lab/batch';
import { limits } from '../limits';
import { fromBothSettings } from '../run/earlier-shapes';
import { promptLimits } from '../run/prompts';
import { chatPlan, mediaPlan } from '../run/request-schema';
import { answers, cursor, id, isConfirmed, modality, reading } from './spec';

const cell = z.string().max(batchLimits.cellCharacters);
const position = z.int().min(0).max(batchLimits.rows);

const table = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(batchLimits.nameCharacters),
  template: z.string().min(1).max(promptLimits.textCharacters),
  columns: z.array(z.string().trim().min(1).max(100)).max(batchLimits.columns),
  rows: z.array(z.array(cell).max(batchLimits.columns)).min(1).max(batchLimits.rows),
  isConfirmed,
});
export const chatBatch = chatPlan.extend(table.shape);
export const mediaBatch = mediaPlan.extend(table.shape);
export const batchResume = z.strictObject({ id, isConfirmed });
export const rowRetry = z.strictObject({
  id,
  position,
  isConfirmed,
  /** The next message of a row whose reply does not follow its schema; left out, the row is asked again. */
  mend: z.string().trim().min(1).max(limits.messageCharacters).optional(),
});

export const batchCommands = {
  /**
   * Stores the whole table, then runs it, a few rows at a time; returns once it is on the disk. The whole batch is
   * checked and guarded first: if it is refused, nothing is sent. The window makes `id`, once per intent.
   */
  'batches.create': answers<null>()(() =>
    reading(fromBothSettings, z.discriminatedUnion('modality', [chatBatch, mediaBatch])),
  ),
  'batches.page': answers<BatchPage>()(() =>
    z.strictObject({ modality: modality.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  'batches.get': answers<Batch>()(() => z.strictObject({ id })),
  /** Rows from a position on, in the order of the table. */
  'batches.rows': answers<readonly BatchRow[]>()(() =>
    z.strictObject({ id, from: position, limit: z.int().min(1).max(500) }),
  ),
  /** How its rows were judged: those that have a reply and expect something of it. */
  'batches.verdicts': answers<VerdictCounts>()(() => z.strictObject({ id })),
  /** Sends no further rows; running rows are completed. */
  'batches.pause': answers<null>()(() => z.strictObject({ id })),
  'batches.resume': answers<null>()(() => batchResume),
  /** Ends it: running rows are aborted, waiting rows are never sent. */
  'batches.stop': answers<null>()(() => z.strictObject({ id })),
  /** Sends a row again that did not succeed, or whose reply does not follow its schema; a new charge, except where the gateway honors the first key. */
  'batches.retryRow': answers<null>()(() => rowRetry),
  /** The same for all failed rows; never for those whose outcome is unknown. */
  'batches.retryFailed': answers<null>()(() => batchResume),
  /** Can be undone by `batches.restore` until the app is closed; its results stay in the library. */
  'batches.remove': answers<null>()(() => z.strictObject({ id })),
  'batches.restore': answers<null>()(() => z.strictObject({ id })),
  /** All rows with their full answers. */
  'batches.export': answers<{ text: string; rows: number }>()(() =>
    z.strictObject({ id, format: z.enum(['csv', 'json']) }),
  ),
};
