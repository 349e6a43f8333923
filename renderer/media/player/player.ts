/** The app's only audio player: a new sound stops the last one, and it keeps playing across tabs. */
import { create } from 'zustand';
import { call } from '../../link/call';
import { mediaUrl } from '../../state/core/media-url';

export interface PlayerState {
  /** The loaded result; `null` for none. */
  readonly itemId: string | null;
  /** The same once the element itself has taken it up. */
  readonly heldId: string | null;
  readonly isPlaying: boolean;
  /** Seconds. */
  readonly position: number;
  /** Seconds; `null` until it is known. */
  readonly duration: number | null;
  readonly rate: number;
  readonly isLooping: boolean;
  readonly problem: string | null;
}

const silent = {
  itemId: null,
  heldId: null,
  isPlaying: false,
  position: 0,
  duration: null,
  problem: null,
} as const;

export const usePlayer = create<PlayerState>()(() => ({ ...silent, rate: 1, isLooping: false }));

/** The only element; it is in the frame, so that it outlives every tab. */
export const audio = document.createElement('audio');
audio.preload = 'auto';

const known = () => (Number.isFinite(audio.duration) ? audio.duration : null);
const onEvent: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
  loadstart: () => usePlayer.setState(({ itemId }) => ({ heldId: itemId })),
  play: () => usePlayer.setState({ isPlaying: true }),
  pause: () => usePlayer.setState({ isPlaying: false }),
  ended: () => usePlayer.setState({ isPlaying: false }),
  timeupdate: () => usePlayer.setState({ position: audio.currentTime }),
  seeking: () => usePlayer.setState({ position: audio.currentTime }),
  durationchange: () => usePlayer.setState({ duration: known() }),
  error: () => void explain(),
};
for (const [name, run] of Object.entries(onEvent)) audio.addEventListener(name, run);

/** A video that starts with sound stops the audio, and the other way round. */
export function keepOneSound(): () => void {
  const stopOthers = ({ target }: Event) => {
    if (target instanceof HTMLVideoElement && target.muted) return;
    for (const other of [audio, ...document.querySelectorAll('video')]) {
      // A muted video may play beside the one with sound.
      if (other !== target && !other.muted) other.pause();
    }
  };
  document.addEventListener('play', stopOthers, true);
  return () => document.removeEventListener('play', stopOthers, true);
}

/** Plays a result from a position in seconds; resumes the same one if it was paused. */
export async function play(itemId: string, from?: number): Promise<void> {
  if (usePlayer.getState().itemId !== itemId) {
    load(itemId);
    await canPlay();
    if (usePlayer.getState().itemId !== itemId) return;
  }
  if (from !== undefined) audio.currentTime = from;
  // Rejected if another sound started meanwhile; the events have the actual state.
  await audio.play().catch(() => undefined);
}

export const pause = (): void => audio.pause();

export function toggle(itemId: string): void {
  const { itemId: current, isPlaying } = usePlayer.getState();
  if (current === itemId && isPlaying) pause();
  else void play(itemId);
}

export function seek(seconds: number): void {
  audio.currentTime = seconds;
  // The element reports its position later; until then the slider would jump back, and seek the audio with it.
  usePlayer.setState({ position: seconds });
}

export function setRate(rate: number): void {
  audio.playbackRate = rate;
  audio.defaultPlaybackRate = rate;
  usePlayer.setState({ rate });
}

export function setLooping(isLooping: boolean): void {
  audio.loop = isLooping;
  usePlayer.setState({ isLooping });
}

/** Stops playing and releases the file. */
export function close(): void {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  usePlayer.setState(silent);
}

function load(itemId: string): void {
  audio.pause();
  usePlayer.setState({ ...silent, itemId });
  audio.src = mediaUrl(itemId);
  audio.load();
}

/** Resolves when there is something to play, or when there never will be. */
function canPlay(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const name of ['canplay', 'error', 'emptied']) audio.removeEventListener(name, end);
      resolve();
    };
    for (const name of ['canplay', 'error', 'emptied']) audio.addEventListener(name, end);
  });
}

async function explain(): Promise<void> {
  const { itemId } = usePlayer.getState();
  if (itemId === null || audio.getAttribute('src') === null) return;
  usePlayer.setState({
    isPlaying: false,
    problem:
      'Couldn’t play this audio: its codec isn’t supported here, or its file is missing or damaged. Save it, or open it in another app.',
  });
  await call('media.check', { ids: [itemId] });
}
