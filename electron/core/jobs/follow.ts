import { nextPollInMs } from '../../../shared/calls/job-polling';
import type { AppErrorData } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { isPaid } from '../../../shared/money/cost';
import type { RemoteJob } from '../../gateway/types/jobs';
import { isGatewayFailure } from '../lib/gateway-failure';
import { pause } from '../lib/pause';
import { callOf, type JobContext, subjectOf } from './context';
import { hasPaidResults } from './failed-job';
import { recordPoll, reportedChargeOf } from './job-charge';
import { JobFailure } from './job-failure';
import { spoolTo } from './results';

/**
 * Polls a remote job to its end. A failed poll is shown and repeated; only the gateway or the person can end the job. A job
 * that shows no change for very long is left to the person, who can go on at any time.
 */
export async function follow(context: JobContext, job: Job, signal: AbortSignal): Promise<RemoteJob> {
  const polling: Polling = { taken: 0, failedInARow: 0, missingMs: null, doubtful: 0, serverWaitMs: null };
  const deadline = createPollDeadline();
  const phaseOf = (status: Job['status']) => (status === 'queued' ? 'queued' : 'running');
  context.following.set(job.id, phaseOf(job.status));
  try {
    for (;;) {
      const waitedMs = await waitForNext(context, job, polling, signal);
      if (polling.missingMs !== null) polling.missingMs += waitedMs;
      const remote = await poll(context, job, polling, signal);
      if (remote && (remote.status === 'completed' || remote.status === 'failed')) return remote;
      if (remote === null) continue;
      context.following.set(job.id, phaseOf(remote.status));
      const unchangedMs = deadline.note(remote, waitedMs);
      if (unchangedMs !== null && remote.outputs.length > 0) return { ...remote, status: 'completed' };
      if (unchangedMs !== null) throw await noProgress(context, job, remote, unchangedMs);
    }
  } finally {
    context.following.delete(job.id);
  }
}

interface Polling {
  taken: number;
  failedInARow: number;
  /** How long the gateway has said that it does not know the job; `null` while it does. */
  missingMs: number | null;
  /** Failures in a row that did not name the job. */
  doubtful: number;
  serverWaitMs: number | null;
}

/**
 * A 404 proves little, and the job may be paid for: a server behind the gateway may learn of a new job late, a proxy may
 * restart, and a base URL may be mistyped for a moment.
 */
const GONE_AFTER_MS = 120_000;

/** A gateway may say "failed" of the poll itself; where it never names the job, it says so again. */
const DOUBTFUL_FAILURES = 3;

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
  polling.missingMs = null;
  if (isDoubtful(remote, polling)) {
    const { code, message } = remote.error ?? { code: 'provider_error', message: 'The check failed.' };
    noteFailedCheck(context, job, polling, { code, message });
    return null;
  }
  polling.failedInARow = 0;
  polling.serverWaitMs = remote.waitMs;
  await storeState(context, job, remote);
  return remote;
}

function isDoubtful({ status, isNamed }: RemoteJob, polling: Polling): boolean {
  polling.doubtful = status === 'failed' && !isNamed ? polling.doubtful + 1 : 0;
  return polling.doubtful > 0 && polling.doubtful < DOUBTFUL_FAILURES;
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
    return await client.jobs.retrieve(job.remoteId ?? '', { signal, spool: spoolTo(context, job, 0) });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    await noteFailure(context, job, polling, error);
    return null;
  }
}

/** @throws JobFailure where asking again is of no use */
async function noteFailure(context: JobContext, job: Job, polling: Polling, error: unknown): Promise<void> {
  const failure = isGatewayFailure(error) ? error : null;
  const described = context.ports.describeError(error);
  if (described.code === 'job_elsewhere') throw elsewhere(described);
  polling.missingMs = failure?.statusCode === 404 ? (polling.missingMs ?? 0) : null;
  if ((polling.missingMs ?? 0) >= GONE_AFTER_MS) throw await jobNotFound(context, job, described.message);
  polling.serverWaitMs = failure?.retryAfterMs ?? null;
  noteFailedCheck(context, job, polling, described);
}

function noteFailedCheck(context: JobContext, job: Job, polling: Polling, lastError: AppErrorData): void {
  polling.failedInARow += 1;
  const lastAt = context.ports.clock.now();
  context.setChecks(job.id, { lastAt, nextAt: null, failedInARow: polling.failedInARow, lastError });
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
    if (remote.status === 'completed' || hasPaidResults(job, remote)) noteLostCharge(context, job, remote);
    recordPoll(context, job, remote, { call: callOf(context, job), isFinal });
  });
  if (isFinal) context.ledger.announce(job.profileId);
}

/** For an unknown state, which may be a final one. */
const UNKNOWN_STATE_MS = 30 * 60_000;
/** Queues of video services can hold a job for hours. */
const KNOWN_STATE_MS = 24 * 3_600_000;

/** For a job at work that holds results already: some gateways add one after another, and a few never say the end. */
const WITH_RESULT_MS = 2 * 60_000;

type Seen = Pick<RemoteJob, 'rawStatus' | 'isUnknownStatus' | 'progress'> &
  Partial<Pick<RemoteJob, 'outputs'>>;

interface PollDeadline {
  /**
   * Takes a poll and the wait before it.
   * @returns how long nothing has changed, in milliseconds, where that is too long; else `null`
   */
  note(seen: Seen, waitedMs: number): number | null;
}

/**
 * How long a job without any change is polled. Only waits between polls count, so a sleeping computer gives up no job.
 */
export function createPollDeadline(): PollDeadline {
  let last = '';
  let unchangedMs = 0;
  return {
    note({ rawStatus, isUnknownStatus, progress, outputs = [] }, waitedMs) {
      const now = `${rawStatus} ${progress} ${outputs.length}`;
      unchangedMs = now === last ? unchangedMs + waitedMs : 0;
      last = now;
      const knownMs = outputs.length > 0 ? WITH_RESULT_MS : KNOWN_STATE_MS;
      return unchangedMs >= (isUnknownStatus ? UNKNOWN_STATE_MS : knownMs) ? unchangedMs : null;
    },
  };
}

// Jobs that the gateway is not asked about any longer, although it never reported their end.

/**
 * A gateway reports a job's cost once. Where that answer never arrived (a cut connection, a kill), the job ends without
 * one: its cost is unknown, not zero, until a balance shows it.
 *
 * @param remote the last record of the job; `null` where the gateway has none
 */
function noteLostCharge(context: JobContext, job: Job, remote: RemoteJob | null): void {
  const { ledger, read } = context;
  const { part, whole } = remote ? reportedChargeOf(context, job, remote) : { part: null, whole: null };
  const isTold = whole !== null || (part ?? 0) > 0;
  const wasReported = isTold || isPaid(read(job.id).cost);
  if (!wasReported) ledger.recordUnknown(subjectOf(job, 'jobs.retrieve'));
}

/** Nothing says that the job will ever end; what it may have cost is not known. */
async function noProgress(
  context: JobContext,
  job: Job,
  remote: RemoteJob,
  unchangedMs: number,
): Promise<JobFailure> {
  const { rawStatus, isUnknownStatus, meta } = remote;
  await leave(context, job, remote);
  const minutes = Math.round(unchangedMs / 60_000);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  const state = isUnknownStatus
    ? `the state “${rawStatus}”, which Gatehouse doesn’t know,`
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

/** The gateway works on it and may charge it; where its state can be asked for, the person decides. */
const elsewhere = (described: AppErrorData): JobFailure =>
  new JobFailure({ ...described, stage: 'polling', outcomeUnknown: true });

/** The gateway may have completed and charged the job before it forgot it, or may know it again later. */
async function jobNotFound(context: JobContext, job: Job, said: string): Promise<JobFailure> {
  await leave(context, job, null);
  const message = `The gateway no longer knows the job ${job.remoteId}. It may have been charged. Follow the job again to check it; that costs nothing. The last answer: ${said}`;
  const failure = { code: 'not_found', message, statusCode: 404, stage: 'polling' } as const;
  return new JobFailure({ ...failure, outcomeUnknown: true });
}

async function leave(context: JobContext, job: Job, remote: RemoteJob | null): Promise<void> {
  await context.persist(() => noteLostCharge(context, job, remote));
  context.ledger.announce(job.profileId);
}
