/** Where a picture lies: how much larger than fitted, and how far from the middle, in pixels. */
export interface Place {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const fitted: Place = { scale: 1, x: 0, y: 0 };
const largest = 16;

/**
 * Zooms so that what lies under a point stays under it. Never smaller than fitted, where it lies in the middle.
 *
 * @param x the point's distance from the middle of the place, in pixels
 */
export function zoomedAt(place: Place, factor: number, x = 0, y = 0): Place {
  const scale = Math.min(largest, Math.max(1, place.scale * factor));
  if (scale === 1) return fitted;
  const grown = scale / place.scale;
  return { scale, x: x - (x - place.x) * grown, y: y - (y - place.y) * grown };
}
