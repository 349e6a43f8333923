import type { RunningWork } from '../../../shared/app/updates';
import type { ArchiveService } from '../archive/archive';
import type { BackupService } from '../backups/backups';
import type { RunningReplies } from '../chat/running-replies';
import type { JobRunner } from '../jobs/runner';
import type { WorkRunner } from '../units/work-runner';

export interface WorkServices {
  readonly replies: Pick<RunningReplies, 'count'>;
  readonly runner: Pick<JobRunner, 'count'>;
  readonly batches: { readonly runner: Pick<WorkRunner, 'count'> };
  readonly experiments: { readonly runner: Pick<WorkRunner, 'count'> };
  readonly checks: { readonly runner: { count(): number } };
  readonly archive: Pick<ArchiveService, 'current'>;
  readonly backups: Pick<BackupService, 'current'>;
}

/** What would be interrupted if the app ended now. */
export function runningWork({
  replies,
  runner,
  batches,
  experiments,
  checks,
  archive,
  backups,
}: WorkServices): RunningWork {
  const isArchiving = archive.current()?.state === 'running';
  return {
    replies: replies.count(),
    // Between two rows of a batch, or two cells, neither a reply nor a job runs.
    jobs: Math.max(runner.count(), batches.runner.count() + experiments.runner.count()),
    tasks: checks.runner.count() + Number(isArchiving) + Number(backups.current().isRunning),
  };
}

export const isIdle = ({ replies, jobs, tasks }: RunningWork): boolean => replies + jobs + tasks === 0;
