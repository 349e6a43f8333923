/** Experiments: their variants, cases, cells and votes. */
import { z } from 'zod';
import { type JudgedType, judgedTypes } from '../../../../shared/assertions/types';
import { caseAssertion, variantNumbers } from '../../../../shared/commands/experiments-inputs';
import { rowStatuses } from '../../../../shared/lab/batch';
import { experimentLimits, voteChoices } from '../../../../shared/lab/experiment';
import { limits } from '../../../../shared/limits';
import { fileWays } from '../../../../shared/media/documents';
import { modalityIds } from '../../../../shared/modalities/modalities';
import { moneyUnits } from '../../../../shared/money/money-units';
import { inputRoles } from '../../../../shared/run/input-roles';
import { promptLimits } from '../../../../shared/run/prompts';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';
import * as column from './columns';

const most = experimentLimits;
const state = z.enum(rowStatuses as [(typeof rowStatuses)[number], ...typeof rowStatuses]);
const verdict = z.enum(['passed', 'failed', 'unclear']);
const assertions = column.json(z.array(caseAssertion).max(most.assertions));
const threshold = z.number().min(0).max(1).nullable();
const number = z.int().min(1).max(1_000_000);
const counted = z.int().min(0).max(1_000_000);

export const experiments = z.strictObject({
  seq: column.serial,
  id: column.id,
  title: column.text(most.titleCharacters),
  modality: z.enum(modalityIds),
  state: z.enum(['draft', 'running', 'paused', 'stopped', 'completed']),
  error: column.error,
  created_at: column.time,
  finished_at: column.time.nullable(),
  repeats: z.int().min(1).max(most.repeats),
  assertions,
  threshold,
  budget: column.charge,
  budget_unit: z.enum(moneyUnits).nullable(),
  revision: z.int().min(0).max(1e12),
  /** Read, then counted again here, like those below it. */
  counts: column.json(z.partialRecord(state, counted)),
  verdicts: column.json(z.partialRecord(verdict, counted)),
  score: z.number().nullable(),
  cost: column.json(z.partialRecord(z.enum(moneyUnits), column.amount)),
  unknown_costs: column.count,
  removed_at: column.notRemoved,
  judge_profile_id: column.profileId.nullable().default(null),
  judge_model: column.model.nullable().default(null),
  judgements: column.json(z.partialRecord(state, counted)).default('{}'),
});

export const experimentVariants = z.strictObject({
  experiment_seq: column.serial,
  number,
  label: column.text(most.labelCharacters * 2),
  profile_id: column.profileId,
  model: column.model,
  template: column.text(promptLimits.textCharacters),
  settings: column.json(runSettingsSchema),
  parameters: column.json(column.parameters),
  extra: column.json(column.extra),
  prompt_id: column.id.nullable(),
  prompt_version: number.nullable(),
});

const variables = z
  .record(column.text(100), column.text(limits.messageCharacters))
  .refine((given) => Object.keys(given).length <= most.variablesOfCase, 'has too many variables');

export const experimentCases = z.strictObject({
  experiment_seq: column.serial,
  number,
  variables: column.json(variables),
  assertions,
  threshold,
  tags: column.json(z.array(column.text(most.tagCharacters)).max(most.tags)),
  note: column.text(most.noteCharacters),
  only_variants: column.json(variantNumbers).nullable().default(null),
});

export const experimentFiles = z.strictObject({
  experiment_seq: column.serial,
  case_number: number,
  position: column.place,
  name: column.text(limits.attachmentNameCharacters),
  role: z.enum(inputRoles).nullable(),
  way: z.enum(fileWays).nullable(),
  file_seq: column.serial.nullable(),
  from_job_id: column.id.nullable(),
  from_media_id: column.id.nullable(),
});

export const experimentCells = z.strictObject({
  experiment_seq: column.serial,
  number,
  case_number: number,
  /** 0 where a model judges the answers of others. */
  variant_number: z.int().min(0).max(1_000_000),
  repeat: z.int().min(1).max(most.repeats),
  state,
  key: column.text(300),
  reply_id: column.id.nullable(),
  job_id: column.id.nullable(),
  error: column.error,
  started_at: column.time.nullable(),
  finished_at: column.time.nullable(),
  bound: column.charge,
  is_excluded: column.flag,
  verdict: verdict.nullable(),
  score: z.number().nullable(),
  why: column.json(z.array(column.text(10_000)).max(1_000)).nullable(),
});

export const experimentJobs = z.strictObject({
  job_id: column.id,
  experiment_seq: column.serial,
  cell_number: number,
});

export const experimentJudgements = z.strictObject({
  experiment_seq: column.serial,
  number,
  subject: column.text(10_000),
  type: z.enum(judgedTypes as [JudgedType, ...JudgedType[]]),
  cells: column.json(z.array(number).min(1).max(most.variants)),
  profile_id: column.profileId,
  model: column.model,
  settings: column.json(runSettingsSchema),
  prompt: column.text(limits.messageCharacters * 4),
  media: column.json(z.array(column.id).max(most.variants)),
});

export const experimentVotes = z.strictObject({
  id: column.id,
  experiment_seq: column.serial,
  case_number: number,
  a: number,
  b: number,
  choice: z.enum(voteChoices),
  at: column.time,
});
