import type { Job } from '../../../shared/jobs';
import { useNow } from '../../lib/ticker';
import { checksText, formatElapsed, isFinished } from './job-words';

/** How long it has taken and when it is looked at next; the only thing of a job that changes by itself. */
export function JobTime({ job }: { job: Job }) {
  if (isFinished(job)) return <>{formatElapsed((job.finishedAt ?? job.createdAt) - job.createdAt)}</>;
  return <RunningTime job={job} />;
}

function RunningTime({ job }: { job: Job }) {
  const now = useNow();
  const checks = checksText(job, now);
  const failing = (job.checks?.failedInARow ?? 0) > 0;
  return (
    <>
      {formatElapsed(now - job.createdAt)}
      {checks !== null && (
        <>
          {' · '}
          <span className={failing ? 'text-warn' : undefined}>{checks}</span>
        </>
      )}
    </>
  );
}
