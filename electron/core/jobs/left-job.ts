/** Jobs that the gateway is not asked about any longer, although it never reported their end. */
import { isPaid } from '../../../shared/cost';
import type { Job } from '../../../shared/jobs';
import type { RemoteJob } from '../../gateway/types/jobs';
import { type JobContext, subjectOf } from './context';
import { reportedChargeOf } from './job-charge';
import { JobFailure } from './job-failure';

/**
 * A gateway reports a job's cost once. Where that answer never arrived (a cut connection, a kill), the job ends without
 * one: its cost is unknown, not zero, until a balance shows it.
 *
 * @param remote the last record of the job; `null` where the gateway has none
 */
export function noteLostCharge(context: JobContext, job: Job, remote: RemoteJob | null): void {
  const { ledger, read } = context;
  const { part, whole } = remote ? reportedChargeOf(context, job, remote) : { part: null, whole: null };
  const isTold = whole !== null || (part ?? 0) > 0;
  const wasReported = isTold || isPaid(read(job.id).cost);
  if (!wasReported) ledger.recordUnknown(subjectOf(job, 'jobs.retrieve'));
}

/** Nothing says that the job will ever end; what it may have cost is not known. */
export async function noProgress(
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

/** The gateway may have completed and charged the job before it forgot it, or may know it again later. */
export async function jobNotFound(context: JobContext, job: Job, said: string): Promise<JobFailure> {
  await leave(context, job, null);
  const message = `The gateway no longer knows the job ${job.remoteId}. It may have been charged. Follow the job again to check it; that costs nothing. The last answer: ${said}`;
  const failure = { code: 'not_found', message, statusCode: 404, stage: 'polling' } as const;
  return new JobFailure({ ...failure, outcomeUnknown: true });
}

async function leave(context: JobContext, job: Job, remote: RemoteJob | null): Promise<void> {
  await context.persist(() => noteLostCharge(context, job, remote));
  context.ledger.announce(job.profileId);
}
