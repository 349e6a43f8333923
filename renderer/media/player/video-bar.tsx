import { Maximize, Repeat, StepBack, StepForward } from 'lucide-react';
import type { RefObject } from 'react';
import { KeyedIconButton } from '../../commands/key-hint';
import { copyImage } from '../../lib/clipboard';
import { IconButton } from '../../ui/button';
import { CopyImageButton } from '../media-buttons';
import { useVideoPlayback } from './video-playback';

/** Kept free below a video before it plays too, so that nothing moves when it does. */
export const frameBarPx = 36;
const rates = [0.1, 0.25, 0.5, 1, 1.5, 2];

interface VideoBarProps {
  video: RefObject<HTMLVideoElement | null>;
  onStep: (frames: number) => void;
}

/** Controls that the browser's own lack: frame steps, loop, speed, full screen. */
export function VideoBar({ video, onStep }: VideoBarProps) {
  const { rate, isLooping } = useVideoPlayback();
  const copy = async () => video.current !== null && (await copyImage(video.current));
  return (
    <div className="flex h-full items-center justify-center gap-0.5">
      <KeyedIconButton
        command="video.frameBack"
        icon={StepBack}
        label="Previous frame"
        onClick={() => onStep(-1)}
      />
      <KeyedIconButton
        command="video.frameOn"
        icon={StepForward}
        label="Next frame"
        onClick={() => onStep(1)}
      />
      <IconButton
        icon={Repeat}
        label="Loop"
        aria-pressed={isLooping}
        onClick={() => useVideoPlayback.setState({ isLooping: !isLooping })}
      />
      <select
        aria-label="Playback speed"
        value={rate}
        onChange={(event) => useVideoPlayback.setState({ rate: Number(event.target.value) })}
        className="field compact"
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      <CopyImageButton label="Copy frame" picture={copy} />
      <IconButton icon={Maximize} label="Full screen" onClick={() => void fillScreen(video.current)} />
    </div>
  );
}

/** The button that was pressed is out of sight then, so the keys go to the video. */
async function fillScreen(video: HTMLVideoElement | null): Promise<void> {
  await video?.requestFullscreen().catch(() => undefined);
  video?.focus();
}
