/** What can still be done with a job that ended without all of its results. */

import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import { isPaid } from '../../../shared/money/cost';

type Ended = Pick<
  Job,
  'status' | 'error' | 'remoteId' | 'canFetchAgain' | 'mayStillCharge' | 'cost' | 'parts'
>;

/**
 * True if the gateway refused the generation request itself, so nothing was generated or charged. Only then may the
 * same request be sent again under a new key without confirmation.
 */
export function wasRefused(job: Ended): boolean {
  const { status, error, remoteId, mayStillCharge, parts } = job;
  if (status !== 'failed' || error?.stage !== 'request' || error.outcomeUnknown || mayStillCharge)
    return false;
  return remoteId === null && !isPaid(job.cost) && parts.every((part) => part.status !== 'completed');
}

/** Resuming the job can't produce anything more: another result has to be paid for. */
export function isOver(job: Ended): boolean {
  const { status, error, canFetchAgain, remoteId, parts } = job;
  if (status !== 'failed' || canFetchAgain) return false;
  // Earlier versions stored no stage, and ended a remote job only when the gateway said so.
  const stage = error?.stage ?? (remoteId === null ? undefined : 'generation');
  if (wasRefused(job) || stage === 'generation') return true;
  const isAnswered = parts.every((part) => part.status === 'completed');
  return remoteId === null && isAnswered && (stage === 'download' || stage === 'save');
}

/** How a job is resumed: a finished result is downloaded, a remote job is polled, anything else is requested again. */
export function goesOnAs(job: Pick<Ended, 'remoteId' | 'canFetchAgain'>): 'saving' | 'running' | 'waiting' {
  if (job.remoteId !== null) return job.canFetchAgain ? 'saving' : 'running';
  return job.canFetchAgain ? 'saving' : 'waiting';
}

/** Whether resuming an ended job sends requests that may be charged. */
export function asksAgain(job: Pick<Ended, 'status' | 'remoteId' | 'canFetchAgain'>): boolean {
  const hasEnded = finishedStatuses.includes(job.status) && job.status !== 'completed';
  return hasEnded && goesOnAs(job) === 'waiting';
}

/** Resuming the job sends no request that may be charged. */
export function isFreeToResume(job: Ended): boolean {
  if (isOver(job)) return false;
  return job.canFetchAgain || job.remoteId !== null || !finishedStatuses.includes(job.status);
}
