import { Play } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { commandAt } from '../../commands/shortcuts';
import { promptTitle } from '../../lib/prompt-title';
import { call } from '../../link/call';
import { mediaUrl } from '../../state/core/media-url';
import { takePlay, useStage } from '../../state/ui/stage';
import { stepped } from './frame-step';
import { frameBarPx, VideoBar } from './video-bar';
import { useVideoPlayback } from './video-playback';
import { VideoProblem } from './video-problem';

/** What the keys of the place around the player do with it. */
export interface VideoControl {
  readonly toggle: () => void;
  /** Pauses and moves by this many frames. */
  readonly step: (frames: number) => void;
}

interface VideoPlayerProps {
  item: MediaItem;
  /** Size of the video without the bar below it, in pixels. */
  size: { readonly width: number; readonly height: number };
  /** Its place on the stage: begins when that was asked to play. */
  playKey?: string;
  control?: Ref<VideoControl>;
}

/** A real `<video>`, played in place; `,` and `.` step through its frames. */
export function VideoPlayer({ item, size, playKey, control }: VideoPlayerProps) {
  const { video, isOpen, start, step } = usePlaying(item, playKey, control);
  const [problem, setProblem] = useState(false);
  const isLooping = useVideoPlayback((playback) => playback.isLooping);
  const fail = () => {
    setProblem(true);
    // It may be gone, or of a codec that was not known when it was stored.
    void call('media.check', { ids: [item.id] });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (leavesFullScreen(event)) return;
    const frames = framesOf(event);
    if (frames === 0 || !isOpen) return;
    event.preventDefault();
    step(frames);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player inside, which has the focus.
    <div onKeyDown={onKeyDown} style={{ width: size.width }}>
      <div className="relative overflow-hidden rounded-card bg-[#000]" style={{ height: size.height }}>
        {/* biome-ignore lint/a11y/useMediaCaption: generated pictures have no spoken words to caption. */}
        <video
          ref={video}
          // A moment in: the very first frame is often black.
          src={`${mediaUrl(item.id)}#t=0.1`}
          crossOrigin="anonymous"
          preload="metadata"
          playsInline
          controls={isOpen}
          loop={isLooping}
          tabIndex={isOpen ? 0 : -1}
          aria-label={promptTitle(item.origin.prompt)}
          onError={fail}
          // Its sound alone would play, over black.
          onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && fail()}
          className="size-full object-contain"
        />
        {!isOpen && !problem && <PlayButton prompt={promptTitle(item.origin.prompt)} onClick={start} />}
        {problem && <VideoProblem item={item} />}
      </div>
      <div style={{ height: frameBarPx }}>{isOpen && <VideoBar video={video} onStep={step} />}</div>
    </div>
  );
}

/** Plays and steps: by its own buttons, by `control`, and once for each request of the stage. */
function usePlaying(
  { frameRate }: MediaItem,
  playKey: string | undefined,
  control: Ref<VideoControl> | undefined,
) {
  const video = useRef<HTMLVideoElement>(null);
  /** Whether it was begun, and so shows its controls. */
  const [isOpen, setOpen] = useState(false);
  const rate = useVideoPlayback((playback) => playback.rate);
  const start = () => {
    setOpen(true);
    if (video.current !== null) video.current.currentTime = 0;
    void video.current?.play().catch(() => undefined);
    video.current?.focus();
  };
  const step = (frames: number) => {
    setOpen(true);
    video.current?.pause();
    if (video.current !== null)
      video.current.currentTime = stepped(video.current.currentTime, frames, frameRate);
  };
  const toggle = () => {
    if (!isOpen) start();
    else if (video.current?.paused) void video.current.play().catch(() => undefined);
    else video.current?.pause();
  };
  useImperativeHandle(control, () => ({ toggle, step }));
  const isAsked = useStage((stage) => playKey !== undefined && stage.playKey === playKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request.
  useEffect(() => {
    if (isAsked && takePlay(playKey)) start();
  }, [isAsked]);
  useEffect(() => {
    if (video.current !== null) video.current.playbackRate = rate;
  }, [rate]);
  return { video, isOpen, start, step };
}

/** How many frames a key steps; 0 for all others. */
export function framesOf(event: KeyboardEvent): number {
  const id = commandAt(event.nativeEvent, 'video')?.id;
  if (id === 'video.frameBack') return -1;
  return id === 'video.frameOn' ? 1 : 0;
}

function PlayButton({ prompt, onClick }: { prompt: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute inset-0 flex items-center justify-center outline-offset-[-2px]"
    >
      <span className="flex size-14 items-center justify-center rounded-full bg-[#000000a0] text-[#fff]">
        <Play className="size-6 fill-current" aria-hidden />
      </span>
      <span className="sr-only">Play {prompt}</span>
    </button>
  );
}

/** Escape leaves full screen and nothing else: neither the viewer around it nor a streaming reply. */
function leavesFullScreen(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || document.fullscreenElement === null) return false;
  event.preventDefault();
  event.stopPropagation();
  void document.exitFullscreen();
  return true;
}
