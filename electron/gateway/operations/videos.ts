/** `videos.generations.create` and `createAndWait`. */

import { nextPollInMs } from '../../../shared/calls/job-polling';
import type { ClientContext } from '../http/call';
import type { GatewayPaths } from '../http/paths';
import { openCall } from '../http/transport';
import { amendError, GatewayError } from '../parse/error';
import { isRecord } from '../parse/json';
import type { GatewayClient } from '../types/client';
import type { RemoteJob, WaitOptions } from '../types/jobs';
import type { VideoParams } from '../types/media';
import { type ReadingContext, readJobReply } from './jobs';
import { mediaSpec } from './media-spec';

interface Following {
  readonly jobs: GatewayClient['jobs'];
  readonly reading: ReadingContext;
}

export function createVideos(
  context: ClientContext,
  paths: GatewayPaths,
  { jobs, reading }: Following,
): GatewayClient['videos'] {
  const create: GatewayClient['videos']['generations']['create'] = async (params: VideoParams, options) => {
    const reply = await openCall(context, await mediaSpec(context, paths, 'videos', params, options));
    return readJobReply(reading, reply, null, options?.spool);
  };
  return {
    generations: {
      create,
      async createAndWait(params, options = {}) {
        const { signal, idempotencyKey } = options;
        const job = await create(params, { signal, idempotencyKey });
        return waitForJob(context, jobs, job, options);
      },
    },
  };
}

// Waiting for a job to end, without ever submitting it again.
//
// The two end states are listed; in every other state, known or not, the job is polled again within the deadline.

const DEFAULT_DEADLINE_MS = 30 * 60_000;
const MAX_FAILED_CHECKS = 5;

type WaitContext = Pick<ClientContext, 'sleep' | 'now'>;

/** Returns the job once it is `completed` or `failed`. Throws `timeout` at the deadline; the job itself continues. */
async function waitForJob(
  context: WaitContext,
  jobs: GatewayClient['jobs'],
  created: RemoteJob,
  options: WaitOptions = {},
): Promise<RemoteJob> {
  const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const endsAt = context.now() + deadlineMs;
  let job = created;
  let failedChecks = 0;
  let askedMs = created.waitMs;
  options.onJob?.(job);
  for (let taken = 0; job.status !== 'completed' && job.status !== 'failed'; taken++) {
    const remainingMs = endsAt - context.now();
    if (remainingMs <= 0) throw deadlinePassed(job, deadlineMs);
    const polls = { taken, failedInARow: failedChecks, serverWaitMs: askedMs, followed: 1 };
    await pause(context, job, Math.min(remainingMs, nextPollInMs(polls, Math.random())), options.signal);
    try {
      job = await jobs.retrieve(created.handle, { signal: options.signal });
      failedChecks = 0;
      askedMs = job.waitMs;
      options.onJob?.(job);
    } catch (error) {
      failedChecks++;
      if (!(error instanceof GatewayError) || !isPassing(error) || failedChecks >= MAX_FAILED_CHECKS) {
        throw withJobId(error, job);
      }
      askedMs = error.retryAfterMs;
    }
  }
  return job;
}

async function pause(
  context: WaitContext,
  job: RemoteJob,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await context.sleep(waitMs, signal);
    signal?.throwIfAborted();
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new GatewayError({
      errorCode: 'aborted',
      message: 'Waiting for the job was stopped; the job continues.',
      details: detailsOf(job),
      outcomeUnknown: true,
    });
  }
}

/** Failures that the next poll may not repeat. A refusal (no such job, wrong key) is permanent. */
function isPassing(error: GatewayError): boolean {
  if (error.errorCode === 'aborted') return false;
  return error.statusCode < 400 || error.statusCode >= 500 || error.statusCode === 429;
}

function withJobId(error: unknown, job: RemoteJob): unknown {
  if (!(error instanceof GatewayError)) return error;
  const said = isRecord(error.details) ? error.details : { reply: error.details };
  return amendError(error, { details: { ...said, ...detailsOf(job) }, outcomeUnknown: true });
}

function deadlinePassed(job: RemoteJob, deadlineMs: number): GatewayError {
  return new GatewayError({
    errorCode: 'timeout',
    message: `The job did not end within ${Math.round(deadlineMs / 1_000)} s; it may still be running.`,
    details: detailsOf(job),
    requestId: job.meta.requestId,
    outcomeUnknown: true,
  });
}

function detailsOf(job: RemoteJob) {
  return { jobId: job.id, lastStatus: job.rawStatus };
}
