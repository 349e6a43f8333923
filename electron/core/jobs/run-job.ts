import type { Job } from '../../../shared/jobs';
import type { JobPatch } from '../job-ports';
import { ask } from './ask';
import { type HaltReason, isGatewayFailure, type JobContext, subjectOf } from './context';
import { follow } from './follow';
import { resultsOf } from './results';
import { saveJoined, saveResults } from './save-results';

/**
 * Takes a job from wherever it stands to its end, and stores that end. Called when it is made, when the app starts
 * again and when the person asks to go on; it never throws.
 *
 * @param enter waits for the job's turn to ask.
 */
export async function runJob(
  context: JobContext,
  id: string,
  signal: AbortSignal,
  enter: (signal: AbortSignal) => Promise<() => void>,
): Promise<void> {
  const release = context.spending.holdJob(context.read(id));
  context.calls.set(id, context.credits.begin(context.read(id).profileId, true));
  try {
    if (context.read(id).status === 'waiting') await askInTurn(context, id, signal, enter);
    await finish(context, context.read(id), signal);
    context.held.delete(id);
    end(context, id, {
      status: 'completed',
      progress: 1,
      error: null,
      hasResult: false,
      mayStillCharge: false,
    });
  } catch (error) {
    settle(context, id, error, signal);
  } finally {
    context.calls.get(id)?.end();
    context.calls.delete(id);
    release();
  }
}

async function askInTurn(
  context: JobContext,
  id: string,
  signal: AbortSignal,
  enter: (signal: AbortSignal) => Promise<() => void>,
) {
  const leave = await enter(signal);
  try {
    await ask(context, context.read(id), signal);
  } finally {
    leave();
  }
}

async function finish(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  if (job.remoteId !== null) return await finishRemote(context, job, signal);
  if (job.parts.length > 1) {
    context.change(job.id, { status: 'saving', hasResult: true });
    return await saveJoined(context, job, signal);
  }
  await saveResults(context, job, resultsOf(context, job), signal);
  await context.ports.files.dropParts(job.id);
}

async function finishRemote(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const remote = await follow(context, job, signal);
  if (remote.status === 'failed') {
    const { code, message } = remote.error ?? {
      code: 'provider_error',
      message: 'The gateway says the job failed.',
    };
    const error = { code, message, requestId: remote.meta.requestId ?? undefined };
    throw new RemoteFailure(error);
  }
  context.change(job.id, { status: 'saving', hasResult: true, progress: 1 });
  await saveResults(context, job, remote.outputs, signal);
}

/** The gateway's own word that the job failed: nothing was charged, and asking again is a new job. */
class RemoteFailure extends Error {
  readonly data: { code: string; message: string; requestId?: string };
  constructor(data: { code: string; message: string; requestId?: string }) {
    super(data.message);
    this.data = data;
  }
}

function settle(context: JobContext, id: string, error: unknown, signal: AbortSignal): void {
  const job = context.read(id);
  const halt: HaltReason | null = signal.aborted ? (signal.reason as HaltReason) : null;
  const unknown = isGatewayFailure(error) && error.outcomeUnknown;
  if (halt === 'closing') {
    leaveForNextStart(context, job, unknown);
  } else if (halt === 'cancelled') {
    const isLeft = job.remoteId !== null && job.status !== 'saving';
    // Whether the gateway goes on and charges, only a later balance can show.
    if (isLeft) context.credits.recordUnknown(subjectOf(job, 'jobs.retrieve'));
    end(context, id, { status: 'cancelled', mayStillCharge: unknown || isLeft, error: null });
  } else if (error instanceof RemoteFailure) {
    end(context, id, { status: 'failed', error: error.data, hasResult: false, mayStillCharge: false });
  } else {
    const described = context.ports.describeError(error);
    end(context, id, {
      status: unknown ? 'interrupted' : 'failed',
      error: described,
      mayStillCharge: unknown,
    });
  }
}

/** A job with a remote id, or one never sent, goes on at the next start; one that was being asked cannot. */
function leaveForNextStart(context: JobContext, job: Job, unknown: boolean): void {
  if (job.status !== 'submitting') return;
  if (unknown) end(context, job.id, { status: 'interrupted', mayStillCharge: true, error: interruption() });
  else context.change(job.id, { status: 'waiting' });
}

export function interruption() {
  const message =
    'The app ended while the gateway was being asked. Whether it accepted the job is not known.';
  return { code: 'interrupted', message, outcomeUnknown: true };
}

function end(context: JobContext, id: string, patch: JobPatch): void {
  const { clock } = context.ports;
  try {
    context.change(id, { ...patch, finishedAt: clock.now() });
  } catch (error) {
    // A disk that refuses even this: the job is taken up again at the next start, from where it was last written down.
    const message = `${context.ports.describeError(error).message} The job is taken up again at the next start.`;
    context.notices.show({ id: 'storage', level: 'error', title: 'A job could not be saved', message });
  }
  context.setChecks(id, null);
}
