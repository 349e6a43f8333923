import { useEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media';
import { VideoProblem } from '../../media/player/video-problem';
import { mediaUrl } from '../../state/core/media-url';
import { columnLetter } from '../../state/ui/compares';
import { join } from './video-sync';

/** A video of a column; it has no controls of its own, since all of them play in sync. */
export function ColumnVideo({ item, index }: { item: MediaItem; index: number }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(
    () => (video.current === null ? undefined : join(video.current, item.frameRate)),
    [item.frameRate],
  );
  return (
    <div className="relative overflow-hidden rounded-card bg-[#000]">
      {/* biome-ignore lint/a11y/useMediaCaption: generated pictures have no spoken words to caption. */}
      <video
        ref={video}
        src={mediaUrl(item.id)}
        crossOrigin="anonymous"
        preload="auto"
        playsInline
        aria-label={`Column ${columnLetter(index)}: ${item.origin.prompt}`}
        data-letter={columnLetter(index)}
        onError={() => setBroken(true)}
        className="aspect-video w-full object-contain"
      />
      {isBroken && <VideoProblem item={item} />}
    </div>
  );
}
