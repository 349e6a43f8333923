/** Compares speech results on the app's one player: each starts at the position of the previous one. */
import type { MediaItem } from '../../../shared/media/media';
import { audio, pause, play, usePlayer } from '../../media/player/player';

let onShow: readonly MediaItem[] = [];

/** Sets the results to compare; empty where no comparison of speech is visible. */
export function compareSpeech(items: readonly MediaItem[]): void {
  onShow = items;
}

export const hasSpeech = (): boolean => onShow.length > 0;

/** Plays one, from the position of the previous one; pauses it where it is playing. */
export function listenTo(item: MediaItem): void {
  const { itemId, isPlaying } = usePlayer.getState();
  const isSwitch = itemId !== item.id && onShow.some(({ id }) => id === itemId);
  if (itemId === item.id && isPlaying) pause();
  else void play(item.id, isSwitch ? placeIn(item, audio.currentTime) : undefined);
}

/** Plays the next one at the same position; the first if the player has another one. */
export function playNext(): void {
  const { itemId } = usePlayer.getState();
  const current = onShow.findIndex(({ id }) => id === itemId);
  const next = onShow[(current + 1) % onShow.length];
  if (next !== undefined) listenTo(next);
}

/** A result that is shorter than the position starts again. */
function placeIn({ durationMs }: MediaItem, seconds: number): number {
  return durationMs !== null && seconds * 1_000 >= durationMs ? 0 : seconds;
}
