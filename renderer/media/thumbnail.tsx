import { AudioLines, Clapperboard, File, FileQuestion, Image } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import type { MediaItem, ResultKind } from '../../shared/media/media';
import { mediaUrl } from '../state/core/media-url';
import { classes } from '../ui/classes';
import { canShow, formatName } from './can-show';
import { useDragOut } from './drag-out';
import { FastScroll } from './fast-scroll';
import { isNotDecoded, whyNotDecoded } from './is-decoded';
import { WaveThumbnail } from './player/wave-thumbnail';
import { settledMs } from './settled';

export const iconOfKind = { image: Image, audio: AudioLines, video: Clapperboard, file: File } as const;

interface ThumbnailProps {
  /** Absent while there is nothing to show. */
  item?: MediaItem;
  /** What is expected; an item is what it is, such as a still of a video, or a sound where an image was asked for. */
  kind: ResultKind;
  /** Fits the whole image, or fills the tile. */
  fit?: 'fit' | 'crop';
  /** The longest side it is shown at, in CSS pixels: beyond what a thumbnail has, the file itself is shown. */
  shownPx?: number;
  className?: string;
}

/** The longest side of a thumbnail, in pixels; `electron/storage/media/thumbnail.ts` makes them. */
const thumbnailPx = 320;
/** A thumbnail looks sharp a little beyond its own size. */
const tolerated = 1.25;

const fitClass = { fit: 'object-contain', crop: 'object-cover' } as const;
const isEnough = (shownPx: number) => shownPx * devicePixelRatio <= thumbnailPx * tolerated;

/** Only for a video that stays visible: loading every one that is scrolled past would slow the scrolling down. */
function FirstFrame({ item, fit }: { item: MediaItem; fit: 'fit' | 'crop' }) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isSettled) return <Clapperboard className="icon" aria-hidden />;
  return (
    // A moment in: the very first frame is often black.
    <video
      src={`${mediaUrl(item.id)}#t=0.1`}
      preload="metadata"
      muted
      tabIndex={-1}
      aria-hidden
      className={classes('pointer-events-none size-full', fitClass[fit])}
    />
  );
}

/** Loaded once it can be seen: decoding all that are scrolled past fast would stop the scrolling. */
function Picture({ src, fit }: { src: string; fit: 'fit' | 'crop' }) {
  const isFast = useContext(FastScroll);
  const [isWanted, setWanted] = useState(!isFast);
  if (!isWanted && !isFast) setWanted(true);
  if (!isWanted) return null;
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      loading="lazy"
      decoding="async"
      className={classes('size-full', fitClass[fit])}
    />
  );
}

/** Another result's image must not stay until this one is loaded: drawn with its id as the key. */
function Seen({ item, fit, shownPx }: { item: MediaItem; fit: 'fit' | 'crop'; shownPx: number }) {
  if (item.kind !== 'image') return <FirstFrame item={item} fit={fit} />;
  const part = item.hasThumbnail && isEnough(shownPx) ? 'thumbnail' : 'item';
  return <Picture src={mediaUrl(item.id, part)} fit={fit} />;
}

/** Why a result has no image here, where that is not for want of one: its format, or that it can’t be decoded. */
function unshownText(item: MediaItem | undefined): { readonly text: string; readonly title?: string } | null {
  if (item === undefined || item.isMissing) return null;
  if (!canShow(item)) return { text: formatName(item) };
  return isNotDecoded(item) ? { text: 'Can’t be shown', title: whyNotDecoded(item) } : null;
}

/** The thumbnail of a result: the image, a video's first frame, or a waveform. */
export function Thumbnail({ item, kind: expected, fit = 'crop', shownPx = 0, className }: ThumbnailProps) {
  const kind = item?.kind ?? expected;
  const unshown = unshownText(item);
  const isSound = kind === 'audio' && item !== undefined && !item.isMissing && unshown === null;
  const frame = classes(
    'flex items-center justify-center overflow-hidden',
    isSound ? 'bg-accent/10 text-accent' : 'bg-hover text-muted',
    // A small tile has room for the icon alone; its tool-tip says the rest.
    unshown?.title !== undefined && '@container',
    className,
  );
  const drag = useDragOut(item?.isMissing ? undefined : item?.id);
  const Icon = item?.isMissing ? FileQuestion : iconOfKind[kind];
  if (item === undefined || item.isMissing || kind === 'audio' || unshown !== null) {
    return (
      <div {...drag} className={frame} title={unshown?.title}>
        {isSound ? <WaveThumbnail key={item.id} item={item} /> : <Icon className="icon" aria-hidden />}
        {unshown !== null && (
          <span className={classes('ml-1 text-xs', unshown.title !== undefined && '@max-[4rem]:hidden')}>
            {unshown.text}
          </span>
        )}
      </div>
    );
  }
  return (
    <div {...drag} className={frame}>
      <Seen key={item.id} {...{ item, fit, shownPx }} />
    </div>
  );
}
