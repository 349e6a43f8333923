/** Where the image of the mask editor is in its area: pixels of the screen for one of the image, and its top left corner. */
import type { Size } from '../stage/arrangement';
import type { Point } from './mask';

export interface View extends Point {
  readonly scale: number;
}

const mostScale = 32;
/** Around a fitted image, so that its edges can be reached. */
const margin = 24;

const fitScale = (room: Size, image: Size): number =>
  Math.min(
    1,
    Math.max(1, room.width - 2 * margin) / image.width,
    Math.max(1, room.height - 2 * margin) / image.height,
  );

const centered = (room: Size, image: Size, scale: number): View => ({
  scale,
  x: (room.width - image.width * scale) / 2,
  y: (room.height - image.height * scale) / 2,
});

/** The whole image in the middle; a small one at its own size. */
export const fittedView = (room: Size, image: Size): View => centered(room, image, fitScale(room, image));

export const actualView = (room: Size, image: Size): View =>
  centered(room, image, 1 / Math.max(1, devicePixelRatio));

/** Zooms so that the point at a place of the area stays there. */
export function zoomedView(view: View, factor: number, at: Point, room: Size, image: Size): View {
  const least = fitScale(room, image) / 2;
  const scale = Math.min(mostScale, Math.max(least, view.scale * factor));
  const grown = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

/** Moved, with at least a part of the image in sight. */
export function movedView(view: View, by: Point, room: Size, image: Size): View {
  const held = (value: number, side: number, length: number) =>
    Math.min(side - margin, Math.max(margin - length, value));
  return {
    ...view,
    x: held(view.x + by.x, room.width, image.width * view.scale),
    y: held(view.y + by.y, room.height, image.height * view.scale),
  };
}

/** In a room of another size: what was in the middle stays there, with at least a part of the image in sight. */
export function resizedView(view: View, before: Size, room: Size, image: Size): View {
  if (before.width === room.width && before.height === room.height) return view;
  const by = { x: (room.width - before.width) / 2, y: (room.height - before.height) / 2 };
  return movedView(view, by, room, image);
}

/** Moved as little as possible so that a point of the image is in sight. */
export function viewWith(view: View, { x, y }: Point, room: Size): View {
  const shift = (at: number, side: number) =>
    at < margin ? margin - at : at > side - margin ? side - margin - at : 0;
  return {
    ...view,
    x: view.x + shift(view.x + x * view.scale, room.width),
    y: view.y + shift(view.y + y * view.scale, room.height),
  };
}

export const toImage = (view: View, at: Point): Point => ({
  x: (at.x - view.x) / view.scale,
  y: (at.y - view.y) / view.scale,
});
