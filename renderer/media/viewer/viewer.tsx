import { ChevronLeft, ChevronRight, Maximize2, Scan, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { MediaItem, ResultKind } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { KeyedIconButton } from '../../commands/key-hint';
import { commandAt } from '../../commands/shortcuts';
import { promptTitle } from '../../lib/prompt-title';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useMedia } from '../../state/core/selectors';
import { canShow } from '../can-show';
import { MediaButtons } from '../media-buttons';
import { factsOf } from '../media-facts';
import { toggle } from '../player/player';
import { frameBarPx } from '../player/video-bar';
import { type VideoControl, VideoPlayer } from '../player/video-player';
import { aspectOf, fittedSize, naturalSize } from '../stage/arrangement';
import { useDecodedAhead } from '../stage/sharp-image';
import { StageImage } from '../stage/stage-image';
import { useSize } from '../stage/use-size';
import { Unshown } from '../unshown';
import { UseAgain } from '../use-again';
import { Filmstrip } from './filmstrip';
import { FullWindow } from './full-window';
import { useZoom, type Zoom } from './use-zoom';
import { ViewerSound } from './viewer-sound';

interface ViewerProps {
  /** Everything you can step through. */
  ids: readonly string[];
  id: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One result at its full size, with all there is to know of it; the arrow keys lead to its neighbors. */
export function Viewer({ ids, id, onShow, onClose }: ViewerProps) {
  const item = useMedia(id);
  const media = useCoreState((state) => state.media);
  const zoom = useZoom(id);
  const video = useRef<VideoControl>(null);
  const at = ids.indexOf(id);
  const step = (by: number) => {
    const to = Math.min(ids.length - 1, Math.max(0, at + by));
    const next = ids[to];
    if (next === undefined || to === at) return;
    onShow(next);
    announce(`${to + 1} of ${ids.length}: ${media[next]?.origin.prompt.slice(0, 120) ?? ''}`);
  };
  useEffect(() => {
    if (item === undefined) onClose();
  }, [item, onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const playOrPause = () => (item?.kind === 'audio' ? toggle(id) : video.current?.toggle());
    const run = keyOf(event, { step, zoom, playOrPause });
    if (run === null) return;
    event.preventDefault();
    run();
  };
  if (item === undefined) return null;
  return (
    <FullWindow label={cutText(promptTitle(item.origin.prompt), 200)} onKeyDown={onKeyDown} onClose={onClose}>
      <ViewerHead item={item} zoom={zoom} at={at} count={ids.length} onStep={step} onClose={onClose} />
      <div className="flex min-h-0 flex-1">
        <Stage {...{ ids, at, item, zoom, video }} />
        <Facts item={item} onLeave={onClose} />
      </div>
      <Filmstrip {...{ ids, at, onShow }} />
    </FullWindow>
  );
}

interface ViewerActions {
  readonly step: (by: number) => void;
  readonly zoom: Zoom;
  readonly playOrPause: () => void;
}

function keyOf(event: KeyboardEvent, { step, zoom, playOrPause }: ViewerActions): (() => void) | null {
  if (hasOwnKeys(event.target)) return null;
  const runs: Readonly<Record<string, () => void>> = {
    'viewer.previous': () => step(-1),
    'viewer.next': () => step(1),
    'stage.first': () => step(Number.NEGATIVE_INFINITY),
    'stage.last': () => step(Number.POSITIVE_INFINITY),
    'viewer.zoomIn': zoom.in,
    'viewer.zoomOut': zoom.out,
    'viewer.fit': zoom.fit,
    'viewer.actual': zoom.actual,
  };
  const id = commandAt(event.nativeEvent, 'viewer', 'stage')?.id ?? '';
  // A button that has the focus is pressed by the same key.
  if (id === 'stage.play') return isButton(event.target) ? null : playOrPause;
  return runs[id] ?? null;
}

/** A video, and a field such as the slider of a sound: the arrow keys move in it. */
const hasOwnKeys = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('video, input, select');

const isButton = (target: EventTarget) => target instanceof HTMLElement && target.matches('button, a');

interface ViewerHeadProps {
  item: MediaItem;
  zoom: Zoom;
  at: number;
  count: number;
  onStep: (by: number) => void;
  onClose: () => void;
}

function ViewerHead({ item, zoom, at, count, onStep, onClose }: ViewerHeadProps) {
  const isFirst = at <= 0;
  const isLast = at >= count - 1;
  return (
    <div className="flex h-12 flex-none items-center gap-1 border-line border-b px-3">
      <KeyedIconButton
        command="viewer.previous"
        icon={ChevronLeft}
        label="Previous"
        unusable={isFirst && 'this is the first result'}
        onClick={() => onStep(-1)}
      />
      <KeyedIconButton
        command="viewer.next"
        icon={ChevronRight}
        label="Next"
        unusable={isLast && 'this is the last result'}
        onClick={() => onStep(1)}
      />
      <span className="flex-none whitespace-nowrap px-1 text-muted text-sm">
        {at + 1} / {count}
      </span>
      <h2 className="min-w-0 flex-1 truncate font-semibold">{promptTitle(item.origin.prompt)}</h2>
      {item.kind === 'image' && (
        <>
          <KeyedIconButton command="viewer.zoomOut" icon={ZoomOut} label="Zoom out" onClick={zoom.out} />
          <span className="w-14 flex-none text-center text-muted text-sm max-[480px]:hidden">
            {zoom.percent === null ? '–' : `${zoom.percent} %`}
          </span>
          <KeyedIconButton command="viewer.zoomIn" icon={ZoomIn} label="Zoom in" onClick={zoom.in} />
          <KeyedIconButton command="viewer.fit" icon={Maximize2} label="Fit" onClick={zoom.fit} />
          <KeyedIconButton command="viewer.actual" icon={Scan} label="Actual size" onClick={zoom.actual} />
        </>
      )}
      <MediaButtons item={item} />
      <KeyedIconButton command="viewer.close" icon={X} label="Close" onClick={onClose} />
    </div>
  );
}

interface StageProps {
  ids: readonly string[];
  at: number;
  item: MediaItem;
  zoom: Zoom;
  video: RefObject<VideoControl | null>;
}

function Stage({ ids, at, item, zoom, video }: StageProps) {
  const [inner, setInner] = useState<HTMLDivElement | null>(null);
  const room = useSize(inner);
  const sizeOf = (one: MediaItem) =>
    fittedSize(room ?? { width: 1, height: 1 }, aspectOf(one), naturalSize(one));
  const media = useCoreState((state) => state.media);
  const neighbors = [at + 1, at - 1].flatMap((index) => media[ids[index] ?? ''] ?? []);
  const isShown = (kind: ResultKind) => item.kind === kind && canShow(item);
  useDecodedAhead(room === null ? [] : neighbors, sizeOf);
  return (
    <div
      ref={setInner}
      className="flex min-w-0 flex-1 items-center justify-center overflow-hidden bg-background"
    >
      {!canShow(item) && <Unshown item={item} />}
      {room !== null && isShown('image') && <StageImage {...{ item, zoom }} size={sizeOf(item)} />}
      {isShown('audio') && <ViewerSound key={item.id} item={item} />}
      {room !== null && isShown('video') && (
        <VideoPlayer
          key={item.id}
          item={item}
          control={video}
          size={fittedSize(
            { width: room.width, height: room.height - frameBarPx },
            aspectOf(item),
            naturalSize(item),
          )}
        />
      )}
    </div>
  );
}

function Facts({ item, onLeave }: { item: MediaItem; onLeave: () => void }) {
  return (
    <aside
      aria-label="Details"
      className="flex w-[min(288px,40%)] flex-none flex-col gap-4 overflow-y-auto border-line border-l p-4"
    >
      <p className="select-text whitespace-pre-wrap break-words">{promptTitle(item.origin.prompt)}</p>
      <UseAgain origin={item.origin} onUsed={onLeave} />
      <dl className="grid gap-2">
        {factsOf(item).map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="select-text wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
