/** Batches and comparisons. */

import { z } from 'zod';
import { batchLimits, rowStatuses } from '../../../../shared/lab/batch';
import { limits } from '../../../../shared/limits';
import { modalityIds } from '../../../../shared/modalities/modalities';
import { promptLimits } from '../../../../shared/run/prompts';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';
import * as column from './columns';

const rowStatus = z.enum(rowStatuses as [(typeof rowStatuses)[number], ...typeof rowStatuses]);
const cells = z.array(column.text(batchLimits.cellCharacters)).max(batchLimits.columns);

export const batches = z.strictObject({
  seq: column.serial,
  id: column.id,
  name: column.text(batchLimits.nameCharacters),
  modality: z.enum(modalityIds),
  profile_id: column.profileId,
  model: column.model,
  template: column.text(promptLimits.textCharacters),
  settings: column.json(runSettingsSchema),
  parameters: column.json(column.parameters),
  extra: column.json(column.extra),
  columns: column.json(z.array(column.text(100)).max(batchLimits.columns)),
  status: z.enum(['running', 'paused', 'stopped', 'completed']),
  error: column.error,
  created_at: column.time,
  finished_at: column.time.nullable(),
  /** Read, then counted again here, like the two below it. */
  counts: column.json(z.partialRecord(rowStatus, z.int().min(0).max(batchLimits.rows))),
  credits_used: column.amount.transform((amount) => amount ?? 0),
  dollars_used: column.amount.default(0).transform((amount) => amount ?? 0),
  unknown_costs: column.count,
  removed_at: column.notRemoved,
});

export const batchRows = z.strictObject({
  batch_seq: column.serial,
  position: z.int().min(0).max(batchLimits.rows),
  values: column.json(cells),
  status: rowStatus,
  key: column.text(300),
  conversation_id: column.id.nullable(),
  reply_id: column.id.nullable(),
  job_id: column.id.nullable(),
  error: column.error,
  started_at: column.time.nullable(),
  finished_at: column.time.nullable(),
});

export const batchJobs = z.strictObject({
  job_id: column.id,
  batch_seq: column.serial,
  position: z.int().min(0).max(batchLimits.rows),
});

export const comparisons = z.strictObject({
  id: column.id,
  modality: z.enum(modalityIds),
  title: column.text(limits.titleCharacters * 5),
  created_at: column.time,
  updated_at: column.time,
  is_tied: column.flag,
  is_same_prompt: column.flag,
  winner_id: column.id.nullable(),
  removed_at: column.notRemoved,
});

const ofChat = z.strictObject({ settings: runSettingsSchema });
const ofMedia = z.strictObject({ parameters: column.parameters, extra: column.extra });
/** Earlier versions had the settings of both. */
const ofBoth = ofMedia.extend({ run: runSettingsSchema });
const columnSettings = z.union([ofChat, ofMedia, ofBoth]);

export const comparisonColumns = z.strictObject({
  id: column.id,
  comparison_id: column.id,
  position: column.place,
  model: column.model,
  settings: column.json(columnSettings),
  prompt: column.text(limits.messageCharacters).nullable(),
  conversation_id: column.id.nullable(),
  removed_at: column.notRemoved,
});

export const comparisonRuns = z.strictObject({
  seq: column.serial,
  round_id: column.id,
  column_id: column.id,
  call_id: column.id,
});
