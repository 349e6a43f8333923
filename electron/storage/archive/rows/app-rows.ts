/** What you set up and saved, and what was paid. */

import { z } from 'zod';
import { limits } from '../../../../shared/limits';
import { modalityIds } from '../../../../shared/modalities/modalities';
import { ledgerOutcomes } from '../../../../shared/money/ledger';
import { moneyUnits } from '../../../../shared/money/money-units';
import { gatewayConnectionSchema } from '../../../../shared/profiles/gateway-connection';
import { baseUrlSchema } from '../../../../shared/profiles/profiles';
import { presetLimits } from '../../../../shared/run/presets';
import { presetContentSchema, presetMessagesSchema } from '../../../../shared/run/presets-schema';
import { promptLimits } from '../../../../shared/run/prompts';
import { savedToolLimits } from '../../../../shared/run/saved-tools';
import { oneToolSchema, toolNameSchema } from '../../../../shared/run/tools-schema';
import * as column from './columns';

export const settings = z.strictObject({
  key: column.text(100),
  value: column.text(Math.max(limits.messageCharacters, 4_000_000)),
});

export const profiles = z.strictObject({
  seq: column.serial,
  id: column.id,
  name: column.text(100),
  base_url: baseUrlSchema,
  key_stored: column.flag,
  /** Archives of earlier versions have none. */
  connection: column.json(gatewayConnectionSchema, 500_000).nullable().default(null),
});

const tag = column.text(promptLimits.tagCharacters);
const values = z
  .record(column.text(100), column.text(promptLimits.textCharacters))
  .refine((given) => Object.keys(given).length <= promptLimits.values, 'has too many values');

export const prompts = z.strictObject({
  seq: column.serial,
  id: column.id,
  name: column.text(promptLimits.nameCharacters * 2),
  text: column.text(promptLimits.textCharacters),
  tags: column.json(z.array(tag).max(promptLimits.tags)),
  last_values: column.json(values, 16_000_000),
  created_at: column.time,
  updated_at: column.time,
  recent_at: column.time,
  removed_at: column.notRemoved,
  /** Archives of earlier versions have none. */
  version: z.int().min(1).max(1_000_000).default(1),
});

export const promptVersions = z.strictObject({
  prompt_seq: column.serial,
  version: z.int().min(1).max(1_000_000),
  text: column.text(promptLimits.textCharacters),
  note: column.text(promptLimits.noteCharacters),
  created_at: column.time,
});

export const promptTags = z.strictObject({ tag, prompt_seq: column.serial });

export const presets = z.strictObject({
  id: column.id,
  tab: z.enum(modalityIds),
  name: column.text(presetLimits.nameCharacters),
  content: column.json(presetContentSchema),
  /** Archives of earlier versions have none. */
  messages: column.json(presetMessagesSchema, presetLimits.messagesCharacters).nullable().default(null),
  is_default: column.flag,
  created_at: column.time,
  updated_at: column.time,
  removed_at: column.notRemoved,
});

export const savedTools = z.strictObject({
  server: column.text(savedToolLimits.serverCharacters),
  name: toolNameSchema,
  schema_hash: column.hash,
  tool: column.json(oneToolSchema),
  created_at: column.time,
  updated_at: column.time,
  removed_at: column.notRemoved,
});

const tokens = column.count.nullable().default(null);

export const ledger = z.strictObject({
  id: column.serial,
  at: column.time,
  profile_id: column.profileId,
  operation: column.text(100),
  model: column.model.nullable(),
  used: column.amount,
  remaining: column.amount,
  outcome: z.enum(ledgerOutcomes),
  status_code: z.int().min(0).max(999).nullable(),
  request_id: column.requestId,
  idempotency_key: column.idempotencyKey,
  conversation_id: column.id.nullable(),
  message_id: column.id.nullable(),
  job_id: column.id.nullable(),
  total_ms: column.milliseconds.nullable(),
  is_checkpoint: column.flag,
  estimate_from: column.charge,
  estimate_to: column.charge,
  units: z.number().min(0).max(1e12).nullable(),
  /** Archives of earlier versions count in credits and have no generation id. */
  unit: z.enum(moneyUnits).default('credits'),
  generation_id: column.text(300).nullable().default(null),
  /** Archives of earlier versions have none. */
  prompt_tokens: tokens,
  cached_tokens: tokens,
  completion_tokens: tokens,
  reasoning_tokens: tokens,
});
