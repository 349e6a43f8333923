/** The end of a job that the gateway calls failed, though its record may hold results: those are paid for, and saved. */
import type { Job } from '../../../shared/media/jobs';
import type { RemoteJob } from '../../gateway/types/jobs';
import type { JobContext } from './context';
import { JobFailure, refusedByGateway } from './job-failure';
import { keepAnswer } from './raw-answer';
import { answeredResult, keepResults, resultsOf } from './results';
import { saveResults } from './save-results';

type Failed = Pick<RemoteJob, 'status' | 'outputs' | 'isFound'>;

/**
 * Whether a failed job brought something. Where its record may only repeat what was sent, it did if the request held no
 * file and no address.
 */
export function hasPaidResults(job: Job, { status, outputs, isFound = false }: Failed): boolean {
  if (status !== 'failed' || outputs.length === 0) return false;
  return !isFound || !maySendMedia(job);
}

function maySendMedia({ isForeign, inputs = [], parameters, extra }: Job): boolean {
  return isForeign || inputs.length > 0 || MEDIA.test(JSON.stringify([parameters, extra]));
}

/** An address, or bytes in base64. */
const MEDIA = /https?:\/\/|data:\w+\/|[\w+/-]{256}/;

/**
 * Saves what came, and keeps the answer where the person may find more in it.
 * @returns how it failed, and what came all the same
 */
export async function endFailed(
  context: JobContext,
  job: Job,
  remote: RemoteJob,
  signal: AbortSignal,
): Promise<JobFailure> {
  const refusal = refusedByGateway(remote);
  if (MEDIA.test(JSON.stringify(remote.answer ?? null))) await keepAnswer(context, job.id, remote.answer);
  if (!hasPaidResults(job, remote) || job.parts.length > 1) {
    await context.store(job.id, { hasResult: false });
    return refusal;
  }
  const { outputs, facts, handle } = remote;
  // Without an id its answer comes once.
  const places = handle === '' ? await keepResults(context, job, outputs) : [];
  await context.store(job.id, {
    status: 'saving',
    hasResult: true,
    places,
    resultFacts: outputs.map(() => facts),
  });
  try {
    const results = handle === '' ? await resultsOf(context, job) : outputs.map(answeredResult);
    await saveResults(context, job, results, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof JobFailure)) throw error;
    return new JobFailure({
      ...error.data,
      stage: error.data.stage ?? 'download',
      message: `${error.message} ${saidWith(refusal)}`,
    });
  }
  await context.store(job.id, { hasResult: false });
  const saved = outputs.length === 1 ? '1 result' : `${outputs.length} results`;
  return new JobFailure({
    ...refusal.data,
    stage: 'generation',
    message: `${saved} saved. ${saidWith(refusal)}`,
  });
}

const saidWith = ({ message }: JobFailure): string =>
  `The gateway reports that the job failed: ${message.replace(/(?<![.!?…”])$/, '.')}`;
