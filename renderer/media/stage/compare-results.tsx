import { Columns2, SplitSquareHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { commandAt } from '../../commands/shortcuts';
import { promptTitle } from '../../lib/prompt-title';
import { useCoreState } from '../../state/core/core-state';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { scrollStop } from '../../ui/scroll-stop';
import { factsOf } from '../media-facts';
import { frameBarPx } from '../player/video-bar';
import { VideoPlayer } from '../player/video-player';
import { FullWindow } from '../viewer/full-window';
import { useZoom, type Zoom } from '../viewer/use-zoom';
import { aspectOf, fittedSize, naturalSize } from './arrangement';
import { DividedImages } from './divided-images';
import { StageImage } from './stage-image';
import { useSize } from './use-size';

interface CompareResultsProps {
  ids: readonly string[];
  onClose: () => void;
}

/** Two results side by side, zoomed as one, or one over the other with a divider; below, what differs. */
export function CompareResults({ ids, onClose }: CompareResultsProps) {
  const [isDivided, setDivided] = useState(false);
  const zoom = useZoom(ids.join(' '));
  const media = useCoreState((state) => state.media);
  const [left, right] = ids.map((id) => media[id]);
  if (left === undefined || right === undefined) return null;
  const canDivide = left.kind === 'image' && right.kind === 'image';
  return (
    <FullWindow label="Compare results" onKeyDown={(event) => zoomByKey(event, zoom)} onClose={onClose}>
      <div className="flex h-12 flex-none items-center gap-1 border-line border-b px-3">
        <h2 className="flex-1 font-semibold">Compare results</h2>
        {zoom.scale !== 1 && zoom.percent !== null && (
          <span className="text-muted text-sm">{zoom.percent} %</span>
        )}
        {canDivide && <LayoutChoice isDivided={isDivided} onChange={setDivided} />}
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {canDivide && isDivided ? (
        <div className="flex min-h-0 flex-1 p-4">
          <DividedImages left={{ letter: 'A', item: left }} right={{ letter: 'B', item: right }} />
        </div>
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-2 gap-px bg-line">
          <Side item={left} zoom={zoom} isFirst />
          <Side item={right} zoom={zoom} isFirst={false} />
        </div>
      )}
      <div
        ref={scrollStop}
        className="grid max-h-[32%] flex-none grid-cols-2 overflow-y-auto border-line border-t outline-offset-[-2px]"
      >
        <Facts item={left} other={right} name="A" />
        <Facts item={right} other={left} name="B" />
      </div>
    </FullWindow>
  );
}

function zoomByKey(event: KeyboardEvent, zoom: Zoom): void {
  event.stopPropagation();
  const runs: Readonly<Record<string, () => void>> = {
    'viewer.zoomIn': zoom.in,
    'viewer.zoomOut': zoom.out,
    'viewer.fit': zoom.fit,
    'viewer.actual': zoom.actual,
  };
  const run = runs[commandAt(event.nativeEvent, 'viewer')?.id ?? ''];
  if (run === undefined) return;
  event.preventDefault();
  run();
}

interface LayoutChoiceProps {
  isDivided: boolean;
  onChange: (isDivided: boolean) => void;
}

function LayoutChoice({ isDivided, onChange }: LayoutChoiceProps) {
  return (
    <>
      <IconButton
        icon={Columns2}
        label="Side by side"
        aria-pressed={!isDivided}
        onClick={() => onChange(false)}
      />
      <IconButton
        icon={SplitSquareHorizontal}
        label="Divider"
        aria-pressed={isDivided}
        onClick={() => onChange(true)}
      />
    </>
  );
}

/** Percents are those of the first. */
const ignoreFit = () => undefined;

/** The zoom listens to one element: the other side follows it, and passes its wheel events to the same zoom. */
function Side({ item, zoom, isFirst }: { item: MediaItem; zoom: Zoom; isFirst: boolean }) {
  const [inner, setInner] = useState<HTMLDivElement | null>(null);
  const other = useRef<HTMLDivElement>(null);
  const room = useSize(inner);
  const bar = item.kind === 'video' ? frameBarPx : 0;
  const size =
    room === null
      ? null
      : fittedSize({ width: room.width, height: room.height - bar }, aspectOf(item), naturalSize(item));
  return (
    <div
      ref={setInner}
      className="flex min-w-0 items-center justify-center overflow-hidden bg-background p-3"
      // The other side is scrolled as if the pointer were at the same place of the first one.
      onWheel={isFirst ? undefined : ({ deltaY }) => zoom.by(deltaY)}
    >
      {size !== null && item.kind === 'image' && (
        <StageImage
          item={item}
          size={size}
          zoom={isFirst ? zoom : { ...zoom, stage: other, onFit: ignoreFit }}
        />
      )}
      {size !== null && item.kind === 'video' && <VideoPlayer item={item} size={size} />}
    </div>
  );
}

const leftOut = ['File', 'Job'];

function Facts({ item, other, name }: { item: MediaItem; other: MediaItem; name: string }) {
  const others = new Map(factsOf(other));
  return (
    <section aria-label={`Result ${name}`} className="min-w-0 p-4">
      <p className="mb-2 line-clamp-3 select-text break-words">
        {cutText(promptTitle(item.origin.prompt), 600)}
      </p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-1 text-sm">
        {factsOf(item)
          .filter(([fact]) => !leftOut.includes(fact))
          .map(([fact, value]) => (
            <div key={fact} className="flex min-w-0 gap-2">
              <dt className="flex-none text-muted">{fact}</dt>
              <dd
                className={classes(
                  'min-w-0 truncate',
                  others.get(fact) === value ? 'text-muted' : 'font-semibold',
                )}
                title={value}
              >
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
