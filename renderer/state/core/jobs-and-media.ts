/** Selectors of jobs and results. */

import { useMemo } from 'react';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { useCoreState } from './core-state';

export const useJob = (id: string): Job | undefined => useCoreState(({ jobs }) => jobs[id]);
/** `undefined` where it was removed. */
export const useMedia = (id: string | null): MediaItem | undefined =>
  useCoreState(({ media }) => (id === null ? undefined : media[id]));
export const useIsDesktop = (): boolean => useCoreState(({ app }) => app?.host === 'desktop');

/** The loaded jobs of a kind, newest first. */
export function useJobsOf(modality: MediaModality): readonly Job[] {
  const jobs = useCoreState((state) => state.jobs);
  return useMemo(() => {
    const own = Object.values(jobs).filter((job) => job.modality === modality && !isOfMessage(job));
    return own.sort(newestFirst);
  }, [jobs, modality]);
}

/** Media of chat replies are listed with the chat, not with the jobs. */
export const isOfMessage = ({ owner }: Job): boolean => owner?.kind === 'message';

/** By creation time; the id decides between jobs of one millisecond, so that rows do not swap. */
export function newestFirst(one: Job, other: Job): number {
  return other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);
}
