/** A film between given pictures: the first frame is the one picture, the last frame the other. */

import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas';
import type { Context, Size } from '../art/drawing';

/** How far a picture is enlarged on the way. */
const ZOOM = 0.14;
/** Of its width, how far the view glides. */
const PAN = 0.05;

/** @param share of the film, 0 to 1 */
export type FramePainter = (context: Context, share: number) => void;

/** A picture as large as the frame, its edges cut off where it has another shape. */
export async function pictureAt(path: string, { width, height }: Size): Promise<Canvas> {
  const image = new Image();
  image.src = await readFile(path);
  await image.decode();
  const canvas = createCanvas(width, height);
  const scale = Math.max(width / image.width, height / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  canvas.getContext('2d').drawImage(image, (width - wide) / 2, (height - high) / 2, wide, high);
  return canvas;
}

/** Moves away from the picture that it begins with, or comes to rest on the one that it ends with. */
export const moving =
  (picture: Canvas, direction: 1 | -1, towards: 'start' | 'end'): FramePainter =>
  (context, share) => {
    const distance = towards === 'start' ? share : 1 - share;
    const zoom = 1 + ZOOM * distance;
    const [wide, high] = [picture.width * zoom, picture.height * zoom];
    const shift = direction * PAN * distance * picture.width;
    context.drawImage(picture, (picture.width - wide) / 2 + shift, (picture.height - high) / 2, wide, high);
  };

/** From one to the other: the second covers the first in the middle of the film. */
export const crossing =
  (from: FramePainter, to: FramePainter): FramePainter =>
  (context, share) => {
    const covered = Math.min(1, Math.max(0, (share - 0.3) / 0.4));
    if (covered < 1) from(context, share);
    if (covered <= 0) return;
    context.globalAlpha = covered * covered * (3 - 2 * covered);
    to(context, share);
    context.globalAlpha = 1;
  };
