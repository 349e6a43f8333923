/** One conversation as a file: the whole tree, so that every branch can be continued elsewhere. */

import { z } from 'zod';
import { limits } from '../limits';
import { fileWays } from '../media/documents';
import { byName } from '../money/money-units';
import { tokenDetailsSchema, tokenPricesSchema } from '../money/token-usage-schema';
import { askedFormatSchema } from '../run/asked-format-schema';
import { runSettingsSchema } from '../run/settings-schema';
import { messageChanges } from './edits';
import { logprobsSchema } from './logprobs-schema';
import { mediaPartTypes, messageRoles, partLimits, rawPartTypes, textPartTypes } from './parts';

export const conversationFormat = 'gatehouse-conversation';
export const conversationFormatVersion = 2;

const id = z.string().min(1).max(100);
const time = z.number().min(0).max(8.64e15);
const count = z.number().min(0).nullable();
const tokens = z.number().min(0).max(1e9);

const text = z.string().max(limits.messageCharacters * 4);
/** Referred to by the SHA-256 of its bytes. */
const file = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(200),
  way: z.enum(fileWays).optional(),
});

const part = z.union([
  z.object({ type: z.enum(textPartTypes), text }),
  file.extend({ type: z.enum(mediaPartTypes) }),
  z.object({ type: z.enum(rawPartTypes), raw: z.json() }),
]);
export type PartInFile = z.infer<typeof part>;

const message = z.object({
  id,
  parentId: id.nullable(),
  role: z.enum(messageRoles),
  /** Of its text parts; a message without `parts` consists of it. */
  text,
  /** What came with a reply and became files of the library is not among them. */
  parts: z.array(part).max(partLimits.partsOfMessage).optional(),
  /** How a person made it, where no gateway sent it and nobody typed it to be sent. */
  change: z.enum(messageChanges).optional(),
  status: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
  model: z.string().max(300).nullable(),
  /** The model that the gateway reported. */
  answeredModel: z.string().max(300).nullable().default(null),
  createdAt: time,
  finishedAt: time.nullable().default(null),
  finishReason: z.string().max(100).nullable().default(null),
  /** Why a reply failed. */
  error: z
    .object({ code: z.string().max(200), message: text, outcomeUnknown: z.literal(true).optional() })
    .nullable()
    .default(null),
  /** The response format that it was asked for. */
  askedFormat: z.string().max(100).optional(),
  /** The settings that it was asked with, by their key in `askedSettings`. */
  askedSettings: z.string().max(100).optional(),
  /** How many characters of its text were given to it: it went on from them. */
  begunCharacters: z
    .int()
    .min(1)
    .max(limits.messageCharacters * 4)
    .optional(),
  usage: z
    .object({
      promptTokens: tokens,
      completionTokens: tokens,
      cachedTokens: tokens.optional(),
      reasoningTokens: tokens.optional(),
      details: tokenDetailsSchema.optional(),
    })
    .nullable()
    .default(null),
  /** At which its tokens were charged. */
  prices: tokenPricesSchema.optional(),
  thinkingMs: z.number().min(0).max(1e12).optional(),
  /** Probabilities of its tokens. */
  logprobs: logprobsSchema.optional(),
  firstTokenMs: count.default(null),
  totalMs: count.default(null),
  /** Its cost where it was made, as a decimal of each unit: `credits`, `dollars`. Importing it charges nothing. */
  ...byName('field', () => z.number().nullable().default(null)),
  /** The first version had these in place of `parts`. */
  reasoning: z.string().optional(),
  refusal: z.string().nullable().optional(),
  attachments: z.array(file).max(64).optional(),
});

export const conversationFileSchema = z.object({
  format: z.literal(conversationFormat),
  formatVersion: z.int().min(1).max(conversationFormatVersion),
  title: z.string().min(1).max(limits.titleCharacters),
  createdAt: time,
  model: z.string().max(300).nullable(),
  settings: runSettingsSchema,
  leafId: id.nullable(),
  /** The schemas that its replies were asked with, by what these have in `askedFormat`. */
  askedFormats: z.record(z.string().max(100), askedFormatSchema).optional(),
  /** The settings that its replies were asked with, by what these have in `askedSettings`. */
  askedSettings: z.record(z.string().max(100), runSettingsSchema).optional(),
  messages: z.array(message).max(100_000),
});
export type ConversationFile = z.infer<typeof conversationFileSchema>;
