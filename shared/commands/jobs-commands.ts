/** Everything generated: images, speech, video. */
import { z } from 'zod';
import type { JobPage, RawAnswer } from '../media/jobs';
import { type MediaModality, modalities } from '../modalities/modalities';
import type { RemoteJobSummary } from '../reports';
import type { JobInput } from '../run/inputs';
import { mediaRequest } from '../run/request-schema';
import { answers, cursor, id, isConfirmed, mediaModality } from './spec';

/** Model and text are needed, except where the interface leaves them to the gateway. */
function requireParts(
  request: { readonly modality: MediaModality; readonly model: string; readonly prompt: string },
  context: z.RefinementCtx,
): void {
  if (modalities[request.modality].isOptional) return;
  for (const field of ['model', 'prompt'] as const)
    if (request[field] === '')
      context.addIssue({ code: 'custom', path: [field], message: 'must not be empty' });
}

export const jobCreate = mediaRequest.extend({ id: z.uuid(), isConfirmed });
export const jobRetry = z.strictObject({ id, newId: z.uuid(), isConfirmed });
export const jobResume = z.strictObject({ id, isConfirmed });

export const jobsCommands = {
  /**
   * Stores the job, then sends the request; returns once it is on the disk. The window makes `id`, once per intent: the
   * same id a second time makes nothing and charges nothing.
   */
  'jobs.create': answers<null>()(() => jobCreate.superRefine(requireParts)),
  /** Stops waiting. The API has no way to stop the gateway itself, so it may still charge: the job says so. */
  'jobs.cancel': answers<null>()(() => z.strictObject({ id })),
  /** A new job with the settings of another; a new charge. */
  'jobs.retry': answers<null>()(() => jobRetry),
  /**
   * Speaks one part of a dialogue again, with another text or voice, as a new job whose file has all other parts as they
   * were; only that part is charged. @throws `not_found` where the other parts are not on this computer
   */
  'jobs.speakLine': answers<null>()(() =>
    z.strictObject({
      id,
      newId: z.uuid(),
      part: z.int().min(0).max(100_000),
      text: z.string().max(20_000).optional(),
      voice: z.string().max(100).optional(),
      isConfirmed,
    }),
  ),
  /**
   * Resumes the same job: downloads a waiting result (free), otherwise sends again with the same idempotency keys,
   * which a gateway that honors them answers without a second charge.
   */
  'jobs.resume': answers<null>()(() => jobResume),
  'jobs.dismiss': answers<null>()(() => z.strictObject({ ids: z.array(id).max(10_000) })),
  'jobs.page': answers<JobPage>()(() =>
    z.strictObject({ modality: mediaModality.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  /** The gateway's own list for the active profile. */
  'jobs.remoteList': answers<readonly RemoteJobSummary[]>()(() =>
    z.strictObject({ status: z.string().max(60).nullable(), limit: z.int().min(1).max(1_000) }),
  ),
  /** The answer that the job's result was not found in. @throws `not_found` where none is kept */
  'jobs.rawAnswer': answers<RawAnswer>()(() => z.strictObject({ id })),
  /** What a job was made from beside its text; none for one that is not here. */
  'jobs.inputs': answers<readonly JobInput[]>()(() => z.strictObject({ id })),
  /**
   * Opens a job by its id at the gateway, and follows and saves it: one made elsewhere with the same key becomes a job
   * here, one that is here already is shown again. Free.
   */
  'jobs.adopt': answers<{ id: string; modality: MediaModality }>()(() =>
    z.strictObject({ remoteId: z.string().trim().min(1).max(300) }),
  ),
};
