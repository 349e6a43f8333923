/** Jobs and their results. */
import { z } from 'zod';
import { limits } from '../../../../shared/limits';
import { boardLimits } from '../../../../shared/media/boards';
import { finishedStatuses, unfinishedStatuses } from '../../../../shared/media/jobs';
import { resultKinds } from '../../../../shared/media/media';
import { colorNames, orderLimits } from '../../../../shared/media/order';
import { tagSchema } from '../../../../shared/media/order-schema';
import { longestPrompt } from '../../../../shared/modalities/longest-prompt';
import { mediaModalities } from '../../../../shared/modalities/modalities';
import { inputRoles } from '../../../../shared/run/input-roles';
import { mostInputs } from '../../../../shared/run/inputs';
import type { ResultPlace } from '../../../core/ports/result-place';
import { placeOfEarlier } from '../../db/result-places';
import * as column from './columns';

const modality = z.enum(mediaModalities);
const prompt = column.text(longestPrompt);

const made = {
  model: column.model,
  prompt,
  parameters: column.json(column.parameters),
  extra: column.json(column.extra),
};

const address = column.text(20_000).refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
const received = { position: column.place, digest: column.hash.optional() };
const resultPlace = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), urls: z.array(address).min(1).max(100) }),
  z.strictObject({ kind: z.literal('kept'), ...received }),
  z.strictObject({ kind: z.literal('held'), ...received }),
  z.strictObject({ kind: z.literal('unusable'), reason: column.text(10_000) }),
]);

/** A job has a place for each result, so one that can’t be read is marked as unusable, and the others stay where they are. */
const readable = (place: unknown): ResultPlace => {
  const read = resultPlace.safeParse(typeof place === 'string' ? placeOfEarlier(place) : place);
  return read.success ? read.data : { kind: 'unusable', reason: 'Its address in the archive can’t be used.' };
};

/** Addresses from the gateway, or places of results on the disk of the computer that stored them. */
const resultPlaces = z
  .array(z.union([column.text(100_000), z.record(z.string(), z.unknown())]))
  .max(1_000)
  .transform((places) => places.map(readable));

const resultFacts = z
  .array(
    z.object({
      revisedPrompt: column.text(400_000).nullable(),
      seed: z.int().optional(),
      partsMs: z.array(z.number()).max(100_000).optional(),
    }),
  )
  .max(1_000);

export const jobs = z.strictObject({
  seq: column.serial,
  id: column.id,
  modality,
  profile_id: column.profileId,
  ...made,
  destination: column.json(z.object({ folder: z.string(), fileNameTemplate: column.text(200) }).partial()),
  status: z.enum([...unfinishedStatuses, ...finishedStatuses]),
  remote_id: column.text(300).nullable(),
  remote_status: column.text(1_000).nullable(),
  progress: z.number().min(0).max(1).nullable(),
  created_at: column.time,
  finished_at: column.time.nullable(),
  request_id: column.requestId,
  error: column.error,
  may_still_charge: column.flag,
  has_result: column.flag,
  output_urls: column.json(resultPlaces, 16_000_000),
  result_facts: column.json(resultFacts, 16_000_000).default('[]'),
  is_foreign: column.flag,
  is_dismissed: column.flag,
  ...column.jobOwner,
});

export const jobParts = z.strictObject({
  job_id: column.id,
  position: column.place,
  start: column.place,
  end: column.place,
  status: z.enum(['waiting', 'submitting', 'completed', 'failed', 'interrupted']),
  idempotency_key: column.text(300),
  error: column.error,
});

export const jobAnswers = z.strictObject({
  job_id: column.id,
  text: column.text(16_000_000),
  left_out: column.count,
});

export const jobInputs = z.strictObject({
  job_id: column.id,
  position: z.int().min(0).max(mostInputs),
  role: z.enum(inputRoles),
  name: column.text(limits.attachmentNameCharacters),
  file_seq: column.serial.nullable(),
  sent_file_seq: column.serial.nullable().default(null),
  from_job_id: column.id.nullable(),
  from_media_id: column.id.nullable(),
});

const fileFacts = column.mediaFacts.extend({
  part: z.object({ number: z.int().min(1).max(1_000), count: z.int().min(1).max(1_000) }).optional(),
});

export const media = z.strictObject({
  seq: column.serial,
  id: column.id,
  job_id: column.id,
  position: column.place,
  kind: z.enum(resultKinds),
  modality,
  content_type: column.text(100),
  /** Read but not stored: where a file lies is decided here. */
  folder: column.text(10_000),
  file_name: column.text(1_000),
  bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  width: z.int().min(0).max(1_000_000).nullable(),
  height: z.int().min(0).max(1_000_000).nullable(),
  duration_ms: column.milliseconds.nullable(),
  ...made,
  revised_prompt: column.text(400_000).nullable().default(null),
  seed: z.int().nullable().default(null),
  file_facts: column.json(fileFacts, 1_000).nullable().default(null),
  created_at: column.time,
  is_starred: column.flag,
  is_missing: column.flag,
  has_thumbnail: column.flag,
  removed_at: column.notRemoved,
  rating: z.int().min(0).max(orderLimits.rating).default(0),
  note: column.text(orderLimits.noteCharacters).default(''),
  tags: column.json(z.array(tagSchema).max(orderLimits.tags), 100_000).default('[]'),
  likeness: z
    .string()
    .regex(/^[0-9a-f]{16}(?:[0-9a-f]{54})?$/)
    .nullable()
    .default(null),
  color: z.enum(colorNames).nullable().default(null),
});

export const boards = z.strictObject({
  seq: column.serial,
  id: column.id,
  name: column.text(boardLimits.nameCharacters),
  created_at: column.time,
  removed_at: column.notRemoved,
});

export const boardMedia = z.strictObject({
  board_seq: column.serial,
  media_seq: column.serial,
  added_at: column.time,
});
