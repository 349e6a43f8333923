/** `GET /jobs/{id}` and `GET /jobs`, and a job as a response shows it. */
import { z } from 'zod';
import { check } from '../chat/request';
import { ApiError } from '../errors';
import type { Job } from '../jobs/store';
import { videoSize } from '../media/models';
import { toCredits } from '../pricing';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';
import { outputUrl } from './outputs';

/** How long a client should wait before it polls again. */
const RETRY_AFTER_SECONDS = 2;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const isUnfinished = ({ status }: Job): boolean => status === 'queued' || status === 'running';

/** One job; a poll is free. */
export function jobReply(context: GatewayContext, services: Services, job: Job, usedMicros = 0): Response {
  if (isUnfinished(job)) context.header('retry-after', String(RETRY_AFTER_SECONDS));
  return jsonReply(context, services, jobRecord(context, services, job), usedMicros);
}

export function retrieveJob(context: GatewayContext, services: Services): Response {
  const id = context.req.param('id') ?? '';
  const job = services.media.jobs.find(id);
  if (job === undefined) {
    throw new ApiError(`There is no job "${id.slice(0, 100)}".`, { status: 404, code: 'job_not_found' });
  }
  return jobReply(context, services, job, costToTell(context, services, job));
}

/**
 * A client adds up what replies say they used, so only one reply reports the cost of a job: the first retrieval of the
 * completed job. Where that reply is lost, the record's own `credits.charged` still has it.
 */
function costToTell(context: GatewayContext, { media }: Services, job: Job): number {
  const isTelling = context.req.method === 'GET' && job.status === 'completed';
  return isTelling && media.store.claimCostReport(job.id) ? job.costMicros : 0;
}

const query = z.object({
  status: z.string().max(100).optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_LIMIT))
    .optional(),
});

export function listJobs(context: GatewayContext, services: Services): Response {
  const { status, limit = DEFAULT_LIMIT } = check(query, context.req.query());
  const { jobs, hasMore } = services.media.jobs.list(status || null, limit);
  if (jobs.some(isUnfinished)) context.header('retry-after', String(RETRY_AFTER_SECONDS));
  const data = jobs.map((job) => jobRecord(context, services, job));
  return jsonReply(context, services, { object: 'list', data, has_more: hasMore });
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** A job as a response shows it. */
function jobRecord(context: GatewayContext, { media }: Services, job: Job): Record<string, unknown> {
  return {
    id: job.id,
    object: 'job',
    type: 'video.generation',
    status: media.jobs.statusOf(job),
    progress: media.jobs.progressOf(job),
    model: job.model,
    input: job.input,
    created_at: seconds(job.createdAt),
    ...(job.startedAt !== null && { started_at: seconds(job.startedAt) }),
    ...(job.finishedAt !== null && { finished_at: seconds(job.finishedAt) }),
    ...(job.outputToken !== null && { output: outputRecord(context, media.outputs, job, job.outputToken) }),
    ...(job.error !== null && { error: job.error }),
    // The same for every caller and every poll; `credits_used` is reported only once.
    credits: {
      price: toCredits(job.costMicros),
      charged: job.status === 'completed' ? toCredits(job.costMicros) : 0,
    },
  };
}

function outputRecord(
  context: GatewayContext,
  outputs: Services['media']['outputs'],
  { input }: Job,
  token: string,
): Record<string, unknown> {
  const output = outputs.find(token);
  return {
    url: outputUrl(context, token),
    content_type: output?.contentType,
    duration: input.duration,
    ...videoSize(input.resolution, input.aspect_ratio),
    bytes: output?.bytes,
    expires_at: output && seconds(output.expiresAt),
  };
}
