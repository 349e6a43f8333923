import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { actualPlace, type Fit, fitted, type Place, panned, percentOf, zoomedAt } from './zoom';

const stepFactor = 1.25;
/** How much one line of the wheel zooms. */
const wheelFactor = 1.0015;
/** A pinch on a touchpad comes as a wheel with Ctrl, in much smaller steps. */
const pinchFactor = 1.01;

export interface Zoom extends Place {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly in: () => void;
  readonly out: () => void;
  readonly fit: () => void;
  /** One pixel of the image on one of the screen. */
  readonly actual: () => void;
  /** How large the image is shown: 100 is its actual size. `null` until it is known. */
  readonly percent: number | null;
  /** Called by what shows the image. */
  readonly onFit: (fit: Fit | null) => void;
  /** As the wheel does, about the middle. */
  readonly by: (deltaY: number) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Wheel, pinch, keys and buttons zoom; dragging moves an image that is larger than its area. Resets for each image. */
export function useZoom(id: string): Zoom {
  const stage = useRef<HTMLDivElement>(null);
  const [{ of, place }, setZoom] = useState({ of: id, place: fitted });
  const current = of === id ? place : fitted;
  const change = (next: (before: Place) => Place) =>
    setZoom((before) => ({ of: id, place: next(before.of === id ? before.place : fitted) }));
  const [known, setFit] = useState<Fit | null>(null);
  const actual = () => {
    const box = stage.current?.getBoundingClientRect();
    if (known === null || box === undefined) return;
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    change(() => actualPlace(known, middle, devicePixelRatio));
  };
  const changeRef = useRef(change);
  changeRef.current = change;
  useWheel(stage, id, changeRef);
  return {
    ...current,
    stage,
    in: () => change((before) => zoomedAt(before, stepFactor)),
    out: () => change((before) => zoomedAt(before, 1 / stepFactor)),
    fit: () => change(() => fitted),
    actual,
    percent: known === null ? null : Math.round(percentOf(current, known, devicePixelRatio)),
    onFit: setFit,
    by: (deltaY) => change((before) => zoomedAt(before, wheelFactor ** -deltaY)),
    ...usePointers(stage, current, change),
  };
}

type Change = (next: (before: Place) => Place) => void;

/** One pointer drags; two pinch. */
function usePointers(stage: RefObject<HTMLDivElement | null>, current: Place, change: Change) {
  const pointers = useRef(new Map<number, Point>());
  return {
    onPointerDown: (event: PointerEvent) => {
      // Fitted, a drag with the mouse is the system's own: it takes the file to another program.
      const dragsOut = current.scale === 1 && event.pointerType === 'mouse';
      if (dragsOut || isControl(event)) return;
      pointers.current.set(event.pointerId, pointOf(event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      const box = stage.current?.getBoundingClientRect();
      if (before === undefined || box === undefined) return;
      const after = pointOf(event);
      const other = [...pointers.current].find(([pointer]) => pointer !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, after);
      if (other === undefined) {
        if (current.scale > 1)
          change((at) => panned(at, at.x + after.x - before.x, at.y + after.y - before.y, box));
        return;
      }
      const grown = distance(after, other) / Math.max(1, distance(before, other));
      const x = (after.x + other.x) / 2 - box.left - box.width / 2;
      const y = (after.y + other.y) / 2 - box.top - box.height / 2;
      change((at) => zoomedAt(at, grown, x, y));
    },
    onPointerUp: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
    },
  };
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const isControl = ({ target }: PointerEvent) =>
  target instanceof Element && target.closest('button, select, input') !== null;

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
      const factor = event.ctrlKey ? pinchFactor : wheelFactor;
      change.current((before) => zoomedAt(before, factor ** -event.deltaY, x, y));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, id, change]);
}
