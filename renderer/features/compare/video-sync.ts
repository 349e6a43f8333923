/** Plays several videos as one: they play, pause and seek together, and stay within a frame or two of each other. */
import { create } from 'zustand';
import { stepped } from '../../media/player/frame-step';

export interface VideoSyncState {
  readonly isPlaying: boolean;
  /** Seconds, of the longest one. */
  readonly position: number;
  /** Seconds, of the longest one; `null` while none can be played. */
  readonly duration: number | null;
  /** Which one has sound; `null` for none. */
  readonly heard: HTMLVideoElement | null;
}

const silent: VideoSyncState = { isPlaying: false, position: 0, duration: null, heard: null };
export const useVideoSync = create<VideoSyncState>()(() => silent);

/** Each with its frames per second, where that is known. */
const members = new Map<HTMLVideoElement, number | undefined>();

/** A larger difference is corrected by a seek; a smaller one by a slightly slower or faster playback rate. */
const jumpSeconds = 0.25;
const frameSeconds = 1 / 24;
const smallestDrift = frameSeconds / 2;
const mostPaceChange = 0.15;

const isUsable = (video: HTMLVideoElement) => video.error === null && Number.isFinite(video.duration);
const usable = () => [...members.keys()].filter(isUsable);

/** The longest sets the time; one that is missing or damaged delays no other. */
function leader(): HTMLVideoElement | undefined {
  return usable().reduce<HTMLVideoElement | undefined>(
    (longest, video) => (longest === undefined || video.duration > longest.duration ? video : longest),
    undefined,
  );
}

/**
 * Adds a video until the returned function is called.
 *
 * @param frameRate frames per second; absent where its file doesn't state it
 */
export function join(video: HTMLVideoElement, frameRate?: number): () => void {
  members.set(video, frameRate);
  video.muted = true;
  const measure = () => useVideoSync.setState({ duration: leader()?.duration ?? null });
  const onReady = () => {
    measure();
    video.currentTime = placeIn(video);
    if (useVideoSync.getState().isPlaying) void start(video);
  };
  // Another sound of the app started: the one with sound stops, and the others with it.
  const onPause = () => {
    const { heard, isPlaying } = useVideoSync.getState();
    if (isPlaying && video === heard && !video.ended) pauseAll();
  };
  video.addEventListener('loadedmetadata', onReady);
  video.addEventListener('pause', onPause);
  video.addEventListener('error', measure);
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) onReady();
  return () => {
    video.removeEventListener('loadedmetadata', onReady);
    video.removeEventListener('pause', onPause);
    video.removeEventListener('error', measure);
    members.delete(video);
    if (members.size === 0) useVideoSync.setState(silent);
    else measure();
  };
}

export const hasVideos = (): boolean => members.size > 0;

export function toggleAll(): void {
  if (useVideoSync.getState().isPlaying) pauseAll();
  else playAll();
}

function playAll(): void {
  const first = leader();
  if (first === undefined) return;
  if (first.ended || first.currentTime >= first.duration) seekAll(0);
  useVideoSync.setState({ isPlaying: true });
  for (const video of usable()) void start(video);
  requestAnimationFrame(keepTogether);
}

function pauseAll(): void {
  useVideoSync.setState({ isPlaying: false });
  for (const video of members.keys()) {
    video.pause();
    video.playbackRate = 1;
  }
  seekAll(leader()?.currentTime ?? 0);
}

export function seekAll(seconds: number): void {
  const { duration } = useVideoSync.getState();
  const position = Math.max(0, Math.min(seconds, duration ?? 0));
  useVideoSync.setState({ position });
  for (const video of usable()) video.currentTime = placeIn(video);
}

/** By the frames of the one that sets the time. */
export const stepAll = (frames: number): void => {
  if (useVideoSync.getState().isPlaying) pauseAll();
  const first = leader();
  seekAll(stepped(useVideoSync.getState().position, frames, first && members.get(first)));
};

/** Gives one the sound, or none. */
export function unmuteOnly(video: HTMLVideoElement | null): void {
  useVideoSync.setState({ heard: video });
  for (const member of members.keys()) member.muted = member !== video;
}

/** A shorter one waits at its end. */
const placeIn = (video: HTMLVideoElement) => Math.min(useVideoSync.getState().position, video.duration);

async function start(video: HTMLVideoElement): Promise<void> {
  if (useVideoSync.getState().position < video.duration) await video.play().catch(() => undefined);
}

function keepTogether(): void {
  const first = leader();
  if (!useVideoSync.getState().isPlaying) return;
  if (first === undefined || first.ended) {
    pauseAll();
    return;
  }
  useVideoSync.setState({ position: first.currentTime });
  for (const video of usable()) if (video !== first) follow(video, first);
  requestAnimationFrame(keepTogether);
}

function follow(video: HTMLVideoElement, first: HTMLVideoElement): void {
  if (video.ended || video.seeking || first.seeking || first.currentTime >= video.duration) return;
  if (video.paused) void start(video);
  const drift = video.currentTime - first.currentTime;
  if (Math.abs(drift) > jumpSeconds) video.currentTime = first.currentTime;
  const pace =
    Math.abs(drift) < smallestDrift ? 0 : Math.max(-mostPaceChange, Math.min(mostPaceChange, -drift));
  if (video.playbackRate !== 1 + pace) video.playbackRate = 1 + pace;
}
