import { Expand, Maximize2 } from 'lucide-react';
import { useLayoutEffect } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { useKeys } from '../../commands/use-keys';
import { promptTitle } from '../../lib/prompt-title';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { useDragOut } from '../drag-out';
import type { Zoom } from '../viewer/use-zoom';
import { naturalSize, type Size } from './arrangement';
import { SharpImage } from './sharp-image';

interface StageImageProps {
  item: MediaItem;
  size: Size;
  zoom: Zoom;
  /** Absent if it is as large as possible. */
  onOpen?: () => void;
}

/** A whole image: the wheel and a pinch zoom, dragging pans what is enlarged and takes out what is not. */
export function StageImage({ item, size, zoom, onOpen }: StageImageProps) {
  const isClose = zoom.scale > 1;
  useFit(item, size, zoom.onFit);
  const drag = useDragOut(isClose ? undefined : item.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for pointers alone; keys and buttons do the same.
    <div
      ref={zoom.stage}
      onPointerDown={zoom.onPointerDown}
      onPointerMove={zoom.onPointerMove}
      onPointerUp={zoom.onPointerUp}
      onPointerCancel={zoom.onPointerUp}
      onDoubleClick={isClose ? zoom.fit : (onOpen ?? zoom.actual)}
      className={classes(
        'group/picture relative flex size-full touch-none items-center justify-center overflow-hidden',
        isClose && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <div
        {...drag}
        className="rounded-control"
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        <SharpImage key={item.id} item={item} size={size} isClose={isClose} />
      </div>
      {onOpen !== undefined && <Corner {...{ item, zoom, onOpen }} />}
    </div>
  );
}

/** Tells what a fitted image is to its own pixels; nothing where the file does not state them. */
function useFit(item: MediaItem, { width, height }: Size, onFit: Zoom['onFit']): void {
  const naturalWidth = naturalSize(item)?.width ?? 0;
  useLayoutEffect(() => {
    onFit(naturalWidth === 0 ? null : { width, height, naturalWidth });
  }, [onFit, width, height, naturalWidth]);
}

/** Controls over the image: the zoom level and a button for full size. */
function Corner({ item, zoom, onOpen }: { item: MediaItem; zoom: Zoom; onOpen: () => void }) {
  const keys = useKeys('stage.fullScreen');
  return (
    <div className="absolute top-0 right-0 flex items-center gap-1">
      {zoom.scale !== 1 && (
        <span className="flex h-8 items-center gap-1 rounded-control border border-line bg-raised pl-2 text-sm">
          {zoom.percent !== null && `${zoom.percent} %`}
          <IconButton icon={Maximize2} label="Fit" onClick={zoom.fit} />
        </span>
      )}
      <button
        type="button"
        title={`Open full size${keys.text === undefined ? '' : ` (${keys.text})`}`}
        aria-keyshortcuts={keys.aria}
        onClick={onOpen}
        className="inline-flex size-8 items-center justify-center rounded-control border border-line bg-raised text-muted opacity-0 hover:text-text focus-visible:opacity-100 group-hover/picture:opacity-100"
      >
        <Expand className="icon" aria-hidden />
        <span className="sr-only">Open {promptTitle(item.origin.prompt)}</span>
      </button>
    </div>
  );
}
