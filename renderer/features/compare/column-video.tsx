import { useEffect, useRef, useState } from 'react';
import type { MediaItem } from '../../../shared/media';
import { mediaUrl } from '../../state/core/media-url';
import { columnLetter } from '../../state/ui/compares';
import { join } from './video-sync';

/** A video of a column; it has no controls of its own, since all of them play in sync. */
export function ColumnVideo({ item, index }: { item: MediaItem; index: number }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => (video.current === null ? undefined : join(video.current)), []);
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
      {isBroken && (
        <p
          role="alert"
          className="absolute inset-0 flex items-center justify-center bg-[#000000b0] p-3 text-[#fff]"
        >
          Couldn’t play this video: its codec (such as HEVC) isn’t supported here, or its file is missing or
          damaged. Save it, or open it in another app.
        </p>
      )}
    </div>
  );
}
