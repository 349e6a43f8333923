import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { heights, setHeight, useInspector } from '../../state/ui/inspector-state';

const stepPx = 16;

/** The upper edge of the panel: dragged, or moved with the arrow keys. */
export function HeightResizer() {
  const heightPx = useInspector((state) => state.heightPx);
  const drag = useRef<{ fromY: number; fromPx: number } | null>(null);
  const greatest = Math.round(innerHeight * 0.75);
  const clamp = (px: number) => Math.round(Math.min(greatest, Math.max(heights.least, px)));

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromY: event.clientY, fromPx: heightPx };
  };
  const move = (event: PointerEvent) => {
    if (drag.current === null) return;
    useInspector.setState({ heightPx: clamp(drag.current.fromPx + drag.current.fromY - event.clientY) });
  };
  const end = () => {
    if (drag.current !== null) setHeight(useInspector.getState().heightPx);
    drag.current = null;
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? stepPx : event.key === 'ArrowDown' ? -stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    setHeight(clamp(heightPx + step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved, a window splitter can.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the inspector"
      aria-valuenow={heightPx}
      aria-valuemin={heights.least}
      aria-valuemax={Math.max(greatest, heightPx)}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
      className="absolute inset-x-0 -top-1 z-10 h-1.5 cursor-row-resize touch-none hover:bg-accent/30 focus-visible:bg-accent/60"
    />
  );
}
