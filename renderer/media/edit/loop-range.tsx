import { Repeat } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../ui/button';

interface LoopRangeProps {
  player: RefObject<HTMLMediaElement | null>;
  /** In seconds. */
  start: number;
  end: number;
}

/** Plays what would be kept over and over, so that its ends can be heard and seen before it is saved. */
export function LoopRange({ player, start, end }: LoopRangeProps) {
  const [isOn, setIsOn] = useState(false);
  useLoop(player, isOn && end > start ? { start, end } : null);
  return (
    <Button aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      <Repeat className="icon" aria-hidden />
      Loop
    </Button>
  );
}

function useLoop(
  player: RefObject<HTMLMediaElement | null>,
  range: { readonly start: number; readonly end: number } | null,
): void {
  const { start = null, end = null } = range ?? {};
  useEffect(() => {
    const { current } = player;
    if (current === null || start === null || end === null) return;
    const keep = () => {
      if (current.currentTime >= start && current.currentTime < end && !current.ended) return;
      current.currentTime = start;
      if (current.ended) void current.play().catch(() => undefined);
    };
    let frame = 0;
    const watch = () => {
      keep();
      frame = requestAnimationFrame(watch);
    };
    watch();
    void current.play().catch(() => undefined);
    return () => {
      cancelAnimationFrame(frame);
      current.pause();
    };
  }, [player, start, end]);
}
