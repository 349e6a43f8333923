/** The part that is kept of a sound or a video, between two handles on its waveform or its frames. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { classes } from '../../ui/classes';
import { TrimFrames } from './trim-frames';
import { boundsOf, movedBy, movedTo, type Stretch, type TrimEnd } from './trim-steps';
import { TrimWave } from './trim-wave';

interface TrimBarProps extends Stretch {
  item: MediaItem;
  /** Shows the place of a handle that is moved. */
  player: RefObject<HTMLMediaElement | null>;
  onChange: (part: Partial<Stretch>) => void;
}

export function TrimBar({ item, player, start, end, onChange }: TrimBarProps) {
  const track = useRef<HTMLDivElement>(null);
  const length = (item.durationMs ?? 0) / 1_000;
  if (length <= 0) return null;
  const part = { start, end };
  const show = (seconds: number) => {
    if (player.current !== null) player.current.currentTime = seconds;
  };
  const move = (which: TrimEnd, seconds: number) => {
    onChange({ [which]: seconds });
    show(seconds);
  };
  const timeAt = (clientX: number) => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((clientX - left) / Math.max(1, width)) * length;
  };
  const share = (seconds: number) => `${Math.min(100, Math.max(0, (100 * seconds) / length))}%`;
  return (
    <div className="mx-3 flex-none">
      {/* For the pointer alone: the preview has its own controls. */}
      <div
        ref={track}
        className="relative h-14 touch-none rounded-control bg-hover"
        onPointerDown={(event) => show(Math.min(length, Math.max(0, timeAt(event.clientX))))}
      >
        {item.kind === 'audio' ? <TrimWave item={item} /> : <TrimFrames item={item} />}
        <Outside from="0%" to={share(start)} />
        <Outside from={share(end)} to="100%" />
        {(['start', 'end'] as const).map((which) => (
          <Handle key={which} {...{ which, part, length, timeAt }} at={share(part[which])} onMove={move} />
        ))}
      </div>
      <p className="mt-1 text-muted text-sm">
        Keeps {secondsText(Math.max(0, end - start))} of {secondsText(length)}. Arrow keys move a handle,
        Shift makes the steps finer, Page keys coarser.
      </p>
    </div>
  );
}

/** What is left out. */
const Outside = ({ from, to }: { from: string; to: string }) => (
  <div
    aria-hidden
    className="pointer-events-none absolute inset-y-0 rounded-control bg-background opacity-75"
    style={{ left: from, right: `calc(100% - ${to})` }}
  />
);

interface HandleProps {
  which: TrimEnd;
  part: Stretch;
  length: number;
  at: string;
  timeAt: (clientX: number) => number;
  onMove: (which: TrimEnd, seconds: number) => void;
}

function Handle({ which, part, length, at, timeAt, onMove }: HandleProps) {
  const { min, max } = boundsOf(which, part, length);
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.stopPropagation();
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      onMove(which, movedTo(which, timeAt(event.clientX), part, length));
  };
  const press = (event: KeyboardEvent) => {
    const to = event.ctrlKey || event.metaKey || event.altKey ? null : movedBy(which, event, part, length);
    if (to === null) return;
    event.preventDefault();
    onMove(which, to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={which === 'start' ? 'Trim start' : 'Trim end'}
      aria-orientation="horizontal"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={part[which]}
      aria-valuetext={`${secondsText(part[which])} of ${secondsText(length)}`}
      onPointerDown={grab}
      onPointerMove={drag}
      onKeyDown={press}
      className="-ml-3 absolute -inset-y-1 flex w-6 cursor-ew-resize touch-none justify-center"
      style={{ left: at }}
    >
      <span
        aria-hidden
        className={classes(
          'h-full w-2 border-2 border-accent bg-accent',
          which === 'start' ? 'rounded-l-control' : 'rounded-r-control',
        )}
      />
    </div>
  );
}

/** `1.25 s`: at most to the millisecond. */
const secondsText = (seconds: number): string => `${Number(seconds.toFixed(3))} s`;
