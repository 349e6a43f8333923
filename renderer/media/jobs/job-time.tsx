import type { Job } from '../../../shared/media/jobs';
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

/** What it waits for: the gateway's answer, or its next poll, and whether the last polls failed. */
export function Checks({ job }: { job: Job }) {
  if (job.status === 'submitting' && job.checks === null) return <span>Waiting for the gateway…</span>;
  return isFinished(job) || job.checks === null ? null : <RunningChecks job={job} />;
}

function RunningChecks({ job }: { job: Job }) {
  const text = checksText(job, useNow());
  const failing = (job.checks?.failedInARow ?? 0) > 0;
  return <span className={failing ? 'text-warn' : undefined}>{text}</span>;
}
