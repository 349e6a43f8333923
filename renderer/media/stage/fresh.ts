/** Results that arrived while another was selected: marked in the strip until they are viewed. */
import { create } from 'zustand';
import { useCoreState } from '../../state/core/core-state';
import { isFinished } from '../jobs/job-text';
import type { Entry } from './entry';

const openedAt = Date.now();
const useSeen = create<{ readonly jobs: ReadonlySet<string> }>()(() => ({ jobs: new Set() }));

/** Takes the mark from a run, once one of its results was on the stage. */
export function markSeen(jobId: string): void {
  if (useSeen.getState().jobs.has(jobId)) return;
  useSeen.setState(({ jobs }) => ({ jobs: new Set([...jobs, jobId]) }));
}

/** Whether its run ended since this page was opened and was not on the stage yet. */
export function useIsFresh({ jobId }: Entry): boolean {
  const isSeen = useSeen(({ jobs }) => jobs.has(jobId));
  return useHasEndedHere(jobId) && !isSeen;
}

/** Whether a job ended while this page was open. */
export const useHasEndedHere = (jobId: string): boolean =>
  useCoreState(({ jobs }) => {
    const job = jobs[jobId];
    return job !== undefined && isFinished(job) && (job.finishedAt ?? 0) >= openedAt;
  });

/** True for a job that ended while this page was open, and for the newest of its kind: older ones are not marked. */
export function useIsRecent(jobId: string): boolean {
  return useCoreState(({ jobs }) => {
    const job = jobs[jobId];
    if (job === undefined || !isFinished(job)) return false;
    if ((job.finishedAt ?? 0) >= openedAt) return true;
    return Object.values(jobs).every(
      (other) => other.modality !== job.modality || other.createdAt <= job.createdAt,
    );
  });
}
