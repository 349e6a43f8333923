/** The part of the board that is in sight, and how large it is drawn. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from '../../media/stage/arrangement';

export const boardPaddingPx = 32;
const scales = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2];

export interface BoardView {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Zoomed {
  readonly view: BoardView;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
}

/** Zooms in steps around the middle of what is in sight; scrolling, dragging and Ctrl with the wheel move and zoom. */
export function useBoardView(scroller: HTMLElement | null, size: Size): Zoomed {
  const [scale, setScale] = useState(1);
  const [place, setPlace] = useState({ left: 0, top: 0, width: 0, height: 0 });
  const kept = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const measure = useCallback(() => {
    if (scroller === null) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = scroller;
    setPlace({ left, top, width, height });
  }, [scroller]);
  const zoomTo = useCallback(
    (next: number) => {
      if (scroller === null || next === scale) return;
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller;
      kept.current = { x: (scrollLeft + clientWidth / 2) / scale, y: (scrollTop + clientHeight / 2) / scale };
      setScale(next);
    },
    [scroller, scale],
  );
  useLayoutEffect(() => {
    if (scroller !== null && kept.current !== null) {
      const { x, y } = kept.current;
      scroller.scrollTo(x * scale - scroller.clientWidth / 2, y * scale - scroller.clientHeight / 2);
      kept.current = null;
    }
    measure();
  }, [scroller, scale, measure]);
  const step = useCallback((by: number) => zoomTo(scaleAfter(scale, by)), [zoomTo, scale]);
  useScrolling(scroller, measure, step);
  const fit = () => {
    const room = scroller ?? { clientWidth: 1, clientHeight: 1 };
    const least = Math.min(
      room.clientWidth / (size.width + 2 * boardPaddingPx),
      room.clientHeight / (size.height + 2 * boardPaddingPx),
    );
    zoomTo(scales.findLast((one) => one <= least) ?? 0.25);
  };
  return { view: { scale, ...place }, zoomIn: () => step(1), zoomOut: () => step(-1), fit };
}

const scaleAfter = (scale: number, by: number): number =>
  scales[Math.min(scales.length - 1, Math.max(0, scales.indexOf(scale) + by))] ?? 1;

function useScrolling(scroller: HTMLElement | null, measure: () => void, step: (by: number) => void): void {
  const steps: RefObject<(by: number) => void> = useRef(step);
  steps.current = step;
  useEffect(() => {
    if (scroller === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      steps.current(event.deltaY < 0 ? 1 : -1);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    scroller.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', measure);
      scroller.removeEventListener('wheel', onWheel);
    };
  }, [scroller, measure]);
}

/** Moves what is in sight while the pointer drags the board. */
export function dragBoard(event: React.PointerEvent<HTMLElement>): void {
  const { currentTarget: board, pointerId } = event;
  const isNode = event.target instanceof Element && event.target.closest('[role=option]') !== null;
  // A finger scrolls it by itself, and a captured pointer would not click a node.
  if (event.button !== 0 || event.pointerType === 'touch' || isNode) return;
  board.setPointerCapture(pointerId);
  const onMove = (moved: PointerEvent) => board.scrollBy(-moved.movementX, -moved.movementY);
  const onEnd = () => {
    board.removeEventListener('pointermove', onMove);
    board.removeEventListener('pointerup', onEnd);
    board.removeEventListener('pointercancel', onEnd);
  };
  board.addEventListener('pointermove', onMove);
  board.addEventListener('pointerup', onEnd);
  board.addEventListener('pointercancel', onEnd);
}
