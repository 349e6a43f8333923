/** What a request would cost, before anything is sent. */

import { z } from 'zod';
import { batchLimits } from '../batch';
import { runSettingsSchema } from '../chat';
import { compareColumns } from '../compare';
import type { CostForecast } from '../estimate';
import { limits } from '../limits';
import { answers, extra, id, mediaModality, modality, model, modelOrNone } from './spec';

/** Of a text only its length matters, so that a long one is not sent along at every pause in typing. */
const characters = z.int().min(0).max(limits.messageCharacters);
const parameters = z.record(z.string(), z.union([z.string(), z.number()]));

/** Each names what the command that would follow is given: the core works out the same calls for both. */
const intent = z.discriminatedUnion('kind', [
  /** `chat.send`, and `chat.enqueue` as it would be sent now. */
  z.strictObject({
    kind: z.literal('message'),
    conversationId: id.nullable(),
    /** As for `chat.send`. */
    parentId: id.nullable().optional(),
    characters,
    /** How many images are sent with it; none where left out. */
    images: z.int().min(0).max(limits.attachmentsOfMessage).optional(),
    model,
    settings: runSettingsSchema,
  }),
  /** `chat.regenerate` and `chat.continue`. */
  z.strictObject({ kind: z.literal('regenerate'), messageId: id, model: model.optional() }),
  z.strictObject({ kind: z.literal('continue'), messageId: id }),
  /** `jobs.create`; the characters of the prompt without the blanks around it. */
  z.strictObject({
    kind: z.literal('job'),
    modality: mediaModality,
    model: modelOrNone,
    characters,
    parameters,
    extra: extra.optional(),
  }),
  /** `jobs.retry` and `jobs.resume`. */
  z.strictObject({ kind: z.literal('retryJob'), id }),
  z.strictObject({ kind: z.literal('resumeJob'), id }),
  /** `compare.send`; `id` is the comparison's, which may not exist yet. */
  z.strictObject({
    kind: z.literal('compare'),
    id,
    /** As for `compare.send`. */
    afterMessageId: id.optional(),
    modality: modality,
    columns: z
      .array(
        z.strictObject({
          id,
          /** `null` where none is chosen yet. */
          model: model.nullable(),
          /** As for `compare.send`. */
          profileId: id.optional(),
          settings: runSettingsSchema,
          parameters,
          /** Of media; those of a chat are in its settings. */
          extra: extra.optional(),
          characters,
        }),
      )
      .max(compareColumns.most),
  }),
  /** `batches.create`; the characters of each row's prompt without the blanks around it. */
  z.strictObject({
    kind: z.literal('batch'),
    modality: modality,
    model,
    /** As for `batches.create`. */
    profileId: id.optional(),
    settings: runSettingsSchema,
    parameters,
    extra: extra.optional(),
    rows: z.array(z.int().min(0)).max(batchLimits.rows),
  }),
  /** `batches.resume`, `batches.retryFailed` and `batches.retryRow`. */
  z.strictObject({ kind: z.literal('resumeBatch'), id }),
  z.strictObject({ kind: z.literal('retryFailedRows'), id }),
  z.strictObject({ kind: z.literal('retryRow'), id, position: z.int().min(0).max(batchLimits.rows) }),
]);
export type SpendingIntent = z.output<typeof intent>;

export const creditsCommands = {
  /**
   * What the limits would count a request with if it were made now. Reads what is stored and asks no gateway.
   * Fails with `not_found` if what it refers to no longer exists.
   */
  'credits.forecast': answers<CostForecast>()(z.strictObject({ intent })),
};
