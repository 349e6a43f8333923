import type { Job } from '../../../shared/jobs';
import { formatDuration } from '../../lib/format';
import { useNow } from '../../lib/ticker';
import { checksText, formatElapsed, isFinished } from './job-text';

/** How long it has taken. */
export function Elapsed({ job }: { job: Job }) {
  if (isFinished(job)) return <>{formatDuration((job.finishedAt ?? job.createdAt) - job.createdAt)}</>;
  return <RunningTime since={job.createdAt} />;
}

function RunningTime({ since }: { since: number }) {
  return <>{formatElapsed(useNow() - since)}</>;
}

/** When it is polled next, and whether the last polls failed. */
export function Checks({ job }: { job: Job }) {
  return isFinished(job) || job.checks === null ? null : <RunningChecks job={job} />;
}

function RunningChecks({ job }: { job: Job }) {
  const text = checksText(job, useNow());
  const failing = (job.checks?.failedInARow ?? 0) > 0;
  return <span className={failing ? 'text-warn' : undefined}>{text}</span>;
}
