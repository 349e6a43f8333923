/** Images as other files: upright, and in formats that models take. */
import { readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Canvas, createCanvas, Image, ImageData } from '@napi-rs/canvas';
import { limits } from '../../../shared/limits';
import { bytesSource } from './bytes';
import { type ImageSize, imageSize } from './formats/image-size';
import { imageOrientation, turnedSize } from './formats/orientation';
import { sniffMedia } from './formats/sniff';
import { type DecodeJpeg, decodeTiff } from './formats/tiff/decode';
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
  const { image, turn, seen } = (await decodedTiff(source)) ?? (await decodeImage(source));
  const canvas = createCanvas(seen.width, seen.height);
  drawTurned(canvas.getContext('2d'), image, seen, turn);
  const png = await canvas.encode('png');
  await writeWhole(
    destination,
    png.length <= MAX_PNG_BYTES ? png : await canvas.encode('webp', WEBP_QUALITY),
  );
  return seen;
}

interface Decoded {
  readonly image: Image | Canvas;
  /** How it is still to be turned, 1 to 8 as EXIF counts. */
  readonly turn: number;
  readonly seen: ImageSize;
}

/** The decoder of all other formats does not know it; `null` where it is none. */
async function decodedTiff(path: string): Promise<Decoded | null> {
  const bytes = await readFile(path);
  const contentType = sniffMedia(bytes)?.contentType;
  if (contentType !== 'image/tiff') return null;
  const { width, height, data } = await decodeTiff(bytes, decodeJpeg);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  const turn = await imageOrientation(bytesSource(bytes), contentType);
  return { image: canvas, turn, seen: turnedSize({ width, height }, turn) };
}

const decodeJpeg: DecodeJpeg = async (bytes, most) => {
  const stated = await imageSize(bytesSource(bytes), 'image/jpeg');
  // Blocks of 16 pixels may go beyond the part.
  if (stated === null || stated.width > most.width + 16 || stated.height > most.height + 16)
    throw new Error('a JPEG of another size');
  const image = new Image();
  image.src = Buffer.from(bytes);
  await image.decode();
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, data: Uint8ClampedArray.from(context.getImageData(0, 0, width, height).data) };
};
