import type { Image, SKRSContext2D } from '@napi-rs/canvas';
import { type ImageSize, turnedSize } from '../formats/orientation';

/** For each orientation, where the matrix takes x, y and the origin; the last two in widths and heights of the result. */
const matrices: Readonly<Record<number, readonly [number, number, number, number, number, number]>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};

/**
 * Draws stored pixels turned, over the whole canvas.
 * @param size of the canvas
 * @param orientation 1 to 8 as EXIF counts
 */
export function drawTurned(context: SKRSContext2D, image: Image, size: ImageSize, orientation: number): void {
  const [a, b, c, d, x, y] = matrices[orientation] ?? [1, 0, 0, 1, 0, 0];
  const stored = turnedSize(size, orientation);
  context.setTransform(a, b, c, d, x * size.width, y * size.height);
  context.drawImage(image, 0, 0, stored.width, stored.height);
}
