/** What keys and pointers draw a mask with. */
import type { RefObject } from 'react';
import { type Area, beginEdit, endEdit, type Mask, type Point } from './mask';
import type { ToolSettings } from './mask-tools';
import type { View } from './mask-view';

/** What is drawn now and is not in the mask yet. */
export interface Sketch {
  readonly corners: readonly Point[];
}

/** Moves what is seen. */
export interface Look {
  readonly zoomAt: (factor: number, at?: Point) => void;
  readonly pan: (by: Point) => void;
  /** Brings a point of the image into sight. */
  readonly moveTo: (at: Point) => void;
}

export interface Pen {
  readonly mask: Mask;
  readonly settings: ToolSettings;
  readonly board: RefObject<HTMLDivElement | null>;
  /** For screen readers. */
  readonly say: (text: string) => void;
  readonly view: View;
  readonly look: Look;
  readonly cursor: Point;
  readonly setCursor: (at: Point) => void;
  readonly sketch: Sketch;
  readonly setSketch: (sketch: Sketch) => void;
  /** Draws from one point to the next with the brush, as a part of an edit. */
  readonly line: (from: Point, to: Point) => Area | null;
  readonly show: (area: Area | null) => void;
  /** Makes the rectangle or the lasso that was drawn. */
  readonly fill: (corners: readonly Point[], isEraser: boolean) => void;
  readonly changed: (area: Area | null, words?: string) => void;
}

/** One edit, of which undo is one step. */
export function edit({ mask, changed }: Pen, draw: () => Area | null, words?: string): void {
  beginEdit(mask);
  const area = draw();
  endEdit(mask);
  changed(area, words);
}

/** Of a pointer, from the top left corner of the board. */
export function placeOn(
  board: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const box = board?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
}
