/** What a request would cost, before anything is sent. */
import { z } from 'zod';
import { compareColumns } from '../lab/compare';
import type { CostForecast } from '../money/estimate';
import { fromBothSettings, fromColumns } from '../run/earlier-shapes';
import { reading } from '../run/reading';
import { batchResume, chatBatch, mediaBatch, rowRetry } from './batch-commands';
import { chatAnswerTools, chatContinue, chatRegenerate, chatSend } from './chat-commands';
import { chatRun } from './chat-edit-commands';
import { chatColumn, chatRound, mediaColumn, mediaRound } from './compare-commands';
import { jobCreate, jobResume, jobRetry } from './jobs-commands';
import { answers } from './spec';

const compare = { kind: z.literal('compare') };
const batch = { kind: z.literal('batch') };
/** Only those columns are foreseen that could be sent now, so there may be fewer than a round has. */
const columnsOf = <Column extends z.ZodType>(column: Column) => z.array(column).max(compareColumns.most);

/**
 * Each is the input of the command that would follow, so that what is priced is what is sent. Only what the window makes
 * once per intent may be left out.
 */
const intent = z.discriminatedUnion('kind', [
  /** `chat.send`, and `chat.enqueue` as it would be sent now. */
  chatSend.partial({ messageId: true }).extend({ kind: z.literal('message') }),
  chatRegenerate.partial({ replyId: true }).extend({ kind: z.literal('regenerate') }),
  chatAnswerTools.partial({ toolMessageId: true }).extend({ kind: z.literal('answerTools') }),
  chatRun.partial({ replyId: true }).extend({ kind: z.literal('run') }),
  chatContinue.partial({ intentId: true }).extend({ kind: z.literal('continue') }),
  jobCreate.partial({ id: true }).extend({ kind: z.literal('job') }),
  jobRetry.partial({ newId: true }).extend({ kind: z.literal('retryJob') }),
  jobResume.extend({ kind: z.literal('resumeJob') }),
  /** `compare.send`; `id` is the comparison's, which may not exist yet. */
  z.discriminatedUnion('modality', [
    chatRound
      .partial({ roundId: true })
      .extend({ ...compare, columns: columnsOf(chatColumn.partial({ callId: true })) }),
    mediaRound
      .partial({ roundId: true })
      .extend({ ...compare, columns: columnsOf(mediaColumn.partial({ callId: true })) }),
  ]),
  /** `batches.create`. */
  z.discriminatedUnion('modality', [
    chatBatch.partial({ id: true }).extend(batch),
    mediaBatch.partial({ id: true }).extend(batch),
  ]),
  batchResume.extend({ kind: z.literal('resumeBatch') }),
  batchResume.extend({ kind: z.literal('retryFailedRows') }),
  rowRetry.extend({ kind: z.literal('retryRow') }),
]);
export type SpendingIntent = z.output<typeof intent>;

const fromEarlier = (value: unknown) =>
  (value as { kind?: unknown } | null)?.kind === 'batch' ? fromBothSettings(value) : fromColumns(value);

export const creditsCommands = {
  /**
   * What the limits would count a request with if it were made now. Reads what is stored and asks no gateway.
   * Fails with `not_found` if what it refers to no longer exists.
   */
  'credits.forecast': answers<CostForecast>()(z.strictObject({ intent: reading(fromEarlier, intent) })),
};
