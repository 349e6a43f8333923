import { AudioLines } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MediaItem } from '../../../shared/media/media';
import { untilLoaded } from '../../lib/until-loaded';
import { settledMs } from '../settled';

const bars = 24;
const quietest = 0.06;
const barShare = 0.6;

/** A small waveform; an icon until it is read. */
export function WaveThumbnail({ item }: { item: MediaItem }) {
  const heights = useBars(item);
  if (heights === null) return <AudioLines className="icon" aria-hidden />;
  return (
    <svg
      aria-hidden
      data-wave
      viewBox={`0 0 ${bars} 1`}
      preserveAspectRatio="none"
      className="h-3/5 w-4/5 fill-current"
    >
      <title>Waveform</title>
      {heights.map((height, index) => {
        const tall = Math.max(quietest, height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          <rect key={index} x={index} y={(1 - tall) / 2} width={barShare} height={tall} />
        );
      })}
    </svg>
  );
}

function useBars({ id, durationMs, isMissing }: MediaItem): readonly number[] | null {
  const [heights, setHeights] = useState<readonly number[] | null>(null);
  useEffect(() => {
    setHeights(null);
    if (isMissing) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const { barsOf, isWave, waveOf } = await untilLoaded(() => import('./peaks'));
      const wave = isWanted ? await waveOf(id, durationMs) : null;
      if (isWanted && isWave(wave)) setHeights(barsOf(wave.peaks, bars));
    }, settledMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [id, durationMs, isMissing]);
  return heights;
}
