import type { RunningWork } from '../../../shared/updates';
import type { Services } from '../services';

export type WorkServices = Pick<Services, 'replies' | 'runner' | 'batches' | 'archive' | 'backups'>;

/** What would be interrupted if the app ended now. */
export function runningWork({ replies, runner, batches, archive, backups }: WorkServices): RunningWork {
  const isArchiving = archive.current()?.state === 'running';
  return {
    replies: replies.count(),
    // Between two rows of a batch neither a reply nor a job runs.
    jobs: Math.max(runner.count(), batches.runner.count()),
    tasks: Number(isArchiving) + Number(backups.current().isRunning),
  };
}

export const isIdle = ({ replies, jobs, tasks }: RunningWork): boolean => replies + jobs + tasks === 0;
