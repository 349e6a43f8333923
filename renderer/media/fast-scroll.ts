import { createContext, useEffect, useState } from 'react';

/** Whether the list around is being scrolled too fast for its pictures to be seen. */
export const FastScroll = createContext(false);

/** Half a screen in 50 ms. */
const fastPxPerMs = 10;
/** Longer than a busy page takes for a frame, so that a slow one doesn’t end it. */
const calmMs = 120;

/** Whether the element is being scrolled faster than that, and a moment after. */
export function useFastScroll(scroller: HTMLElement | null): boolean {
  const [isFast, setFast] = useState(false);
  useEffect(() => {
    if (scroller === null) return;
    let before = { top: scroller.scrollTop, at: performance.now() };
    let calm: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const now = { top: scroller.scrollTop, at: performance.now() };
      const pxPerMs = Math.abs(now.top - before.top) / Math.max(1, now.at - before.at);
      before = now;
      if (pxPerMs < fastPxPerMs) return;
      setFast(true);
      clearTimeout(calm);
      calm = setTimeout(() => setFast(false), calmMs);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      clearTimeout(calm);
      setFast(false);
    };
  }, [scroller]);
  return isFast;
}
