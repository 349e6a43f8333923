/** One prompt over a table of values. */
import { z } from 'zod';
import { type Batch, type BatchPage, type BatchRow, batchLimits } from '../batch';
import { runSettingsSchema } from '../chat';
import { modalityIds } from '../modalities';
import { promptLimits } from '../prompts';
import { answers, cursor, extra, id, isConfirmed, model } from './spec';

const batchModality = z.enum(['chat', ...modalityIds]);
const cell = z.string().max(batchLimits.cellCharacters);
const position = z.int().min(0).max(batchLimits.rows);

export const batchCommands = {
  /**
   * Writes the whole table down, then runs it, a few rows at a time; answers once it is on disk. Checked and guarded
   * as a whole first: refused, nothing is sent. `id` is made by the window, once per intent.
   */
  'batches.create': answers<null>()(
    z.strictObject({
      id: z.uuid(),
      name: z.string().trim().min(1).max(batchLimits.nameCharacters),
      modality: batchModality,
      model,
      template: z.string().min(1).max(promptLimits.textCharacters),
      settings: runSettingsSchema,
      parameters: z.record(z.string(), z.union([z.string(), z.number()])),
      extra,
      columns: z.array(z.string().trim().min(1).max(100)).max(batchLimits.columns),
      rows: z.array(z.array(cell).max(batchLimits.columns)).min(1).max(batchLimits.rows),
      isConfirmed,
    }),
  ),
  'batches.page': answers<BatchPage>()(
    z.strictObject({ modality: batchModality.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  'batches.get': answers<Batch>()(z.strictObject({ id })),
  /** Rows from a place on, in the order of the table. */
  'batches.rows': answers<readonly BatchRow[]>()(
    z.strictObject({ id, from: position, limit: z.int().min(1).max(500) }),
  ),
  /** Asks for no further rows; what is being asked is seen to its end. */
  'batches.pause': answers<null>()(z.strictObject({ id })),
  'batches.resume': answers<null>()(z.strictObject({ id, isConfirmed })),
  /** Ends it: what is being asked is broken off, what waits is never asked. */
  'batches.stop': answers<null>()(z.strictObject({ id })),
  /** Asks again for a row that did not end well; a new charge, except where the gateway honours the first key. */
  'batches.retryRow': answers<null>()(z.strictObject({ id, position, isConfirmed })),
  /** The same for all that failed; never for those whose outcome is not known. */
  'batches.retryFailed': answers<null>()(z.strictObject({ id, isConfirmed })),
  /** Can be undone by `batches.restore` until the app is closed; what it made stays in the library. */
  'batches.remove': answers<null>()(z.strictObject({ id })),
  'batches.restore': answers<null>()(z.strictObject({ id })),
  /** All rows with their whole answers. */
  'batches.export': answers<{ text: string; rows: number }>()(
    z.strictObject({ id, format: z.enum(['csv', 'json']) }),
  ),
};
