import { Pause, Play, Repeat, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useMedia } from '../../state/core/jobs-and-media';
import { addressOfJob } from '../../state/ui/route';
import { IconButton } from '../../ui/icon-button';
import { formatElapsed } from '../jobs/job-words';
import { audio, close, keepOneSound, seek, setLooping, setRate, toggle, usePlayer } from './player';

/** The audio element of the whole window, with a slim bar while something is loaded. */
export function PlayerHost() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(audio);
    return keepOneSound();
  }, []);
  const itemId = usePlayer((player) => player.itemId);
  const item = useMedia(itemId);
  useEffect(() => {
    if (itemId !== null && item === undefined) close();
  }, [itemId, item]);
  return (
    <>
      <div ref={place} hidden />
      {item !== undefined && <PlayerBar id={item.id} prompt={item.origin.prompt} jobId={item.origin.jobId} />}
    </>
  );
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2];

function PlayerBar({ id, prompt, jobId }: { id: string; prompt: string; jobId: string }) {
  const { isPlaying, rate, isLooping, problem } = usePlayer();
  return (
    <section
      aria-label="Player"
      className="flex h-10 flex-none items-center gap-2 border-line border-t bg-raised px-3"
    >
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => toggle(id)}
      />
      <a href={addressOfJob('speech', jobId)} title={prompt} className="w-64 min-w-0 truncate rounded-sm">
        {prompt}
      </a>
      {problem === null ? (
        <SeekBar />
      ) : (
        <p role="alert" className="min-w-0 flex-1 truncate text-bad">
          {problem}
        </p>
      )}
      <select
        aria-label="Playback speed"
        value={rate}
        onChange={(event) => setRate(Number(event.target.value))}
        className="h-7 rounded-control border border-line bg-background px-1"
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
      <IconButton icon={X} label="Close player" onClick={close} />
    </section>
  );
}

function SeekBar() {
  const position = usePlayer((player) => player.position);
  const duration = usePlayer((player) => player.duration);
  const time = (seconds: number) => formatElapsed(seconds * 1_000);
  return (
    <>
      <span className="text-muted text-sm">{time(position)}</span>
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${time(position)} of ${duration === null ? 'unknown' : time(duration)}`}
        min={0}
        max={duration ?? 0}
        step={0.1}
        value={position}
        disabled={duration === null}
        onChange={(event) => seek(Number(event.target.value))}
        style={{ '--filled': `${duration ? (100 * position) / duration : 0}%` } as React.CSSProperties}
        className="range min-w-0 flex-1"
      />
      <span className="text-muted text-sm">{duration === null ? '–' : time(duration)}</span>
    </>
  );
}
