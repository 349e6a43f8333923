/** Width and height of an image from its headers alone: nothing is decoded, so a huge image costs nothing. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';
import { type ImageSize, sizeOf } from './image-pixels';
import { bmpSize, icoSize, jp2Size, psdSize, svgSize, tiffSize } from './image-size-more';
import { jxlSize } from './jxl-size';

export type { ImageSize };

const readers: Readonly<Record<string, (source: ByteSource) => Promise<ImageSize | null>>> = {
  'image/png': (source) => fixed(source, 16, (head) => [head.getUint32(0), head.getUint32(4)]),
  'image/gif': (source) => fixed(source, 6, (head) => [head.getUint16(0, true), head.getUint16(2, true)]),
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
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
};

/** `null` where the file does not state it; throws only what the source throws. */
export async function imageSize(source: ByteSource, contentType: string): Promise<ImageSize | null> {
  return (await readers[contentType]?.(source)) ?? null;
}

async function fixed(
  source: ByteSource,
  start: number,
  read: (head: DataView) => readonly [number, number],
): Promise<ImageSize | null> {
  const head = await source.read(start, 8);
  return head.length < 8 ? null : sizeOf(...read(viewOf(head)));
}

/** The canvas size is in the first chunk, whichever of the three kinds it is. */
async function webpSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(0, 30);
  if (head.length < 30) return null;
  const view = viewOf(head);
  const chunk = asciiAt(head, 12, 4);
  if (chunk === 'VP8 ') return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return sizeOf((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (chunk !== 'VP8X') return null;
  return sizeOf((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1);
}

/** Frame headers (SOF0 to SOF15), without the three markers in that range that mean something else. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

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
    const size = sizeOf(head.readUInt32BE(at + 8), head.readUInt32BE(at + 12));
    if (size && (!largest || size.width * size.height > largest.width * largest.height)) largest = size;
  }
  return largest;
}
