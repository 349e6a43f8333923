import { useEffect } from 'react';

/**
 * In a low window most of a grid is below its edge, and a wheel over it would move rows through the slit that is seen. It
 * comes into sight as a whole first. The listener is passive: the wheel itself scrolls as ever.
 */
export function useWholeOnWheel(grid: HTMLElement | null): void {
  useEffect(() => {
    if (grid === null) return;
    const onWheel = ({ deltaY, ctrlKey }: WheelEvent) => {
      if (deltaY <= 0 || ctrlKey) return;
      const page = grid.closest('main');
      if (page === null || grid.getBoundingClientRect().bottom <= page.getBoundingClientRect().bottom) return;
      grid.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    grid.addEventListener('wheel', onWheel, { passive: true });
    return () => grid.removeEventListener('wheel', onWheel);
  }, [grid]);
}
