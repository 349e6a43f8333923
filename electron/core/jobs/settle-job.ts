import type { AppErrorData, JobStage } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import { isPaid } from '../../../shared/money/cost';
import { stateOfJob } from '../calls/call-states';
import { endedWhileSent } from '../calls/paid-call';
import { UnwrittenError } from '../lib/durable-save';
import type { JobPatch } from '../ports/jobs';
import { type HaltReason, type JobContext, subjectOf } from './context';
import { JobFailure } from './job-failure';

/** Stores the end of a job that did not succeed. Never throws. */
export async function settle(
  context: JobContext,
  id: string,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  // The next start finds the job as it was last stored.
  if (error instanceof UnwrittenError) return;
  const job = await context.load(id).catch(() => null);
  if (job === null) return;
  const data =
    error instanceof JobFailure ? error.data : { ...context.ports.describeError(error), stage: stageOf(job) };
  const halt: HaltReason | null = signal.aborted ? (signal.reason as HaltReason) : null;
  const write = halt === 'closing' ? leaveForNextStart : halt === 'cancelled' ? cancel : fail;
  await ignoreUnwritten(context, () => write(context, job, data));
}

/** For a bug in the app itself. */
const stageOf = ({ status }: Job): JobStage =>
  ['held', 'sent'].includes(stateOfJob[status]) ? 'request' : 'save';

/** A job with a remote id, or one never sent, resumes at the next start; one that was being sent can't. */
async function leaveForNextStart(context: JobContext, job: Job, data: AppErrorData): Promise<void> {
  if (stateOfJob[job.status] !== 'sent') return;
  if (data.outcomeUnknown)
    await end(context, job.id, { status: 'interrupted', mayStillCharge: true, error: interruption() });
  else await context.store(job.id, { status: 'waiting' });
}

async function cancel(context: JobContext, job: Job, { outcomeUnknown }: AppErrorData): Promise<void> {
  const isLeft = runsRemotely(job);
  const mayStillCharge = outcomeUnknown || isLeft || (await isAnyPartUnknown(context, job));
  await end(context, job.id, { status: 'cancelled', mayStillCharge, error: null }, () => {
    if (isLeft) recordLeft(context, job);
  });
}

async function fail(context: JobContext, job: Job, error: AppErrorData): Promise<void> {
  const isUnknown = error.outcomeUnknown === true;
  const isLeft = runsRemotely(job) && error.stage !== 'generation' && !isPaid(job.cost);
  const mayStillCharge = isUnknown || isLeft || (await isAnyPartUnknown(context, job));
  await end(context, job.id, { status: isUnknown ? 'interrupted' : 'failed', mayStillCharge, error }, () => {
    // Where the outcome is unknown, it is recorded already.
    if (isLeft && !isUnknown) recordLeft(context, job);
  });
}

/** The gateway has not reported the job's end. */
const runsRemotely = ({ remoteId, status }: Job): boolean =>
  remoteId !== null && stateOfJob[status] !== 'arrived';

/** Whether the gateway continues and charges, only a later balance can show. */
function recordLeft({ ledger }: JobContext, job: Job): void {
  ledger.recordUnknown(subjectOf(job, 'jobs.retrieve'));
}

/** An earlier attempt with the same key may have been charged, however this one ended. */
function isAnyPartUnknown({ ports, persist }: JobContext, job: Job): Promise<boolean> {
  const { jobs, ledger } = ports.storage;
  return persist(() => jobs.internals(job.id).partKeys.some((key) => ledger.isUnknown(key)));
}

export const interruption = (): AppErrorData => ({
  ...endedWhileSent(
    'The app closed while the request was being sent. Whether the gateway accepted the job is unknown.',
  ),
  stage: 'request',
});

/**
 * Stores the end of a job as soon as the disk accepts it; otherwise the next start resumes it from its last stored
 * state.
 */
export async function end(
  context: JobContext,
  id: string,
  patch: JobPatch,
  alongside?: () => void,
): Promise<void> {
  const finishedAt = context.ports.clock.now();
  await ignoreUnwritten(context, () => context.store(id, { ...patch, finishedAt }, alongside));
  context.setChecks(id, null);
}

async function ignoreUnwritten({ ports }: JobContext, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!(error instanceof UnwrittenError))
      ports.log(`the end of a job was not stored: ${ports.describeError(error).code}`);
  }
}
