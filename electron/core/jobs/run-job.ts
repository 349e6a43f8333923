import { boundDetails } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import type { RemoteJob } from '../../gateway/types/jobs';
import { holdCall, type Turn } from '../calls/paid-call';
import { untilFree } from '../calls/send-call';
import { unpaidCall } from '../prices/planned-call';
import { ask } from './ask';
import { type JobContext, patienceOf, showWaitOf } from './context';
import { endFailed } from './failed-job';
import { follow } from './follow';
import { JobFailure, resultError } from './job-failure';
import { keepAnswer } from './raw-answer';
import { answeredResult, resultsOf } from './results';
import { saveJoined } from './save-joined';
import { saveParts } from './save-parts';
import { saveResults } from './save-results';
import { end, settle } from './settle-job';

/**
 * Runs a job from any state to its end, and stores that end. Called when the job is created, when the app starts, and
 * when you resume it. It never throws.
 *
 * @param enter waits for the job's turn to send.
 */
export async function runJob(
  context: JobContext,
  id: string,
  signal: AbortSignal,
  enter: (signal: AbortSignal) => Promise<() => void>,
): Promise<void> {
  let release = () => {};
  try {
    release = await hold(context, id);
    if ((await context.load(id)).status === 'waiting') await runInTurn(context, id, signal, enter);
    await finish(context, await context.load(id), signal);
    context.held.delete(id);
    await end(context, id, {
      status: 'completed',
      progress: 1,
      error: null,
      hasResult: false,
      mayStillCharge: false,
    });
  } catch (error) {
    await settle(context, id, error, signal);
  } finally {
    context.answers.delete(id);
    release();
  }
}

/** Counts the job as running until the returned function is called. */
async function hold(context: JobContext, id: string): Promise<() => void> {
  const { calls, persist, read } = context;
  const held = await holdCall(context, persist, () => {
    const job = read(id);
    return { profileId: job.profileId, call: unpaidCall(job) };
  });
  calls.set(id, held.open);
  return () => {
    calls.delete(id);
    held.release();
  };
}

async function runInTurn(
  context: JobContext,
  id: string,
  signal: AbortSignal,
  enter: (signal: AbortSignal) => Promise<() => void>,
) {
  const job = await context.load(id);
  // Before its turn, so that jobs of other profiles don't wait behind it.
  await untilFree(context, {
    profileId: job.profileId,
    patience: patienceOf(job),
    signal,
    owner: { mark: () => context.store(id, { status: 'waiting' }), showWait: showWaitOf(context, job) },
  });
  let leave = await enter(signal);
  const turn: Turn = {
    leave: () => leave(),
    async enter() {
      leave = await enter(signal);
    },
  };
  try {
    await ask(context, await context.load(id), signal, turn);
  } finally {
    leave();
  }
}

async function finish(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  // A job that came with its results is not asked about again: its gateway may not know it a moment later.
  const isFollowed = job.remoteId !== null && (await context.internals(job.id)).places.length === 0;
  if (isFollowed) return await finishRemote(context, job, signal);
  if (job.parts.length > 1) return await finishParts(context, job, signal);
  try {
    await saveResults(context, job, await resultsOf(context, job), signal);
  } catch (error) {
    const answer = context.answers.get(job.id);
    if (answer !== undefined && error instanceof JobFailure) await keepAnswer(context, job.id, answer());
    throw error;
  }
  await context.ports.files.dropParts(job.id);
}

async function finishParts(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  await context.store(job.id, { status: 'saving', hasResult: true });
  await saveParts(context, job, signal);
  try {
    await saveJoined(context, job, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof JobFailure) throw error;
    throw new JobFailure({ ...resultError(context.ports, error), stage: 'save' });
  }
}

async function finishRemote(context: JobContext, job: Job, signal: AbortSignal): Promise<void> {
  const remote = await follow(context, job, signal);
  if (remote.status === 'failed') throw await endFailed(context, job, remote, signal);
  // Only the person can say whether what was found is what was asked for, and all of it.
  if (remote.isFound) await keepAnswer(context, job.id, remote.answer);
  const resultFacts = remote.outputs.map(() => remote.facts);
  await context.store(job.id, { status: 'saving', hasResult: true, progress: 1, resultFacts });
  try {
    await saveResults(context, job, remote.outputs.map(answeredResult), signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof JobFailure)) throw error;
    await keepAnswer(context, job.id, remote.answer);
    throw remote.outputs.length === 0 || remote.isFound ? withAnswer(error, remote) : error;
  }
  await context.ports.files.dropParts(job.id);
}

/** Where no result was found where results are known to be, the person has the whole answer to look through. */
function withAnswer({ data }: JobFailure, remote: RemoteJob): JobFailure {
  const { answer, isFound = false, outputs, meta } = remote;
  const where = isFound
    ? `Its answer has no result where results are known to be, and ${outputs.length === 1 ? 'the one address or data' : `none of the ${outputs.length} addresses and data`} found in it could be saved as one.`
    : 'Its answer has no address and no data of a result.';
  const message = `The gateway reported success. ${where} The whole answer is in the details.`;
  const details = boundDetails({ answer, reason: data.message });
  return new JobFailure({
    ...data,
    stage: data.stage ?? 'download',
    message,
    statusCode: meta.statusCode,
    details,
  });
}
