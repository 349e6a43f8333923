import { useEffect, useRef } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { mediaUrl } from '../../state/core/media-url';

const FRAMES = 8;
const [WIDTH, HEIGHT] = [96, 56];

/** Frames of a video side by side, evenly over its length; those that can't be decoded stay empty. */
export function TrimFrames({ item: { id } }: { item: MediaItem }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const context = canvas.current?.getContext('2d');
    if (context) void drawFrames(context, mediaUrl(id), stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [id]);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={FRAMES * WIDTH}
      height={HEIGHT}
      className="size-full rounded-control"
    />
  );
}

/** One after the other, by a player that is never shown. */
async function drawFrames(context: CanvasRenderingContext2D, address: string, signal: AbortSignal) {
  const video = document.createElement('video');
  const happens = (event: string) =>
    new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('the frames can’t be drawn'));
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', fail, { once: true });
      signal.addEventListener('abort', fail, { once: true });
    });
  video.muted = true;
  video.preload = 'auto';
  try {
    const loaded = happens('loadeddata');
    video.src = address;
    await loaded;
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const sought = happens('seeked');
      video.currentTime = ((frame + 0.5) / FRAMES) * video.duration;
      await sought;
      drawCovering(context, video, frame * WIDTH);
    }
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** The middle of the frame, in a field of its own. */
function drawCovering(context: CanvasRenderingContext2D, video: HTMLVideoElement, left: number): void {
  const { videoWidth, videoHeight } = video;
  const scale = Math.max(WIDTH / videoWidth, HEIGHT / videoHeight);
  const [width, height] = [WIDTH / scale, HEIGHT / scale];
  const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  context.drawImage(video, x, y, width, height, left, 0, WIDTH, HEIGHT);
}
