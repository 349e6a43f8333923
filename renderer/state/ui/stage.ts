/** What each tab has on its stage; kept while the window is open. */

import { create } from 'zustand';
import type { MediaModality } from '../../../shared/modalities/modalities';

interface StageState {
  /** A result or a job; absent for the newest. */
  readonly keys: Readonly<Partial<Record<MediaModality, string>>>;
  /** The video that was asked to play as soon as it is on the stage. */
  readonly playKey: string | null;
}

export const useStage = create<StageState>()(() => ({ keys: {}, playKey: null }));

/** Puts a result, or a job and then what it becomes, on the stage of its tab. */
export function showOnStage(modality: MediaModality, key: string): void {
  useStage.setState(({ keys }) => ({ keys: { ...keys, [modality]: key }, playKey: null }));
}

/** The same, and plays it there. */
export function playOnStage(modality: MediaModality, key: string): void {
  showOnStage(modality, key);
  useStage.setState({ playKey: key });
}

/** Answers whether this one was to be played, once. */
export function takePlay(key: string | undefined): boolean {
  const isAsked = key !== undefined && useStage.getState().playKey === key;
  if (isAsked) useStage.setState({ playKey: null });
  return isAsked;
}
