import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fitted, type Place, zoomedAt } from './zoom';

const stepFactor = 1.25;
/** How much one line of the wheel zooms. */
const wheelFactor = 1.0015;

export interface Zoom extends Place {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly in: () => void;
  readonly out: () => void;
  readonly fit: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
}

/** Wheel, keys and buttons zoom; dragging moves what is larger than its place. Starts again for each picture. */
export function useZoom(id: string): Zoom {
  const stage = useRef<HTMLDivElement>(null);
  const [{ of, place }, setZoom] = useState({ of: id, place: fitted });
  const current = of === id ? place : fitted;
  const change = (next: (before: Place) => Place) =>
    setZoom((before) => ({ of: id, place: next(before.of === id ? before.place : fitted) }));
  const changeRef = useRef(change);
  changeRef.current = change;
  useWheel(stage, id, changeRef);
  const drag = useRef<{ x: number; y: number } | null>(null);
  return {
    ...current,
    stage,
    in: () => change((before) => zoomedAt(before, stepFactor)),
    out: () => change((before) => zoomedAt(before, 1 / stepFactor)),
    fit: () => change(() => fitted),
    onPointerDown: (event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX - current.x, y: event.clientY - current.y };
    },
    onPointerMove: (event) => {
      const from = drag.current;
      if (from === null || current.scale === 1) return;
      change((before) => ({ ...before, x: event.clientX - from.x, y: event.clientY - from.y }));
    },
    onPointerUp: () => {
      drag.current = null;
    },
  };
}

type Change = (next: (before: Place) => Place) => void;

/** Listened to past React, which would not let the page be kept from scrolling. */
function useWheel(stage: RefObject<HTMLDivElement | null>, id: string, change: RefObject<Change>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage is another element for another kind of result.
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2;
      const y = event.clientY - box.top - box.height / 2;
      change.current((before) => zoomedAt(before, wheelFactor ** -event.deltaY, x, y));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, id, change]);
}
