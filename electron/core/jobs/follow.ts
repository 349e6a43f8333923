import type { Job } from '../../../shared/jobs';
import type { RemoteJob } from '../../gateway/types';
import { isGatewayFailure, type JobContext, recordLook, subjectOf } from './context';
import { JobFailure } from './job-failure';
import { pause } from './pause';
import { nextPollInMs } from './schedule';

/** Follows a remote job to its end. Failed looks are shown and go on being tried; only the gateway or the person ends it. */
export async function follow(context: JobContext, job: Job, signal: AbortSignal): Promise<RemoteJob> {
  const looks: Looks = { taken: 0, failedInARow: 0, missing: 0, serverWaitMs: null };
  const stand = (status: Job['status']) => (status === 'queued' ? 'queued' : 'running');
  context.following.set(job.id, stand(job.status));
  try {
    for (;;) {
      await waitForNext(context, job.id, looks, signal);
      const remote = await look(context, job, looks, signal);
      if (remote && (remote.status === 'completed' || remote.status === 'failed')) return remote;
      if (remote) context.following.set(job.id, stand(remote.status));
    }
  } finally {
    context.following.delete(job.id);
  }
}

interface Looks {
  taken: number;
  failedInARow: number;
  /** Looks in a row at which the gateway did not know the job. */
  missing: number;
  serverWaitMs: number | null;
}

/** One 404 is no proof: a server behind the gateway may learn of a new job late, and the job is being paid for. */
const LOOKS_UNTIL_GONE = 3;

async function waitForNext(
  context: JobContext,
  id: string,
  looks: Looks,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = context.ports;
  const standing = context.following.get(id);
  const followed = [...context.following.values()].filter((other) => other === standing).length;
  const waitMs = nextPollInMs({ ...looks, followed }, clock.random());
  const before = context.checksOf(id);
  context.setChecks(id, {
    lastAt: before?.lastAt ?? null,
    nextAt: clock.now() + waitMs,
    failedInARow: looks.failedInARow,
    lastError: looks.failedInARow > 0 ? (before?.lastError ?? null) : null,
  });
  await pause(clock, waitMs, signal);
}

async function look(
  context: JobContext,
  job: Job,
  looks: Looks,
  signal: AbortSignal,
): Promise<RemoteJob | null> {
  looks.taken += 1;
  const remote = await retrieve(context, job, looks, signal);
  if (remote === null) return null;
  looks.failedInARow = 0;
  looks.serverWaitMs = remote.waitMs;
  await tellState(context, job, remote);
  return remote;
}

/** @returns `null` where it could not be read this time */
async function retrieve(
  context: JobContext,
  job: Job,
  looks: Looks,
  signal: AbortSignal,
): Promise<RemoteJob | null> {
  try {
    const client = await context.profiles.client(job.profileId);
    return await client.jobs.retrieve(job.remoteId ?? '', { signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    looks.missing = isGatewayFailure(error) && error.statusCode === 404 ? looks.missing + 1 : 0;
    if (looks.missing === LOOKS_UNTIL_GONE) throw vanished(job);
    looks.failedInARow += 1;
    looks.serverWaitMs = isGatewayFailure(error) ? error.retryAfterMs : null;
    const { now } = context.ports.clock;
    const lastError = context.ports.describeError(error);
    context.setChecks(job.id, { lastAt: now(), nextAt: null, failedInARow: looks.failedInARow, lastError });
    return null;
  }
}

/** A gateway may tell a charge once only, so what was told is written down however long the disk refuses it. */
async function tellState(context: JobContext, job: Job, remote: RemoteJob): Promise<void> {
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
    recordLook(context, job, remote.meta, isFinal);
  });
  if (isFinal) context.credits.announce(job.profileId);
}

/**
 * A gateway tells a job's cost once. Where the answer that told it never arrived (a cut connection, a kill), the job
 * ends without one: its cost is then unknown until a balance shows it, not zero.
 */
function noteLostCharge({ credits, read }: JobContext, job: Job, { meta }: RemoteJob): void {
  const wasTold = (meta.credits.used ?? 0) > 0 || (read(job.id).creditsUsed ?? 0) > 0;
  if (!wasTold) credits.recordUnknown(subjectOf(job, 'jobs.retrieve'));
}

function vanished({ remoteId }: Job): JobFailure {
  const message = `The gateway no longer knows the job ${remoteId}.`;
  return new JobFailure({ code: 'not_found', message, statusCode: 404, stage: 'polling' });
}
