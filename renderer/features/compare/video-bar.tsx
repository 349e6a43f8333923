import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import { useId } from 'react';
import type { Job } from '../../../shared/media/jobs';
import { KeyedIconButton } from '../../commands/key-hint';
import { formatElapsed } from '../../media/jobs/job-text';
import { columnLetter } from '../../state/ui/compares';
import { IconButton } from '../../ui/button';
import { seekAll, stepAll, toggleAll, unmuteOnly, useVideoSync } from './video-sync';

/** One play, pause and seek for all videos of the round. */
export default function VideoBar({ jobs }: { jobs: readonly (Job | null)[] }) {
  const { isPlaying, position, duration } = useVideoSync();
  if (!jobs.some((job) => job !== null && job.media.length > 0)) return null;
  const total = duration ?? 0;
  return (
    <section
      aria-label="All videos"
      className="flex flex-none items-center gap-2 border-line border-b px-3 py-1.5"
    >
      <KeyedIconButton
        command="compare.playAll"
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause all' : 'Play all'}
        aria-disabled={duration === null}
        onClick={toggleAll}
      />
      <IconButton icon={StepBack} label="Previous frame" onClick={() => stepAll(-1)} />
      <IconButton icon={StepForward} label="Next frame" onClick={() => stepAll(1)} />
      <span className="text-muted text-sm">{formatElapsed(position * 1_000)}</span>
      <input
        type="range"
        aria-label="Seek all"
        aria-valuetext={`${position.toFixed(1)} of ${total.toFixed(1)} seconds`}
        min={0}
        max={total}
        step={0.04}
        value={position}
        disabled={duration === null}
        onChange={(event) => seekAll(Number(event.target.value))}
        style={{ '--filled': `${total === 0 ? 0 : (100 * position) / total}%` } as React.CSSProperties}
        className="range min-w-24 flex-1"
      />
      <span className="text-muted text-sm">{duration === null ? '–' : formatElapsed(total * 1_000)}</span>
      <SoundOf jobs={jobs} />
    </section>
  );
}

/** Which of the videos has sound; the others stay muted. */
function SoundOf({ jobs }: { jobs: readonly (Job | null)[] }) {
  const id = useId();
  const heard = useVideoSync((step) => step.heard?.dataset.letter ?? '');
  const choose = (letter: string) =>
    unmuteOnly(
      letter === '' ? null : document.querySelector<HTMLVideoElement>(`video[data-letter="${letter}"]`),
    );
  return (
    <>
      <label htmlFor={id} className="text-muted text-sm">
        Sound
      </label>
      <select
        id={id}
        value={heard}
        onChange={(event) => choose(event.target.value)}
        className="field compact"
      >
        <option value="">off</option>
        {jobs.map((job, index) =>
          job === null || job.media.length === 0 ? null : (
            <option key={job.id} value={columnLetter(index)}>
              {columnLetter(index)}
            </option>
          ),
        )}
      </select>
    </>
  );
}
