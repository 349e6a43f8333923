/** Chats, their messages and the files in them. */

import { z } from 'zod';
import { editKinds, messageChanges } from '../../../../shared/chat/edits';
import { logprobsSchema } from '../../../../shared/chat/logprobs-schema';
import { messageRoles, partTypes } from '../../../../shared/chat/parts';
import { limits } from '../../../../shared/limits';
import { fileWays } from '../../../../shared/media/documents';
import { resultKinds } from '../../../../shared/media/media';
import { tokenDetailsSchema, tokenPricesSchema } from '../../../../shared/money/token-usage-schema';
import { askedFormatSchema } from '../../../../shared/run/asked-format-schema';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';
import * as column from './columns';

/** A reply may be longer than a message you can send; its gateway decides. */
const replyCharacters = 16_000_000;

export const conversations = z.strictObject({
  id: column.id,
  title: column.text(limits.titleCharacters * 5),
  created_at: column.time,
  updated_at: column.time,
  leaf_id: column.id.nullable(),
  model: column.model.nullable(),
  settings: column.json(runSettingsSchema),
  is_pinned: column.flag,
  is_unread: column.flag,
  draft: column.text(limits.messageCharacters * 2),
  is_named: column.flag,
  removed_at: column.notRemoved,
  ...column.owner,
});

export const messages = z.strictObject({
  seq: column.serial,
  id: column.id,
  conversation_id: column.id,
  parent_id: column.id.nullable(),
  role: z.enum(messageRoles),
  status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed']),
  model: column.model.nullable(),
  profile_id: column.profileId.nullable(),
  idempotency_key: column.idempotencyKey,
  created_at: column.time,
  finished_at: column.time.nullable(),
  finish_reason: column.text(1_000).nullable(),
  prompt_tokens: column.count.nullable(),
  completion_tokens: column.count.nullable(),
  first_token_ms: column.milliseconds.nullable(),
  total_ms: column.milliseconds.nullable(),
  request_id: column.requestId,
  error: column.error,
  answered_model: column.model.nullable(),
  removed_at: column.notRemoved,
  is_cost_stated: column.flag.default(0),
  stated_credits: column.charge.default(null),
  stated_dollars: column.charge.default(null),
  is_held: column.flag.default(0),
  cached_tokens: column.count.nullable().default(null),
  reasoning_tokens: column.count.nullable().default(null),
  change: z.enum(messageChanges).nullable().default(null),
  asked_format: column.text(100).nullable().default(null),
  token_details: column.json(tokenDetailsSchema, 10_000).nullable().default(null),
  token_prices: column.json(tokenPricesSchema, 10_000).nullable().default(null),
  thinking_ms: column.milliseconds.nullable().default(null),
});

export const askedFormats = z.strictObject({
  conversation_id: column.id,
  key: column.text(100),
  format: column.json(askedFormatSchema),
});

export const askedSettings = z.strictObject({
  conversation_id: column.id,
  key: column.text(100),
  settings: column.json(runSettingsSchema),
});

export const replySettings = z.strictObject({
  conversation_id: column.id,
  reply_id: column.id,
  key: column.text(100),
});

export const replyBeginnings = z.strictObject({
  conversation_id: column.id,
  reply_id: column.id,
  characters: column.count,
});

export const chatEdits = z.strictObject({
  seq: column.serial,
  id: column.id,
  conversation_id: column.id,
  kind: z.enum(editKinds),
  of_id: column.id.nullable(),
  message_id: column.id.nullable(),
  made_id: column.id.nullable(),
  made: column.count,
  before_leaf_id: column.id.nullable(),
  after_leaf_id: column.id.nullable(),
  at: column.time,
  undone_at: column.time.nullable(),
});

/** What archives of earlier versions hold in place of parts (`earlier-archives.ts`). */
export const earlierMessageColumns = {
  text: column.text(replyCharacters),
  reasoning: column.text(replyCharacters),
  refusal: column.text(replyCharacters).nullable(),
  tool_calls: column.json(z.array(z.json()).max(10_000), replyCharacters),
} as const;

/** Its content is text or JSON that nothing but the page of its message reads. */
export const messageParts = z.strictObject({
  message_seq: column.serial,
  number: z.int().min(1).max(1_000_000_000),
  position: z.int().min(1).max(1_000_000_000),
  type: z.enum(partTypes),
  content: column.text(replyCharacters),
  file_seq: column.serial.nullable(),
  job_id: column.id.nullable(),
  way: z.enum(fileWays).nullable().default(null),
});

/** What archives of earlier versions hold in place of the number of a file. */
export const earlierPartColumns = { file_id: column.hash.nullable() } as const;

export const messageLogprobs = z.strictObject({
  message_id: column.id,
  tokens: column.json(logprobsSchema),
});

export const messageMedia = z.strictObject({ message_id: column.id, of_message_id: column.id });

/** Never stored as such: its text becomes part of the chat's draft. */
export const queuedMessages = z.strictObject({
  seq: column.serial,
  id: column.id,
  conversation_id: column.id,
  text: column.text(limits.messageCharacters),
  model: column.model,
  settings: column.json(runSettingsSchema),
  profile_id: column.profileId.nullable(),
  parent_id: column.id.nullable().default(null),
});

/** The type of a file by its bytes, as a header holds it. */
const contentType = column.text(100).regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type');

const fileFacts = column.mediaFacts.extend({
  durationMs: column.milliseconds.optional(),
  from: z.object({ jobId: column.id, mediaId: column.id }).optional(),
});

export const files = z.strictObject({
  seq: column.serial,
  id: column.hash,
  kind: z.enum(resultKinds),
  content_type: contentType,
  bytes: z.int().min(1).max(limits.attachmentBytes),
  width: z.int().min(1).max(1_000_000).nullable(),
  height: z.int().min(1).max(1_000_000).nullable(),
  facts: column.json(fileFacts, 1_000),
  has_thumbnail: column.flag,
  was_used: column.flag,
  created_at: column.time,
});

export const fileUses = z.strictObject({
  owner_kind: z.enum(['draft', 'queued']),
  owner_id: column.id,
  position: z.int().min(0).max(1_000),
  file_seq: column.serial,
  name: column.text(limits.attachmentNameCharacters),
  way: z.enum(fileWays).nullable().default(null),
});

/** Files of archives of earlier versions, which could only be images (`earlier-archives.ts`). */
export const attachments = z.strictObject({
  id: column.hash,
  content_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  bytes: z.int().min(1).max(limits.attachmentBytes),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  has_thumbnail: column.flag,
  was_used: column.flag,
  created_at: column.time,
});

export const attachmentUses = z.strictObject({
  owner_kind: z.enum(['message', 'draft', 'queued']),
  owner_id: column.id,
  position: z.int().min(0).max(1_000),
  attachment_id: column.hash,
  name: column.text(limits.attachmentNameCharacters),
});
