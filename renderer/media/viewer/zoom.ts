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
  const scale = Math.min(Math.max(largest, place.scale), Math.max(1, place.scale * factor));
  if (scale === 1) return fitted;
  const grown = scale / place.scale;
  return { scale, x: x - (x - place.x) * grown, y: y - (y - place.y) * grown };
}

/** What there is to know of a fitted image to show its own pixels. */
export interface Fit {
  /** Of the image as it is fitted, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** In pixels of the file. */
  readonly naturalWidth: number;
}

/** One pixel of the image on one pixel of the screen is 100. */
export const percentOf = ({ scale }: Place, { width, naturalWidth }: Fit, pixelRatio: number): number =>
  (100 * scale * width * pixelRatio) / naturalWidth;

/**
 * Each pixel of the image on one pixel of the screen, and none on two halves.
 *
 * @param middle of the area, in CSS pixels from the left top of the window
 * @param pixelRatio pixels of the screen for one of CSS
 */
export function actualPlace(fit: Fit, middle: { x: number; y: number }, pixelRatio: number): Place {
  const scale = fit.naturalWidth / (fit.width * pixelRatio);
  const onPixel = (center: number, side: number) => {
    const edge = (center - (side * scale) / 2) * pixelRatio;
    return (Math.round(edge) - edge) / pixelRatio;
  };
  return { scale, x: onPixel(middle.x, fit.width), y: onPixel(middle.y, fit.height) };
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
