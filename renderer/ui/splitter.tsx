import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

type Edge = 'left' | 'right' | 'top';

interface SplitterProps {
  label: string;
  /** The edge of the pane that it is on. */
  at: Edge;
  /** The pane's size across that edge, in pixels. */
  size: number;
  min: number;
  max: number;
  /** Called once, when the drag ends or an arrow key is pressed. */
  onResize: (size: number) => void;
}

const stepPx = 16;

/** What differs between the edges: which direction is larger, and where the bar is. */
const edges = {
  left: { axis: 'x', larger: -1, className: 'inset-y-0 -left-[3px] w-1.5 cursor-col-resize' },
  right: { axis: 'x', larger: 1, className: 'inset-y-0 -right-[3px] w-1.5 cursor-col-resize' },
  top: { axis: 'y', larger: -1, className: 'inset-x-0 -top-1 h-1.5 cursor-row-resize' },
} as const;

const axes = {
  x: { place: 'clientX', property: 'width', back: 'ArrowLeft', on: 'ArrowRight' },
  y: { place: 'clientY', property: 'height', back: 'ArrowUp', on: 'ArrowDown' },
} as const;

/** The edge of a pane, its parent element: dragged, or moved with the arrow keys. */
export function Splitter({ label, at, size, min, max, onResize }: SplitterProps) {
  const drag = useRef<{ from: number; size: number } | null>(null);
  const { axis, larger, className } = edges[at];
  const { place, property, back, on } = axes[axis];
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event[place], size };
  };
  // Written past React: a drag moves one edge sixty times a second and changes nothing else.
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return;
    drag.current.size = clamp(size + larger * (event[place] - drag.current.from));
    const pane = event.currentTarget.parentElement;
    if (pane !== null) pane.style[property] = `${drag.current.size}px`;
  };
  const end = () => {
    const dragged = drag.current;
    drag.current = null;
    if (dragged !== null && dragged.size !== size) onResize(dragged.size);
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === on ? stepPx : event.key === back ? -stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    onResize(clamp(size + larger * step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be focused and moved, a window splitter can.
    <div
      role="separator"
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={Math.max(max, size)}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
      className={`absolute z-10 touch-none hover:bg-accent/30 focus-visible:bg-accent/60 ${className}`}
    />
  );
}
