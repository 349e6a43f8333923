import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { call } from '../../link/call';
import { mediaUrl } from '../../state/core/media-url';
import { canShow } from '../can-show';
import { isNotDecoded } from '../is-decoded';
import { NotDecoded } from '../not-decoded';
import { naturalSize, type Size } from './arrangement';
import { holdBitmap, isKnownToMove } from './decoded';

interface SharpImageProps {
  item: MediaItem;
  /** In CSS pixels, with the image's aspect ratio. */
  size: Size;
  /** Closer than fitted: the file itself is shown, with all of its pixels. */
  isClose?: boolean;
}

/**
 * A whole image, sharp on the screen it is on: a bitmap of exactly the size that is seen, over the thumbnail until it
 * is there. Give it a key by its item.
 */
export function SharpImage(props: SharpImageProps) {
  return isNotDecoded(props.item) ? <NotDecoded item={props.item} /> : <WholeImage {...props} />;
}

function WholeImage({ item, size, isClose = false }: SharpImageProps) {
  const { canvas, isBroken } = useBitmap(item, size);
  const [failed, setFailed] = useState<'thumbnail' | 'item' | null>(null);
  const [isWhole, setWhole] = useState(false);
  const wantsItem = isClose || isBroken || failed !== null || !item.hasThumbnail || isAnimated(item);
  if (failed === 'item') return <p role="alert">Couldn’t show this image: its file is missing or damaged.</p>;
  return (
    <div className="relative rounded-control" style={{ width: size.width, height: size.height }}>
      <img
        src={mediaUrl(item.id, wantsItem ? 'item' : 'thumbnail')}
        alt={item.origin.prompt}
        draggable={false}
        decoding="async"
        onLoad={({ currentTarget }) => {
          if (!currentTarget.src.endsWith(mediaUrl(item.id))) return;
          readAgainIfTurned(item, currentTarget);
          // Loaded is not decoded: until then the bitmap stays over it.
          void currentTarget.decode().then(
            () => setWhole(true),
            () => undefined,
          );
        }}
        onError={() => setFailed(wantsItem ? 'item' : 'thumbnail')}
        className="absolute inset-0 size-full rounded-[inherit] object-contain"
      />
      <canvas
        ref={canvas}
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full rounded-[inherit] object-contain"
        // Enlarged, the bitmap would hide the pixels of the file.
        style={{ visibility: (isClose && isWhole) || isAnimated(item) ? 'hidden' : undefined }}
      />
    </div>
  );
}

/** A bitmap would stop at its first frame; other formats than GIF are known to move once one was asked for. */
const isAnimated = ({ id, contentType }: MediaItem) => contentType === 'image/gif' || isKnownToMove(id);

/** An earlier version took a photo that its EXIF turns for one that lies on its side. */
function readAgainIfTurned({ id, width, height }: MediaItem, image: HTMLImageElement): void {
  const isTurned = image.naturalWidth === height && image.naturalHeight === width && width !== height;
  if (isTurned) void call('media.check', { ids: [id] });
}

/** The screen's pixels for a size, never more than the file has. */
function screenPixels(item: MediaItem, { width, height }: Size): Size {
  const natural = naturalSize(item)?.width ?? Number.POSITIVE_INFINITY;
  const scale = Math.min(devicePixelRatio, natural / width);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Paints before the next frame if the bitmap was decoded ahead. */
function useBitmap(item: MediaItem, size: Size) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  const { width, height } = screenPixels(item, size);
  const isDrawn = !isAnimated(item) && !item.isMissing;
  useLayoutEffect(() => {
    if (!isDrawn) return;
    const held = holdBitmap(item.id, { width, height }, 'now');
    const ready = held.now();
    let isWanted = true;
    if (ready !== null) paint(canvas.current, ready);
    else {
      void held.bitmap.then((bitmap) => {
        if (!isWanted) return;
        if (bitmap === null) setBroken(true);
        else paint(canvas.current, bitmap);
      });
    }
    return () => {
      isWanted = false;
      held.release();
    };
  }, [item.id, width, height, isDrawn]);
  return { canvas, isBroken };
}

function paint(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (canvas === null) return;
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  canvas.dataset.painted = '';
}

/** Decodes the neighbors of what is shown, so that the next key finds them ready. */
export function useDecodedAhead(items: readonly MediaItem[], sizeOf: (item: MediaItem) => Size): void {
  const wanted = items
    .filter((item) => item.kind === 'image' && canShow(item) && !item.isMissing && !isAnimated(item))
    .filter((item) => !isNotDecoded(item))
    .map((item) => ({ id: item.id, ...screenPixels(item, sizeOf(item)) }));
  const key = JSON.stringify(wanted);
  useEffect(() => {
    const held = (JSON.parse(key) as typeof wanted).map(({ id, ...pixels }) =>
      holdBitmap(id, pixels, 'soon'),
    );
    return () => {
      for (const one of held) one.release();
    };
  }, [key]);
}
