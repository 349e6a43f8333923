import { readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas';
import { laterLimits } from '../../../shared/calls/later-limits';
import type { Look } from '../../../shared/media/order';
import { inBlocks, withSource } from './bytes';
import { drawnTiff } from './drawn-tiff';
import { type ImageSize, imageSize } from './formats/image-size';
import { imageOrientation, turnedSize } from './formats/orientation';
import { sniffBytes, sniffMedia } from './formats/sniff';
import { lookOf } from './look';
import { withPartial, writeAll, writeFileDurably } from './partial';
import { decodable } from './strip/strip';
import { drawTurned } from './strip/turn';

const MAX_SIDE = 320;
const MAX_BYTES = 512 * 1024 * 1024;
const WEBP_QUALITY = 80;

/**
 * Makes a WebP of at most 320 pixels a side, never larger than the image. May take a second and hundreds of megabytes:
 * call it on a thread of its own, for one image at a time.
 * @returns its size; throws where the source isn't an image, is broken, or has more than 100 million pixels (seen in its
 * headers, before anything is decoded)
 */
export async function makeThumbnail(source: string, destination: string): Promise<ThumbnailMade> {
  const { image, turn, seen } = await decodeImage(source);
  const size = fitted(seen);
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  drawTurned(context, image, size, turn);
  await writeWhole(destination, await canvas.encode('webp', WEBP_QUALITY));
  return { ...size, look: lookOf(canvas) };
}

/** Its size, and what is compared of it. */
export interface ThumbnailMade extends ImageSize {
  readonly look: Look;
}

export interface DecodedImage {
  readonly image: Image | Canvas;
  /** How it is still to be turned, 1 to 8 as EXIF counts. */
  readonly turn: number;
  /** Its size as it is seen then. */
  readonly seen: ImageSize;
}

/** @throws as {@link makeThumbnail} does */
export async function decodeImage(path: string): Promise<DecodedImage> {
  const { stated, turn, contentType } = await headOf(path);
  const bytes = await readFile(path);
  const image =
    contentType === TIFF ? await drawnTiff(bytes) : await decoded(Buffer.from(decodable(bytes, stated)));
  return { image, turn, seen: turnedSize(image, turn) };
}

async function decoded(bytes: Buffer): Promise<Image> {
  const image = new Image();
  image.src = bytes;
  await image.decode();
  return image;
}

interface Head {
  readonly contentType: string;
  readonly stated: ImageSize;
  /** How the decoded pixels are still to be turned, 1 to 8 as EXIF counts. */
  readonly turn: number;
}

const TIFF = 'image/tiff';
/** Formats whose orientation the decoder does not follow; it turns JPEG and WebP itself. */
const unturned: readonly string[] = ['image/png', 'image/avif', TIFF];

/** An image whose size can't be read from its headers is not decoded. */
async function headOf(path: string): Promise<Head> {
  const head = await withSource(path, async (file) => {
    const source = inBlocks(file);
    const type = sniffMedia(await source.read(0, sniffBytes));
    const contentType = type?.kind === 'image' ? type.contentType : '';
    const stated = await imageSize(source, contentType);
    const turn = unturned.includes(contentType) ? await imageOrientation(source, contentType) : 1;
    return stated && { contentType, stated, turn };
  });
  if (head === null) throw new Error('It is not a known image format.');
  const { width, height } = head.stated;
  const isTooLarge = width * height > laterLimits.imagePixels || (await stat(path)).size > MAX_BYTES;
  if (isTooLarge) throw new Error(`The image is too large: ${width} × ${height} pixels.`);
  return head;
}

function fitted({ width, height }: ImageSize): ImageSize {
  if (!(width > 0 && height > 0)) throw new Error('The image could not be decoded.');
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export async function writeWhole(destination: string, bytes: Uint8Array): Promise<void> {
  await withPartial(dirname(destination), async (partial) => {
    await writeFileDurably(partial, (file) => writeAll(file, bytes));
    await rename(partial, destination);
  });
}
