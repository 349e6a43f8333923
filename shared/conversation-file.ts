/** One conversation as a file: the whole tree, so that every branch can be continued elsewhere. */

import { z } from 'zod';
import { limits } from './limits';
import { byName } from './money-units';
import { runSettingsSchema } from './run/settings-schema';

export const conversationFormat = 'gatehouse-conversation';
export const conversationFormatVersion = 1;

const id = z.string().min(1).max(100);
const time = z.number().min(0).max(8.64e15);
const count = z.number().min(0).nullable();
const tokens = z.number().min(0).max(1e9);

const message = z.object({
  id,
  parentId: id.nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string().max(limits.messageCharacters * 4),
  reasoning: z.string().default(''),
  status: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
  model: z.string().max(300).nullable(),
  /** The model that the gateway reported. */
  answeredModel: z.string().max(300).nullable().default(null),
  createdAt: time,
  finishedAt: time.nullable().default(null),
  finishReason: z.string().max(100).nullable().default(null),
  usage: z.object({ promptTokens: tokens, completionTokens: tokens }).nullable().default(null),
  firstTokenMs: count.default(null),
  totalMs: count.default(null),
  /** Its cost where it was made, as a decimal of each unit: `credits`, `dollars`. Importing it charges nothing. */
  ...byName('field', () => z.number().nullable().default(null)),
  refusal: z.string().nullable().default(null),
  /** Referred to by the SHA-256 of their bytes. */
  attachments: z
    .array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), name: z.string().min(1).max(200) }))
    .max(64)
    .default([]),
});

export const conversationFileSchema = z.object({
  format: z.literal(conversationFormat),
  formatVersion: z.int().min(1).max(conversationFormatVersion),
  title: z.string().min(1).max(limits.titleCharacters),
  createdAt: time,
  model: z.string().max(300).nullable(),
  settings: runSettingsSchema,
  leafId: id.nullable(),
  messages: z.array(message).max(100_000),
});
export type ConversationFile = z.infer<typeof conversationFileSchema>;
