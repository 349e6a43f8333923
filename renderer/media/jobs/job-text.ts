/** A job in words: what state it is in, what it took, what can be done with it. */

import { assertNever } from '../../../shared/errors';
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import { modalities, type ParameterValues } from '../../../shared/modalities/modalities';
import { costText, isPaid, spokenCost } from '../../../shared/money/cost';
import { paceText, waitingText } from '../../lib/rate-text';

export const isFinished = ({ status }: Pick<Job, 'status'>): boolean => finishedStatuses.includes(status);

/** Sent nothing yet, or waits at the gateway. */
const isWaiting = ({ status }: Pick<Job, 'status'>): boolean => status === 'waiting' || status === 'queued';

/** The gateway may have made something; where it answered without a result, only the cost is unknown. */
export const hasUnknownOutcome = ({
  status,
  error,
}: Pick<Job, 'status'> & Partial<Pick<Job, 'error'>>): boolean =>
  status === 'interrupted' && error?.code !== 'no_result';

type StatusFacts = Pick<Job, 'status' | 'isForeign'> & Partial<Pick<Job, 'error'>>;

export function statusWord({ status, isForeign, error }: StatusFacts): string {
  if (hasUnknownOutcome({ status, error })) return 'interrupted, outcome unknown';
  if (status === 'interrupted') return 'no result, cost unknown';
  // What the gateway itself says of a failure is shown, never read as the app's own count.
  const own = error?.stage === 'generation' || error?.stage === 'request' ? null : error?.details;
  const { saved, total } = (own ?? {}) as { saved?: unknown; total?: unknown };
  if (status === 'failed' && error?.code === 'result_limit') return `${saved} of ${total} saved`;
  if (status === 'failed' && typeof saved === 'number' && saved > 0)
    return `failed, ${saved} of ${total} saved`;
  return isForeign && !finishedStatuses.includes(status) ? `${status}, from the gateway` : status;
}

/** `62 %`; `null` if the gateway does not report it, or has not started. */
export function progressText(job: Pick<Job, 'progress' | 'status'>): string | null {
  if (job.progress === null || isWaiting(job) || job.status === 'submitting') return null;
  return `${Math.round(job.progress * 100)} %`;
}

/** `6 s · 720p`: the chosen settings, as they were sent. */
export function parametersText({ modality, parameters }: Pick<Job, 'modality' | 'parameters'>): string {
  return modalities[modality].parameters
    .filter(({ kind }) => kind !== 'text')
    .flatMap((one) => wordOf(one.id, parameters))
    .join(' · ');
}

function wordOf(id: string, parameters: ParameterValues): readonly string[] {
  const value = parameters[id];
  if (value === undefined) return [];
  if (id === 'duration') return [`${value} s`];
  if (id === 'count') return value === 1 ? [] : [`${value} images`];
  if (id === 'seed') return [`seed ${value}`];
  if (id === 'speed') return [`${value}×`];
  return [String(value).replace(/^(\d+)x(\d+)$/, '$1 × $2')];
}

/** `01:12`, or `1:02:03` above an hour. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3_600);
  return hours === 0 ? parts.join(':') : [hours, ...parts].join(':');
}

/** What was charged, said plainly; `null` while there is nothing to say. */
export function chargeText(job: Pick<Job, 'status' | 'mayStillCharge' | 'cost'>): string | null {
  const known = costText(job.cost);
  if (job.mayStillCharge) return isPaid(job.cost) ? `${known}, more may be charged` : 'may be charged';
  if (!isFinished(job)) return isPaid(job.cost) ? known : null;
  if (isPaid(job.cost) || job.status === 'completed') return known ?? 'cost unknown';
  // Without a request there is a cost, and it is zero.
  return known === null ? 'cost unknown' : 'not charged';
}

/** The state of the polls: `last 3 checks failed, next in 8 s`, or `next check 3 s`. */
export function checksText({ checks, status }: Pick<Job, 'checks' | 'status'>, now: number): string | null {
  if (checks === null) return null;
  if (checks.isPaced && checks.nextAt !== null) return paceText(checks.nextAt, now);
  const isPolled = status === 'queued' || status === 'running';
  if (!isPolled)
    return checks.nextAt === null ? null : waitingText({ ...checks, nextAt: checks.nextAt }, now);
  const { failedInARow, nextAt } = checks;
  const seconds = nextAt === null ? null : Math.max(0, Math.ceil((nextAt - now) / 1_000));
  const failed = failedInARow === 1 ? 'last check failed' : `last ${failedInARow} checks failed`;
  const prefix = failedInARow === 0 ? '' : `${failed}, `;
  if (seconds === null) return `${prefix}checking`;
  if (seconds === 0) return `${prefix}checking soon`;
  return failedInARow === 0 ? `next check ${seconds} s` : `${prefix}next in ${seconds} s`;
}

/** The label and help of a button that resumes the same job. */
export type GoingOn = { readonly label: string; readonly help: string };

/** How the same job can be resumed; `null` if only a new one is possible. */
export function goingOn(job: Job): GoingOn | null {
  if (!isFinished(job) || job.status === 'completed') return null;
  if (job.canFetchAgain && job.error?.code === 'result_limit') {
    return {
      label: 'Download more',
      help: 'Already paid for: downloading the next results of this answer is free.',
    };
  }
  if (job.canFetchAgain) {
    return {
      label: 'Fetch again',
      help: 'Already paid for: fetching and saving what is missing is free.',
    };
  }
  // Paid with its chat reply: there is no request of its own to repeat.
  if (job.owner?.kind === 'message') return null;
  if (job.remoteId !== null) {
    const { stage = 'generation' } = job.error ?? {};
    return job.status === 'failed' && stage === 'generation'
      ? null
      : { label: 'Follow again', help: 'The gateway knows this job: following it costs nothing more.' };
  }
  if (job.status === 'interrupted') {
    return {
      label: 'Send again',
      help: 'Sends the request again with the same key. A gateway that supports this answers without a second charge.',
    };
  }
  const isPartlyDone = job.parts.length > 1 && job.parts.some(({ status }) => status === 'completed');
  return isPartlyDone ? { label: 'Continue', help: 'Requests only the missing parts.' } : null;
}

/** `2 running · 1 waiting`; `null` if no job is unfinished. */
export function countsText(jobs: readonly Pick<Job, 'status'>[]): string | null {
  const open = jobs.filter((job) => !isFinished(job));
  const waiting = open.filter(isWaiting).length;
  const counts = [
    [open.length - waiting, 'running'],
    [waiting, 'waiting'],
  ] as const;
  const words = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return words.length === 0 ? null : words.join(' · ');
}

/** The announcement of a job's end; `null` if the person ended it. */
export function newsOf(job: Job): { readonly text: string; readonly isError: boolean } | null {
  const { label } = modalities[job.modality];
  const cost = spokenCost(job.cost) ?? 'cost unknown';
  switch (job.status) {
    case 'completed':
      return { text: `${label} ready, ${cost}`, isError: false };
    case 'failed':
      if (job.error?.code === 'result_limit')
        return { text: `${label}: ${job.error.message}`, isError: false };
      return {
        text: `${label} failed: ${job.error?.code ?? 'unknown'}. ${job.error?.message ?? ''}`,
        isError: true,
      };
    case 'interrupted':
      return { text: `${label}: ${statusWord(job)}. ${job.error?.message ?? ''}`.trim(), isError: true };
    case 'cancelled':
    case 'waiting':
    case 'submitting':
    case 'queued':
    case 'running':
    case 'saving':
      return null;
    default:
      return assertNever(job.status);
  }
}
