import { Repeat } from 'lucide-react';
import { IconButton } from '../../ui/button';
import { formatElapsed } from '../jobs/job-text';
import { seek, setLooping, setRate, usePlayer } from './player';

const time = (seconds: number) => formatElapsed(seconds * 1_000);
/** To the nearest second, as everywhere that a sound's length is shown. */
const lengthText = (seconds: number) => time(Math.round(seconds));

interface SeekBarProps {
  itemId: string;
  /** Seconds, as far as it is known before the sound is loaded. */
  length?: number | null;
}

/** Where in the sound one is; it can be moved as soon as the sound is loaded. */
export function SeekBar({ itemId, length = null }: SeekBarProps) {
  const isLoaded = usePlayer((player) => player.itemId === itemId);
  const position = usePlayer((player) => (isLoaded ? player.position : 0));
  const duration = usePlayer((player) => (isLoaded ? player.duration : null)) ?? length;
  return (
    <>
      <span className="text-muted text-sm">{time(position)}</span>
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${time(position)} of ${duration === null ? 'unknown' : lengthText(duration)}`}
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={position}
        disabled={!isLoaded || duration === null}
        onChange={(event) => seek(Number(event.target.value))}
        style={{ '--filled': `${duration ? (100 * position) / duration : 0}%` } as React.CSSProperties}
        className="range min-w-16 flex-1"
      />
      <span className="text-muted text-sm max-[440px]:hidden">
        {duration === null ? '–' : lengthText(duration)}
      </span>
    </>
  );
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Speed and repetition, which hold for every sound. */
export function PlaybackChoices() {
  const rate = usePlayer((player) => player.rate);
  const isLooping = usePlayer((player) => player.isLooping);
  return (
    <>
      <select
        aria-label="Playback speed"
        value={rate}
        onChange={(event) => setRate(Number(event.target.value))}
        className="field compact"
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </select>
      <IconButton
        icon={Repeat}
        label="Loop"
        aria-pressed={isLooping}
        onClick={() => setLooping(!isLooping)}
      />
    </>
  );
}
