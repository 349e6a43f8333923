/** What each tab has on its stage; kept while the window is open. */

import { create } from 'zustand';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { changeView } from './result-view';

interface StageState {
  /** A result or a job; absent for the newest. */
  readonly keys: Readonly<Partial<Record<MediaModality, string>>>;
  /** The video that was asked to play as soon as it is on the stage. */
  readonly playKey: string | null;
  /** The tab whose grid takes the focus as it opens. */
  readonly gridOf: MediaModality | null;
}

export const useStage = create<StageState>()(() => ({ keys: {}, playKey: null, gridOf: null }));

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

/** By a key of the stage, which goes away with what has the focus. */
export function openGrid(modality: MediaModality): void {
  useStage.setState({ gridOf: modality });
  changeView(modality, { layout: 'grid' });
}

/** Answers whether the grid of this tab was opened by such a key, once. */
export function takeGridFocus(modality: MediaModality): boolean {
  const isAsked = useStage.getState().gridOf === modality;
  if (isAsked) useStage.setState({ gridOf: null });
  return isAsked;
}
