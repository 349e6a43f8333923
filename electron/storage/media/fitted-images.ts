/** Images as a model takes them: a part of them, in another size or format. */
import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas';
import type { ImageFit } from '../../../shared/run/image-fit';
import type { ImageSize } from './formats/image-size';
import { drawTurned } from './strip/turn';
import { decodeImage, writeWhole } from './thumbnail';

const QUALITY = 95;

/** The same image and fit make the same bytes. Throws where it can't be decoded. */
export async function fitImage(source: string, destination: string, fit: ImageFit): Promise<ImageSize> {
  const { width, height, format, crop } = fit;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (format === 'jpeg') {
    // It has no transparency, and what is not drawn would be black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  const { left, top } = crop;
  context.drawImage(await upright(source), left, top, crop.width, crop.height, 0, 0, width, height);
  await writeWhole(
    destination,
    format === 'png' ? await canvas.encode('png') : await canvas.encode(format, QUALITY),
  );
  return { width, height };
}

async function upright(source: string): Promise<Image | Canvas> {
  const { image, turn, seen } = await decodeImage(source);
  if (turn === 1) return image;
  const canvas = createCanvas(seen.width, seen.height);
  drawTurned(canvas.getContext('2d'), image, seen, turn);
  return canvas;
}
