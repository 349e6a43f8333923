/** Voices heard against each other on the app's one player: each begins where the one before it was. */
import type { MediaItem } from '../../../shared/media';
import { audio, pause, play, usePlayer } from '../../media/player/player';

let onShow: readonly MediaItem[] = [];

/** Says which voices are compared now; none where no comparison of voices is on show. */
export function showVoices(items: readonly MediaItem[]): void {
  onShow = items;
}

export const hasVoices = (): boolean => onShow.length > 0;

/** Plays a voice, from where another one of the comparison was; pauses it where it is the one that plays. */
export function listenTo(item: MediaItem): void {
  const { itemId, isPlaying } = usePlayer.getState();
  const isSwitch = itemId !== item.id && onShow.some(({ id }) => id === itemId);
  if (itemId === item.id && isPlaying) pause();
  else void play(item.id, isSwitch ? placeIn(item, audio.currentTime) : undefined);
}

/** The next voice at the same place; the first where none of them is in the player. */
export function switchVoice(): void {
  const { itemId } = usePlayer.getState();
  const current = onShow.findIndex(({ id }) => id === itemId);
  const next = onShow[(current + 1) % onShow.length];
  if (next !== undefined) listenTo(next);
}

/** A voice that is shorter than the place one comes from begins again. */
function placeIn({ durationMs }: MediaItem, seconds: number): number {
  return durationMs !== null && seconds * 1_000 >= durationMs ? 0 : seconds;
}
