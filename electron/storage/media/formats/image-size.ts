/** Width and height of an image from its headers alone: nothing is decoded, so a huge image costs nothing. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import {
  bmpSize,
  ddsSize,
  exrSize,
  hdrSize,
  type ImageSize,
  icoSize,
  j2cSize,
  jp2Size,
  jxlSize,
  ktx2Size,
  pnmSize,
  psdSize,
  qoiSize,
  sizeOf,
  svgSize,
  tiffSize,
  xcfSize,
} from './image-size-more';
import { riffChunks } from './riff';

// Size of a GIF: its screen, or its first frame where that reaches beyond it.

interface Size {
  readonly width: number;
  readonly height: number;
}

const HEAD_BYTES = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
/** Comments and program data before the first frame, in blocks of at most 255 bytes. */
const MAX_BLOCKS = 100_000;

/**
 * Decoders enlarge the image to its first frame, so 36 bytes with a screen of 1 × 1 can be one of four thousand million
 * pixels. Later frames are cut off at its edges.
 * @returns `null` where no frame is found
 */
async function gifSize(source: ByteSource): Promise<Size | null> {
  const head = await source.read(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES) return null;
  const view = viewOf(head);
  const frame = await firstFrame(source, HEAD_BYTES + tableBytes(head[10] ?? 0));
  if (frame === null) return null;
  const width = Math.max(view.getUint16(6, true), frame.width);
  const height = Math.max(view.getUint16(8, true), frame.height);
  return width > 0 && height > 0 ? { width, height } : null;
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Its right and lower edge. */
async function firstFrame(source: ByteSource, start: number): Promise<Size | null> {
  let at = start;
  let isInside = false;
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const [kind] = await source.read(at, 1);
    if (kind === undefined) return null;
    if (isInside) {
      isInside = kind !== 0;
      at += 1 + kind;
    } else if (kind === EXTENSION) {
      isInside = true;
      at += 2;
    } else return kind === IMAGE ? frameAt(source, at) : null;
  }
  return null;
}

async function frameAt(source: ByteSource, at: number): Promise<Size | null> {
  const frame = await source.read(at, 9);
  if (frame.length < 9) return null;
  const [left, top, width, height] = [1, 3, 5, 7].map((from) => viewOf(frame).getUint16(from, true)) as [
    number,
    number,
    number,
    number,
  ];
  return { width: left + width, height: top + height };
}

export type { ImageSize };

const readers: Readonly<Record<string, (source: ByteSource) => Promise<ImageSize | null>>> = {
  'image/png': pngSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
  'image/jls': jpegSize,
  'image/avif': boxedSize,
  'image/heic': boxedSize,
  'image/heif': boxedSize,
  'image/jxl': jxlSize,
  'image/tiff': tiffSize,
  'image/bmp': bmpSize,
  'image/x-ms-bmp': bmpSize,
  'image/x-icon': icoSize,
  'image/vnd.microsoft.icon': icoSize,
  'image/jp2': jp2Size,
  'image/svg+xml': svgSize,
  'image/vnd.adobe.photoshop': psdSize,
  'image/qoi': qoiSize,
  'image/vnd.ms-dds': ddsSize,
  'image/ktx2': ktx2Size,
  'image/x-xcf': xcfSize,
  'image/x-j2c': j2cSize,
  'image/x-portable-anymap': pnmSize,
  'image/vnd.radiance': hdrSize,
  'image/x-exr': exrSize,
};

/** `null` where the file does not state it; throws only what the source throws. */
export async function imageSize(source: ByteSource, contentType: string): Promise<ImageSize | null> {
  return (await readers[contentType]?.(source)) ?? null;
}

/** Behind the name of the first chunk, or of the second: Apple's tools put one of their own before it. */
async function pngSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(0, 40);
  const at = [12, 28].find((place) => asciiAt(head, place, 4) === 'IHDR');
  if (at === undefined || head.length < at + 12) return null;
  return sizeOf(viewOf(head).getUint32(at + 4), viewOf(head).getUint32(at + 8));
}

/** The canvas size is in the first chunk, whichever of the three kinds it is. */
async function webpSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(0, 30);
  if (head.length < 30) return null;
  const view = viewOf(head);
  if (asciiAt(head, 12, 4) !== 'VP8X') return webpChunkSize(head.subarray(12));
  const canvas = sizeOf((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
  // A canvas smaller than its image is a lie, and it is the image that takes memory.
  const image = (await riffChunks(source)).find(({ name }) => name === 'VP8 ' || name === 'VP8L');
  return larger(canvas, image ? webpChunkSize(await source.read(image.start, 18)) : null);
}

/** @param chunk from its name on */
function webpChunkSize(chunk: Uint8Array): ImageSize | null {
  if (chunk.length < 18) return null;
  const view = viewOf(chunk);
  const name = asciiAt(chunk, 0, 4);
  if (name === 'VP8 ') return sizeOf(view.getUint16(14, true) & 0x3fff, view.getUint16(16, true) & 0x3fff);
  if (name !== 'VP8L') return null;
  const bits = view.getUint32(9, true);
  return sizeOf((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

const larger = (one: ImageSize | null, other: ImageSize | null): ImageSize | null =>
  pixelsOf(other) > pixelsOf(one) ? other : one;

const pixelsOf = (size: ImageSize | null): number => (size === null ? 0 : size.width * size.height);

const LOSSLESS = 0xf7;

/** Frame headers (SOF0 to SOF15), without the three markers in that range that mean something else; and JPEG-LS. */
const isFrameHeader = (marker: number) =>
  marker === LOSSLESS || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));

async function jpegSize(source: ByteSource): Promise<ImageSize | null> {
  for (let at = 2, count = 0; at + 9 <= source.size && count < 2_000; count += 1) {
    const head = await source.read(at, 9);
    const marker = head[1] ?? 0;
    if (head.length < 9 || head[0] !== 0xff || marker === 0xda) return null;
    if (isFrameHeader(marker)) return sizeOf(viewOf(head).getUint16(7), viewOf(head).getUint16(5));
    at += marker === 0xff ? 1 : 2 + viewOf(head).getUint16(2);
  }
  return null;
}

/** Every image in the file (for example its transparency) has an `ispe` box; the largest is the one shown. */
async function boxedSize(source: ByteSource): Promise<ImageSize | null> {
  const head = Buffer.from(await source.read(0, 64 * 1024));
  let largest: ImageSize | null = null;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    largest = larger(largest, sizeOf(head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)));
  }
  return largest;
}
