import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { promptTitle } from '../../lib/prompt-title';
import { announce } from '../../state/announce';
import { mediaUrl } from '../../state/core/media-url';
import { useMedia } from '../../state/core/selectors';
import { IconButton } from '../../ui/button';
import { FilterChoice } from '../../ui/filter-choice';
import { canShow } from '../can-show';
import { Unshown } from '../unshown';
import { FullWindow } from './full-window';

const paces = [2, 4, 8, 15, 30] as const;
const usualPace = 4;
const paceOptions = paces.map((seconds) => [String(seconds), `${seconds} s for each image`] as const);

interface SlideshowProps {
  ids: readonly string[];
  /** The result to begin with. */
  from: string;
  /** Called near the end: there may be more to load. */
  onNearEnd: () => void;
  onClose: () => void;
}

/** One result after the other, large: images for a while, sound and video to their end. */
export default function Slideshow({ ids, from, onNearEnd, onClose }: SlideshowProps) {
  const [id, setId] = useState(from);
  const [pace, setPace] = useState<number>(usualPace);
  const [isRunning, setRunning] = useState(true);
  const at = Math.max(0, ids.indexOf(id));
  const item = useMedia(ids[at] ?? null);
  useEffect(() => {
    if (at >= ids.length - 3) onNearEnd();
  }, [at, ids.length, onNearEnd]);
  useEffect(() => {
    if (ids.length === 0) onClose();
  }, [ids.length, onClose]);
  const step = (by: number) => {
    const next = ids[(at + by + ids.length) % ids.length];
    if (next !== undefined) setId(next);
  };
  const pause = () => {
    setRunning((now) => !now);
    announce(isRunning ? 'Slideshow paused' : 'Slideshow running');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const run = keyOf(event, { step, pause, pace, setPace });
    if (run === null) return;
    event.preventDefault();
    run();
  };
  if (item === undefined) return null;
  return (
    <FullWindow label="Slideshow" ground="bg-background" onKeyDown={onKeyDown} onClose={onClose}>
      <div className="flex min-h-0 flex-1 items-center justify-center p-2">
        <Slide key={item.id} {...{ item, isRunning, pace }} onEnd={() => step(1)} />
      </div>
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-1 border-line border-t bg-panel px-3 py-1">
        <IconButton icon={ChevronLeft} label="Previous" onClick={() => step(-1)} />
        <IconButton icon={isRunning ? Pause : Play} label={isRunning ? 'Pause' : 'Play'} onClick={pause} />
        <IconButton icon={ChevronRight} label="Next" onClick={() => step(1)} />
        <span className="flex-none text-muted text-sm">
          {at + 1} of {ids.length}
        </span>
        <p className="min-w-24 flex-1 truncate px-2">{cutText(promptTitle(item.origin.prompt), 300)}</p>
        <FilterChoice
          label="Pace"
          every={`${usualPace} s for each image`}
          isFilter={false}
          value={pace === usualPace ? undefined : String(pace)}
          options={paceOptions.filter(([seconds]) => seconds !== String(usualPace))}
          onChange={(seconds) => setPace(seconds === undefined ? usualPace : Number(seconds))}
        />
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
    </FullWindow>
  );
}

interface SlideActions {
  readonly step: (by: number) => void;
  readonly pause: () => void;
  readonly pace: number;
  readonly setPace: (seconds: number) => void;
}

/** A field and a button that have the focus keep their own keys. */
function keyOf(event: KeyboardEvent, { step, pause, pace, setPace }: SlideActions): (() => void) | null {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (target instanceof HTMLElement && target.matches('select')) return null;
  const paced = (by: 1 | -1) => () => setPace(paces[paces.indexOf(pace as never) + by] ?? pace);
  const runs: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': paced(-1),
    '-': paced(1),
  };
  if (key === ' ') return target instanceof HTMLElement && target.matches('button') ? null : pause;
  return runs[key] ?? null;
}

interface SlideProps {
  item: MediaItem;
  isRunning: boolean;
  pace: number;
  onEnd: () => void;
}

function Slide({ item, isRunning, pace, onEnd }: SlideProps) {
  const isTimed = (item.kind !== 'audio' && item.kind !== 'video') || !canShow(item) || item.isMissing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later function does the same.
  useEffect(() => {
    if (!isTimed || !isRunning) return;
    const timer = setTimeout(onEnd, pace * 1_000);
    return () => clearTimeout(timer);
  }, [isTimed, isRunning, pace]);
  const label = promptTitle(item.origin.prompt);
  if (isTimed && item.kind === 'image' && canShow(item) && !item.isMissing)
    return <img src={mediaUrl(item.id)} alt={label} className="max-h-full max-w-full object-contain" />;
  if (isTimed) return <Unshown item={item} />;
  return <Playing key={item.id} {...{ item, isRunning, onEnd }} />;
}

/** Played with its sound; what can't be played is passed over. */
function Playing({ item, isRunning, onEnd }: Omit<SlideProps, 'pace'>) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  useEffect(() => {
    if (media === null) return;
    if (isRunning) void media.play().catch(() => undefined);
    else media.pause();
  }, [media, isRunning]);
  const props = {
    ref: setMedia,
    src: mediaUrl(item.id),
    onEnded: onEnd,
    onError: onEnd,
    controls: true,
    'aria-label': promptTitle(item.origin.prompt),
  };
  return item.kind === 'audio' ? (
    <audio {...props} className="w-full max-w-3xl" />
  ) : (
    <video {...props} playsInline className="max-h-full max-w-full" />
  );
}
