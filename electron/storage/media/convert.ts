/** Images that models don't take, in a format that they do. */
import { createCanvas } from '@napi-rs/canvas';
import type { ImageSize } from './formats/image-size';
import { drawTurned } from './strip/draw-turned';
import { decodeImage, writeWhole } from './thumbnail';

/** A larger PNG is a photo, which WebP holds in a tenth of the bytes. */
const MAX_PNG_BYTES = 2 * 1024 * 1024;
const WEBP_QUALITY = 92;

/** Writes an image upright at its full size, as PNG or WebP. Throws where it can't be decoded. */
export async function convertImage(source: string, destination: string): Promise<ImageSize> {
  const { image, turn, seen } = await decodeImage(source);
  const canvas = createCanvas(seen.width, seen.height);
  drawTurned(canvas.getContext('2d'), image, seen, turn);
  const png = await canvas.encode('png');
  await writeWhole(
    destination,
    png.length <= MAX_PNG_BYTES ? png : await canvas.encode('webp', WEBP_QUALITY),
  );
  return seen;
}
