/** The position of an image: its scale relative to fitted, and its offset from the middle in pixels. */
export interface Place {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const fitted: Place = { scale: 1, x: 0, y: 0 };
const largest = 16;
/** How much of the area may be empty beside the edge of an enlarged image. */
const edgeShare = 0.25;

/**
 * Zooms so that the point under the pointer stays there. Never smaller than fitted, where the image is centered.
 *
 * @param x the point's distance from the middle of the place, in pixels
 */
export function zoomedAt(place: Place, factor: number, x = 0, y = 0): Place {
  const scale = Math.min(largest, Math.max(1, place.scale * factor));
  if (scale === 1) return fitted;
  const grown = scale / place.scale;
  return { scale, x: x - (x - place.x) * grown, y: y - (y - place.y) * grown };
}

/**
 * Moved by dragging, until an edge of the image reaches the edge of the area.
 *
 * @param room the size of the fitted image, in pixels
 */
export function panned(place: Place, x: number, y: number, room: { width: number; height: number }): Place {
  const most = (side: number) => Math.max(0, ((place.scale - 1) * side) / 2 + side * edgeShare);
  const held = (value: number, side: number) => Math.min(most(side), Math.max(-most(side), value));
  return { ...place, x: held(x, room.width), y: held(y, room.height) };
}
