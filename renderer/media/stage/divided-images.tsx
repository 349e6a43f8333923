import { useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { mediaUrl } from '../../state/core/media-url';
import { isNotDecoded } from '../is-decoded';
import { NotDecoded } from '../not-decoded';

export interface LetteredImage {
  readonly letter: string;
  readonly item: MediaItem;
}

/**
 * Each image is clipped at the divider, which is a real slider as large as both: where the right one is transparent, or of
 * another ratio, the left one must not be seen through it.
 */
export function DividedImages({ left, right }: { left: LetteredImage; right: LetteredImage }) {
  const [share, setShare] = useState(50);
  const { width, height } = left.item;
  const ratio = width !== null && height !== null ? width / height : 1.5;
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center [container-type:size]">
      <div
        className="relative overflow-hidden rounded-card bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent"
        style={{ width: `min(100cqw, ${100 * ratio}cqh)`, aspectRatio: String(ratio) }}
      >
        <Layer picture={left} clip={`inset(0 ${100 - share}% 0 0)`} />
        <Layer picture={right} clip={`inset(0 0 0 ${share}%)`} />
        <Tag side="left-2">{left.letter}</Tag>
        <Tag side="right-2">{right.letter}</Tag>
        <div
          aria-hidden
          className="-translate-x-1/2 pointer-events-none absolute inset-y-0 w-0.5 bg-[#fff] shadow-float"
          style={{ left: `${share}%` }}
        />
        <input
          type="range"
          aria-label="Divider"
          aria-valuetext={`${share} % ${left.item.origin.model}, ${100 - share} % ${right.item.origin.model}`}
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
          className="absolute inset-0 size-full cursor-ew-resize opacity-0"
        />
      </div>
    </div>
  );
}

function Layer({ picture: { item }, clip }: { picture: LetteredImage; clip: string }) {
  if (isNotDecoded(item)) return <NotDecoded item={item} />;
  return (
    <img
      src={mediaUrl(item.id)}
      alt={`${item.origin.prompt}, by ${item.origin.model}`}
      draggable={false}
      className="absolute inset-0 size-full object-contain"
      style={{ clipPath: clip }}
    />
  );
}

function Tag({ side, children }: { side: string; children: string }) {
  return (
    <span
      aria-hidden
      className={`absolute top-2 rounded-control bg-[#000000a0] px-2 py-0.5 font-semibold text-[#fff] ${side}`}
    >
      {children}
    </span>
  );
}
