import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface ResizerProps {
  label: string;
  /** The edge of the column it stands on. */
  at: 'left' | 'right';
  width: number;
  min: number;
  max: number;
  /** Told once, when the person lets go. */
  onResize: (width: number) => void;
}

const stepPx = 16;

/** The edge of a column: dragged, or moved with the arrow keys. */
export function Resizer({ label, at, width, min, max, onResize }: ResizerProps) {
  const drag = useRef<{ from: number; width: number } | null>(null);
  const sign = at === 'right' ? 1 : -1;
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width };
  };
  // Written past React: a drag moves one edge sixty times a second and concerns nothing else.
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return;
    drag.current.width = clamp(width + sign * (event.clientX - drag.current.from));
    const column = event.currentTarget.parentElement;
    if (column !== null) column.style.width = `${drag.current.width}px`;
  };
  const end = () => {
    const dragged = drag.current;
    drag.current = null;
    if (dragged !== null && dragged.width !== width) onResize(dragged.width);
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? stepPx : event.key === 'ArrowLeft' ? -stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    onResize(clamp(width + sign * step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved, a window splitter can.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
      className="absolute inset-y-0 z-10 w-1.5 cursor-col-resize touch-none hover:bg-accent/30 focus-visible:bg-accent/60"
      style={{ [at]: -3 }}
    />
  );
}
