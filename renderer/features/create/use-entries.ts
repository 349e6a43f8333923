import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { MediaModality } from '../../../shared/modalities';
import { loadJobs } from '../../media/job-actions';
import { pageModalities } from '../../media/modalities/page-modalities';
import type { Entry } from '../../media/stage/entry';
import { useCoreState } from '../../state/core/core-state';
import { useJobsOf } from '../../state/core/jobs-and-media';
import { fileEntries, sameEntries, takeEntries } from './entries';

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
