/** Selectors of what the core reported: jobs, results, the messages of a transcript. */
import { useMemo } from 'react';
import type { Message } from '../../../shared/chat/chat';
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

/** The messages of a transcript: the branch that ends in a conversation's leaf. */
export interface Transcript {
  readonly ids: readonly string[];
  /** The message before the first loaded one; `null` at the beginning of the conversation. */
  readonly aboveId: string | null;
  /** False while the end of the branch is not loaded. */
  readonly loaded: boolean;
}

/** The walk from the leaf up the parents, as far as messages are loaded; oldest first. */
export function transcriptOf(messages: Readonly<Record<string, Message>>, leafId: string | null): Transcript {
  const ids: string[] = [];
  let next = leafId;
  while (next !== null && messages[next] !== undefined) {
    ids.push(next);
    next = messages[next]?.parentId ?? null;
  }
  return { ids: ids.reverse(), aboveId: next, loaded: ids.length > 0 || leafId === null };
}

/** The name of a profile, for what was sent with it; `null` where it is the active one, which goes without saying. */
export function useOtherProfileName(profileId: string | null): string | null {
  return useCoreState(({ app }) => {
    if (app === null || profileId === null || profileId === app.activeProfileId) return null;
    return app.profiles.find(({ id }) => id === profileId)?.name ?? 'Deleted profile';
  });
}
