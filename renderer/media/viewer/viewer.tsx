import { ChevronLeft, ChevronRight, Maximize2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media';
import { KeyedIconButton } from '../../commands/key-hint';
import { isComposing } from '../../commands/keys';
import { commandAt } from '../../commands/shortcuts';
import { useMedia } from '../../state/core/jobs-and-media';
import { mediaUrl } from '../../state/core/media-url';
import { MediaButtons } from '../media-buttons';
import { factsOf } from '../media-facts';
import { UseAgain } from '../use-again';
import { VideoPlayer } from '../video-card';
import { useZoom, type Zoom } from './use-zoom';

interface ViewerProps {
  /** Everything one can step through. */
  ids: readonly string[];
  id: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One result at its full size, with all there is to know of it; the arrow keys lead to its neighbours. */
export function Viewer({ ids, id, onShow, onClose }: ViewerProps) {
  const item = useMedia(id);
  const dialog = useModal();
  const zoom = useZoom(id);
  const at = ids.indexOf(id);
  const step = (by: number) => {
    const next = ids[at + by];
    if (next !== undefined) onShow(next);
  };
  useEffect(() => {
    if (item === undefined) onClose();
  }, [item, onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const run = keyOf(event, step, zoom);
    if (run === null) return;
    event.preventDefault();
    run();
  };
  if (item === undefined) return null;
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={item.origin.prompt.slice(0, 200)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      className="m-auto h-[calc(100vh-32px)] max-h-none w-[calc(100vw-32px)] max-w-none overflow-hidden rounded-card border border-line bg-panel text-text outline-none"
    >
      <div className="flex size-full flex-col">
        <ViewerHead item={item} zoom={zoom} at={at} count={ids.length} onStep={step} onClose={onClose} />
        <div className="flex min-h-0 flex-1">
          {item.kind === 'image' ? (
            <Stage item={item} zoom={zoom} />
          ) : (
            <div className="min-w-0 flex-1 overflow-y-auto bg-[#000]">
              <VideoPlayer key={item.id} item={item} />
            </div>
          )}
          <Facts item={item} onLeave={onClose} />
        </div>
      </div>
    </dialog>
  );
}

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

function keyOf(event: KeyboardEvent, step: (by: number) => void, zoom: Zoom): (() => void) | null {
  if (event.target instanceof HTMLVideoElement || isComposing(event.nativeEvent)) return null;
  const runs: Readonly<Record<string, () => void>> = {
    'viewer.previous': () => step(-1),
    'viewer.next': () => step(1),
    'viewer.zoomIn': zoom.in,
    'viewer.zoomOut': zoom.out,
    'viewer.fit': zoom.fit,
  };
  return runs[commandAt(event.nativeEvent, 'viewer')?.id ?? ''] ?? null;
}

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
        disabled={isFirst}
        onClick={() => onStep(-1)}
      />
      <KeyedIconButton
        command="viewer.next"
        icon={ChevronRight}
        label="Next"
        disabled={isLast}
        onClick={() => onStep(1)}
      />
      <span className="px-1 text-muted text-sm">
        {at + 1} / {count}
      </span>
      <h2 className="min-w-0 flex-1 truncate font-semibold">{item.origin.prompt}</h2>
      {item.kind === 'image' && (
        <>
          <KeyedIconButton command="viewer.zoomOut" icon={ZoomOut} label="Zoom out" onClick={zoom.out} />
          <span className="w-14 text-center text-muted text-sm">{Math.round(zoom.scale * 100)} %</span>
          <KeyedIconButton command="viewer.zoomIn" icon={ZoomIn} label="Zoom in" onClick={zoom.in} />
          <KeyedIconButton command="viewer.fit" icon={Maximize2} label="Fit" onClick={zoom.fit} />
        </>
      )}
      <MediaButtons item={item} />
      <KeyedIconButton command="viewer.close" icon={X} label="Close" onClick={onClose} />
    </div>
  );
}

function Stage({ item, zoom }: { item: MediaItem; zoom: Zoom }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div
      ref={zoom.stage}
      onPointerDown={zoom.onPointerDown}
      onPointerMove={zoom.onPointerMove}
      onPointerUp={zoom.onPointerUp}
      className="flex min-w-0 flex-1 touch-none items-center justify-center overflow-hidden bg-background"
    >
      {isBroken ? (
        <p role="alert">This image can’t be shown: its file is gone or damaged.</p>
      ) : (
        <img
          src={mediaUrl(item.id)}
          alt={item.origin.prompt}
          draggable={false}
          onError={() => setBroken(true)}
          className="max-h-full max-w-full object-contain"
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      )}
    </div>
  );
}

function Facts({ item, onLeave }: { item: MediaItem; onLeave: () => void }) {
  return (
    <aside
      aria-label="Details"
      className="flex w-72 flex-none flex-col gap-4 overflow-y-auto border-line border-l p-4"
    >
      <p className="select-text whitespace-pre-wrap break-words">{item.origin.prompt}</p>
      <UseAgain origin={item.origin} onUsed={onLeave} />
      <dl className="grid gap-2">
        {factsOf(item).map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="select-text break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
