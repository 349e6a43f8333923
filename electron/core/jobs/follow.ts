import { isPaid } from '../../../shared/cost';
import { nextPollInMs } from '../../../shared/job-polling';
import type { Job } from '../../../shared/jobs';
import type { RemoteJob } from '../../gateway/types';
import { callOf, isGatewayFailure, type JobContext, subjectOf } from './context';
import { recordPoll, reportedChargeOf } from './job-charge';
import { JobFailure } from './job-failure';
import { createPatience } from './patience';
import { pause } from './pause';

/**
 * Polls a remote job to its end. A failed poll is shown and repeated; only the gateway or the person can end the job. A job
 * that shows no change for very long is left to the person, who can go on at any time.
 */
export async function follow(context: JobContext, job: Job, signal: AbortSignal): Promise<RemoteJob> {
  const polling: Polling = { taken: 0, failedInARow: 0, missing: 0, serverWaitMs: null };
  const patience = createPatience();
  const phaseOf = (status: Job['status']) => (status === 'queued' ? 'queued' : 'running');
  context.following.set(job.id, phaseOf(job.status));
  try {
    for (;;) {
      const waitedMs = await waitForNext(context, job, polling, signal);
      const remote = await poll(context, job, polling, signal);
      if (remote && (remote.status === 'completed' || remote.status === 'failed')) return remote;
      if (remote === null) continue;
      context.following.set(job.id, phaseOf(remote.status));
      const unchangedMs = patience.note(remote, waitedMs);
      if (unchangedMs !== null) throw await leave(context, job, remote, unchangedMs);
    }
  } finally {
    context.following.delete(job.id);
  }
}

interface Polling {
  taken: number;
  failedInARow: number;
  /** Polls in a row in which the gateway did not know the job. */
  missing: number;
  serverWaitMs: number | null;
}

/** One 404 proves nothing: a server behind the gateway may learn of a new job late, and the job is paid for. */
const POLLS_UNTIL_GONE = 3;

const PACE_JITTER = 0.2;

async function waitForNext(
  context: JobContext,
  { id, profileId }: Job,
  polling: Polling,
  signal: AbortSignal,
): Promise<number> {
  const { clock } = context.ports;
  const phase = context.following.get(id);
  const followed = [...context.following.values()].filter((other) => other === phase).length;
  const pollMs = nextPollInMs({ ...polling, followed }, clock.random());
  // Many jobs wait for one reset: they don't all ask at that moment.
  const pacedMs = Math.round(context.pace.waitMs(profileId) * (1 + clock.random() * PACE_JITTER));
  const waitMs = Math.max(pollMs, pacedMs);
  const before = context.checksOf(id);
  context.setChecks(id, {
    lastAt: before?.lastAt ?? null,
    nextAt: clock.now() + waitMs,
    failedInARow: polling.failedInARow,
    lastError: polling.failedInARow > 0 ? (before?.lastError ?? null) : null,
    ...(pacedMs > pollMs && { isPaced: true }),
  });
  await pause(clock, waitMs, signal);
  return waitMs;
}

async function poll(
  context: JobContext,
  job: Job,
  polling: Polling,
  signal: AbortSignal,
): Promise<RemoteJob | null> {
  polling.taken += 1;
  const remote = await retrieve(context, job, polling, signal);
  if (remote === null) return null;
  polling.failedInARow = 0;
  polling.serverWaitMs = remote.waitMs;
  await storeState(context, job, remote);
  return remote;
}

/** @returns `null` if it couldn't be read this time */
async function retrieve(
  context: JobContext,
  job: Job,
  polling: Polling,
  signal: AbortSignal,
): Promise<RemoteJob | null> {
  try {
    const client = await context.profiles.client(job.profileId);
    return await client.jobs.retrieve(job.remoteId ?? '', { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    polling.missing = isGatewayFailure(error) && error.statusCode === 404 ? polling.missing + 1 : 0;
    if (polling.missing === POLLS_UNTIL_GONE) throw jobNotFound(job);
    polling.failedInARow += 1;
    polling.serverWaitMs = isGatewayFailure(error) ? error.retryAfterMs : null;
    const { now } = context.ports.clock;
    const lastError = context.ports.describeError(error);
    context.setChecks(job.id, { lastAt: now(), nextAt: null, failedInARow: polling.failedInARow, lastError });
    return null;
  }
}

/** A gateway may report a charge only once, so it is stored however long the disk fails. */
async function storeState(context: JobContext, job: Job, remote: RemoteJob): Promise<void> {
  const isFinal = remote.status === 'completed' || remote.status === 'failed';
  context.setChecks(job.id, {
    lastAt: context.ports.clock.now(),
    nextAt: null,
    failedInARow: 0,
    lastError: null,
  });
  const status = remote.status === 'queued' ? ('queued' as const) : ('running' as const);
  const patch = isFinal ? {} : { status, progress: remote.progress };
  await context.store(job.id, { ...patch, remoteStatus: remote.rawStatus }, () => {
    if (remote.status === 'completed') noteLostCharge(context, job, remote);
    recordPoll(context, job, remote, { call: callOf(context, job), isFinal });
  });
  if (isFinal) context.credits.announce(job.profileId);
}

/**
 * A gateway reports a job's cost once. Where that answer never arrived (a cut connection, a kill), the job ends without
 * one: its cost is unknown, not zero, until a balance shows it.
 */
function noteLostCharge(context: JobContext, job: Job, remote: RemoteJob): void {
  const { credits, read } = context;
  const { part, whole } = reportedChargeOf(context, job, remote);
  const isTold = whole !== null || (part ?? 0) > 0;
  const wasReported = isTold || isPaid(read(job.id));
  if (!wasReported) credits.recordUnknown(subjectOf(job, 'jobs.retrieve'));
}

/** Nothing says that the job will ever end; what it may have cost is not known. */
async function leave(
  context: JobContext,
  job: Job,
  remote: RemoteJob,
  unchangedMs: number,
): Promise<JobFailure> {
  const { rawStatus, isUnknownStatus, meta } = remote;
  await context.persist(() => noteLostCharge(context, job, remote));
  context.credits.announce(job.profileId);
  const minutes = Math.round(unchangedMs / 60_000);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  const state = isUnknownStatus
    ? `the state “${rawStatus}”, which Gatehouse doesn't know,`
    : `“${rawStatus}”`;
  const message = `The gateway has reported ${state} for ${time} without any change. Follow the job again to check it; that costs nothing.`;
  const { requestId } = meta;
  return new JobFailure({
    code: 'no_progress',
    message,
    stage: 'polling',
    outcomeUnknown: true,
    ...(requestId !== null && { requestId }),
  });
}

function jobNotFound({ remoteId }: Job): JobFailure {
  const message = `The gateway no longer knows the job ${remoteId}.`;
  return new JobFailure({ code: 'not_found', message, statusCode: 404, stage: 'polling' });
}
