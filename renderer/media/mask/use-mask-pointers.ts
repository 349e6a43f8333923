/** One pointer draws, with Space or the middle button it pans; two pinch. */
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { beginEdit, endEdit, type Point, undo } from './mask';
import { toImage } from './mask-view';
import { type Pen, placeOn } from './pen';

/** What goes on between two events of pointers. */
interface Going {
  pen: Pen;
  doing: 'draw' | 'pan' | null;
  corners: Point[];
  isSpace: boolean;
  /** Where each pointer is on the board. */
  readonly at: Map<number, Point>;
}

export function useMaskPointers(pen: Pen) {
  const kept = useRef<Going>({ pen, doing: null, corners: [], isSpace: false, at: new Map() });
  const going = kept.current;
  going.pen = pen;
  useSpace(pen.board, going);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      going.at.set(event.pointerId, placeOf(going, event));
      if (going.at.size > 1) leave(going);
      else if (event.button < 2) begin(going, event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => move(going, event),
    onPointerUp(event: PointerEvent<HTMLElement>) {
      going.at.delete(event.pointerId);
      if (going.at.size > 0) return;
      if (going.doing === 'draw') finish(going, event.altKey);
      going.doing = null;
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      going.at.delete(event.pointerId);
      leave(going);
    },
  };
}

type Place = Pick<PointerEvent, 'clientX' | 'clientY'>;

const placeOf = ({ pen }: Going, place: Place): Point => placeOn(pen.board.current, place);
const inImage = (going: Going, place: Place): Point => toImage(going.pen.view, placeOf(going, place));
const isShape = ({ pen: { settings } }: Going) => settings.tool === 'rectangle' || settings.tool === 'lasso';

function begin(going: Going, event: PointerEvent): void {
  const { mask, line, show, setCursor } = going.pen;
  going.doing = going.isSpace || event.button === 1 ? 'pan' : 'draw';
  if (going.doing === 'pan') return;
  const point = inImage(going, event);
  going.corners = [point];
  setCursor(point);
  if (isShape(going)) return;
  beginEdit(mask);
  show(line(point, point));
}

function move(going: Going, event: PointerEvent): void {
  const before = going.at.get(event.pointerId);
  if (before === undefined) {
    going.pen.setCursor(inImage(going, event));
    return;
  }
  const after = placeOf(going, event);
  going.at.set(event.pointerId, after);
  if (going.at.size > 1) pinch(going, event.pointerId, before);
  else if (going.doing === 'pan') going.pen.look.pan({ x: after.x - before.x, y: after.y - before.y });
  else if (going.doing === 'draw') draw(going, event);
}

function draw(going: Going, event: PointerEvent): void {
  const { settings, line, show, setCursor, setSketch } = going.pen;
  for (const point of placesOf(event).map((place) => inImage(going, place))) {
    if (!isShape(going)) show(line(going.corners.at(-1) ?? point, point));
    if (settings.tool === 'rectangle') going.corners = [going.corners[0] ?? point, point];
    else going.corners.push(point);
  }
  setCursor(inImage(going, event));
  if (isShape(going)) setSketch({ corners: [...going.corners] });
}

/** Also those that came since the last frame, so that a quick stroke stays round. */
function placesOf({ nativeEvent }: PointerEvent): readonly Place[] {
  const all = nativeEvent.getCoalescedEvents();
  return all.length === 0 ? [nativeEvent] : all;
}

function finish(going: Going, isAlt: boolean): void {
  const { mask, settings, changed, fill } = going.pen;
  if (isShape(going)) fill(going.corners, isAlt);
  else if (endEdit(mask)) changed(null, settings.tool === 'eraser' ? 'Unmarked' : 'Marked');
}

/** A second finger came: the stroke of the first was not meant. */
function leave(going: Going): void {
  const { mask, changed, setSketch } = going.pen;
  if (going.doing === 'draw' && !isShape(going) && endEdit(mask)) changed(undo(mask));
  setSketch({ corners: [] });
  going.doing = null;
}

function pinch({ at, pen }: Going, pointerId: number, before: Point): void {
  const after = at.get(pointerId);
  const other = [...at].find(([id]) => id !== pointerId)?.[1];
  if (after === undefined || other === undefined) return;
  const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
  pen.look.zoomAt(apart(after) / Math.max(1, apart(before)), middle);
  pen.look.pan({ x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 });
}

/** Notes whether Space is held on the board. */
function useSpace(board: RefObject<HTMLElement | null>, going: Going): void {
  useEffect(() => {
    const element = board.current;
    const set = (isDown: boolean) => (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      going.isSpace = isDown;
    };
    const [down, up] = [set(true), set(false)];
    const leaveBoard = () => {
      going.isSpace = false;
    };
    element?.addEventListener('keydown', down);
    element?.addEventListener('keyup', up);
    element?.addEventListener('blur', leaveBoard);
    return () => {
      element?.removeEventListener('keydown', down);
      element?.removeEventListener('keyup', up);
      element?.removeEventListener('blur', leaveBoard);
    };
  }, [board, going]);
}
