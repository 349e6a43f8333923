import { useEffect, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { barsOf, isWave, waveOf } from '../player/peaks';

const BARS = 160;
const QUIETEST = 0.03;

/** The waveform of a sound, as wide as its track; nothing until it is read, or where it can't be. */
export function TrimWave({ item: { id, durationMs } }: { item: MediaItem }) {
  const [heights, setHeights] = useState<readonly number[]>([]);
  useEffect(() => {
    let isWanted = true;
    void waveOf(id, durationMs).then((wave) => {
      if (isWanted && isWave(wave)) setHeights(barsOf(wave.peaks, BARS));
    });
    return () => {
      isWanted = false;
    };
  }, [id, durationMs]);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BARS} 1`}
      preserveAspectRatio="none"
      className="size-full fill-current text-muted"
    >
      {heights.map((height, index) => {
        const tall = Math.max(QUIETEST, height) * 0.9;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          <rect key={index} x={index + 0.2} y={(1 - tall) / 2} width={0.6} height={tall} />
        );
      })}
    </svg>
  );
}
