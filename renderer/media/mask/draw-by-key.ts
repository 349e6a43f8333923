/** Drawing a mask without a pointer. */
import type { KeyboardEvent } from 'react';
import type { Point } from './mask';
import { edit, type Pen } from './pen';

const panStep = -60;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const isBrush = ({ settings: { tool } }: Pen) => tool === 'brush' || tool === 'eraser';

/** @returns whether the key is one of the board's */
export function drawByKey(event: KeyboardEvent, pen: Pen): boolean {
  const arrow = arrows[event.key];
  const isCtrl = event.ctrlKey || event.metaKey;
  if (arrow !== undefined && isCtrl) pen.look.pan({ x: arrow.x * panStep, y: arrow.y * panStep });
  else if (arrow !== undefined) moveBy(pen, arrow, event);
  else if (event.key === 'Enter' && !isCtrl) apply(pen, event.shiftKey, event.altKey);
  else return false;
  return true;
}

/** By a quarter of the brush, with Alt by a pixel; Shift draws on the way. */
function moveBy(pen: Pen, arrow: Point, { shiftKey, altKey }: KeyboardEvent): void {
  const { mask, settings, cursor, sketch, setCursor, setSketch, line, look, say } = pen;
  const far = altKey ? 1 : Math.max(1, Math.round(settings.size / 4));
  const inside = (value: number, side: number) => Math.min(side, Math.max(0, Math.round(value)));
  const next = {
    x: inside(cursor.x + arrow.x * far, mask.width),
    y: inside(cursor.y + arrow.y * far, mask.height),
  };
  const [corner = cursor] = sketch.corners;
  if (isBrush(pen) && shiftKey) edit(pen, () => line(cursor, next));
  else if (settings.tool === 'rectangle' && (shiftKey || sketch.corners.length > 0))
    setSketch({ corners: [corner, next] });
  setCursor(next);
  look.moveTo(next);
  say(`${next.x}, ${next.y}`);
}

/** A dot of the brush, a corner of a rectangle, or one of the lasso, which Shift closes. */
function apply(pen: Pen, isEnd: boolean, isEraser: boolean): void {
  const { settings, cursor, sketch, setSketch, line, fill, say } = pen;
  const corners = [...sketch.corners, cursor];
  const closes = settings.tool === 'rectangle' ? corners.length > 1 : isEnd;
  if (isBrush(pen)) edit(pen, () => line(cursor, cursor), settings.tool === 'eraser' ? 'Unmarked' : 'Marked');
  else if (closes) fill(corners, isEraser);
  else {
    setSketch({ corners });
    say(`Corner ${corners.length} at ${cursor.x}, ${cursor.y}`);
  }
}
