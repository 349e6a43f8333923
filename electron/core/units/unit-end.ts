import type { AppErrorData } from '../../../shared/errors';
import type { BatchRowStatus } from '../../../shared/lab/batch';
import type { Job } from '../../../shared/media/jobs';
import { NOT_SENT } from '../calls/paid-call';
import type { Storage } from '../ports/storage';
import type { Unit } from '../ports/work';

/** The state of a unit's call, from its reply or job. */
export interface UnitOutcome {
  /** `waiting` where nothing was stored yet, so nothing can have been sent. */
  readonly status: BatchRowStatus;
  readonly error: AppErrorData | null;
}

const statusOfReply = {
  streaming: 'running',
  complete: 'done',
  stopped: 'stopped',
  interrupted: 'interrupted',
  failed: 'failed',
} as const;

export function outcomeOf({ messages, jobs }: Storage, unit: Unit): UnitOutcome {
  if (unit.jobId !== null) return outcomeOfJob(jobs.get(unit.jobId));
  if (unit.replyId === null) return { status: 'waiting', error: null };
  const reply = messages.get(unit.replyId);
  if (!reply) return { status: 'interrupted', error: lostRecord() };
  if (reply.error?.code === NOT_SENT) return { status: 'waiting', error: null };
  const isUnknown = reply.status === 'failed' && reply.error?.outcomeUnknown === true;
  return { status: isUnknown ? 'interrupted' : statusOfReply[reply.status], error: reply.error };
}

function outcomeOfJob(job: Job | undefined): UnitOutcome {
  if (!job) return { status: 'interrupted', error: lostRecord() };
  const { error } = job;
  switch (job.status) {
    case 'completed':
      return { status: 'done', error: null };
    case 'failed':
    case 'interrupted':
      return { status: job.status, error };
    case 'cancelled':
      return { status: 'stopped', error };
    default:
      return { status: 'running', error: null };
  }
}

/** A unit whose job or reply was deleted, or lost in a repair of the database: nothing says whether it was charged. */
export function lostRecord() {
  const message =
    'The record of this request is gone, so it may have been charged. Retry it to send it again.';
  return { code: 'interrupted', message, outcomeUnknown: true } as const satisfies AppErrorData;
}

const SAME_FOR_ALL_CODES: readonly string[] = [
  ...['no_key', 'keychain_unavailable', 'host_unreachable', 'over_budget', 'needs_confirmation'],
  ...['storage_full', 'storage_readonly', 'storage_failed', 'internal'],
];

/** An error that every other unit would get too: their owner pauses instead of failing them one by one. */
export function concernsAll(error: AppErrorData): boolean {
  const { code, statusCode, outcomeUnknown, stage = 'request' } = error;
  if (outcomeUnknown) return false;
  if (error.isOutOfCredits) return stage === 'request';
  if (SAME_FOR_ALL_CODES.includes(code)) return true;
  // An error from the server of one file concerns only that file.
  if (stage !== 'request') return false;
  return code === 'network_error' || (statusCode !== undefined && [401, 402, 403, 404].includes(statusCode));
}
