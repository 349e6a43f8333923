/** What a request would cost before anything is sent, and which tokens a text is made of. */
import { z } from 'zod';
import type { PromptTokens } from '../chat/prompt-tokens';
import { compareColumns } from '../lab/compare';
import type { CostForecast } from '../money/estimate';
import { type Token, vocabularies } from '../money/tokens';
import { fromBothSettings, fromColumns } from '../run/earlier-shapes';
import { batchResume, chatBatch, mediaBatch, rowRetry } from './batch-commands';
import { chatAnswerTools, chatContinue, chatRegenerate, chatSend } from './chat-commands';
import { chatRun } from './chat-edit-commands';
import { chatColumn, chatRound, mediaColumn, mediaRound } from './compare-commands';
import { jobCreate, jobResume, jobRetry } from './jobs-commands';
import { answers, reading } from './spec';

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
  'credits.forecast': answers<CostForecast>()(() =>
    z.strictObject({
      intent: reading(fromEarlier, intent),
      /** Of a message: whether its tokens are counted, as `tokens.ofPrompt` does, rather than estimated. */
      countsTokens: z.boolean().optional(),
    }),
  ),
};

/** The message that would be sent; without text or files it is the chat as it is. */
const promptInput = chatSend.omit({ messageId: true, isConfirmed: true, editOf: true });
export type PromptInput = z.output<typeof promptInput>;

export const tokensCommands = {
  /** What a message would send, piece by piece. Asks no gateway. */
  'tokens.ofPrompt': answers<PromptTokens>()(() => promptInput),
  /** The tokens of a text, and those of ids. Asks no gateway; the vocabulary is loaded at the first use. */
  'tokens.split': answers<{ readonly tokens: readonly Token[]; readonly named: readonly Token[] }>()(() =>
    z.strictObject({
      vocabulary: z.enum(vocabularies),
      text: z.string().max(1_000),
      ids: z.array(z.int().min(0).max(1_000_000)).max(300),
    }),
  ),
};
