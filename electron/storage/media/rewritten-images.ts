/** Images as other files: upright, and in formats that models take. */
import { readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { limits } from '../../../shared/limits';
import { bytesSource } from './bytes';
import { type ImageSize, imageSize } from './formats/image-size';
import { sniffMedia } from './formats/sniff';
import { withPartial, writeAll, writeFileDurably } from './partial';
import { drawTurned, turnUpright } from './strip/turn';
import { decodeImage, writeWhole } from './thumbnail';

/** {@link turnUpright} from a file to another one. */
export async function writeUpright(source: string, destination: string): Promise<ImageSize> {
  const bytes = await readFile(source);
  const contentType = sniffMedia(bytes)?.contentType ?? '';
  const turned = await turnUpright(bytes, contentType, limits.attachmentBytes);
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => writeAll(file, turned));
    await rename(partial, destination);
  });
  return (await imageSize(bytesSource(turned), contentType)) ?? { width: 0, height: 0 };
}

// Images that models don't take, in a format that they do.

/** A larger PNG is a photo, which WebP holds in a tenth of the bytes. */
const MAX_PNG_BYTES = 2 * 1024 * 1024;
const WEBP_QUALITY = 92;

/** Writes an image upright at its full size, as PNG or WebP. Throws where it can't be decoded. */
export async function convertImage(source: string, destination: string): Promise<ImageSize> {
  const { canvas, seen } = await uprightCanvas(source);
  const png = await canvas.encode('png');
  await writeWhole(
    destination,
    png.length <= MAX_PNG_BYTES ? png : await canvas.encode('webp', WEBP_QUALITY),
  );
  return seen;
}

/** Writes an image upright at its full size, without loss. Throws where it can't be decoded. */
export async function writeShown(source: string, destination: string): Promise<ImageSize> {
  const { canvas, seen } = await uprightCanvas(source);
  await writeWhole(destination, await canvas.encode('png'));
  return seen;
}

async function uprightCanvas(source: string): Promise<{ canvas: Canvas; seen: ImageSize }> {
  const { image, turn, seen } = await decodeImage(source);
  const canvas = createCanvas(seen.width, seen.height);
  drawTurned(canvas.getContext('2d'), image, seen, turn);
  return { canvas, seen };
}
