import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { loadJobs } from '../../media/job-actions';
import { isFinished } from '../../media/jobs/job-text';
import { pageModalities } from '../../media/modalities/page-modalities';
import type { Entry } from '../../media/stage/entry';
import { useCoreState } from '../../state/core/core-state';
import { useJobsOf } from '../../state/core/selectors';

/** The entries of the results; the same array while they are unchanged. */
export function useEntries(modality: MediaModality): readonly Entry[] {
  const jobs = useJobsOf(modality);
  const media = useCoreState((state) => state.media);
  const kept = useRef<readonly Entry[]>([]);
  return useMemo(() => {
    const entries = pageModalities[modality].isList ? takeEntries(jobs, media) : fileEntries(jobs, media);
    if (!sameEntries(kept.current, entries)) kept.current = entries;
    return kept.current;
  }, [modality, jobs, media]);
}

/** Loads the first page of a kind when it is first shown, and further ones near the end of the list. */
export function useJobPages(modality: MediaModality, isNearEnd: boolean) {
  const cursor = useCoreState(({ jobCursors }) => jobCursors[modality]);
  const [error, setError] = useState<AppErrorData | null>(null);
  useEffect(() => {
    // A page with too few entries loads the next one: its cursor has changed.
    const isWanted = cursor === undefined || (cursor !== null && isNearEnd);
    if (isWanted) void loadJobs(modality).then(setError);
  }, [modality, cursor, isNearEnd]);
  return { error, isLoading: cursor === undefined && error === null };
}

/** Each file is an entry. A job is one while it runs and, if it failed, until it is dismissed. */
export function fileEntries(
  jobs: readonly Job[],
  media: Readonly<Record<string, MediaItem>>,
): readonly Entry[] {
  return jobs.flatMap((job) => {
    const files = job.media
      .filter(({ id }) => media[id] !== undefined)
      .map(({ id }) => ({ key: id, jobId: job.id, mediaId: id }));
    // A job that is saving is replaced by its files one by one, and is not shown beside them.
    const isTurning = job.status === 'saving' && files.length > 0;
    return isShown(job) && !isTurning ? [jobEntry(job), ...files] : files;
  });
}

/** One place for each job: a long text is spoken in parts that belong together. */
export function takeEntries(
  jobs: readonly Job[],
  media: Readonly<Record<string, MediaItem>>,
): readonly Entry[] {
  return jobs
    .filter((job) => isShown(job) || job.media.some(({ id }) => media[id] !== undefined))
    .map(jobEntry);
}

const jobEntry = ({ id }: Job): Entry => ({ key: id, jobId: id, mediaId: null });
const isShown = (job: Job) => !isFinished(job) || (job.status !== 'completed' && !job.isDismissed);

const sameEntries = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length && one.every(({ key }, index) => other[index]?.key === key);
