/** Width and height of images that few programs show: from their headers alone. */
import { asciiAt, type ByteSource, viewOf } from '../bytes';

// Width and height of a JPEG XL: numbers of a few bits at the start of its codestream (ISO/IEC 18181-1, size
// header).

const MOST_HEAD_BYTES = 4096;
/** Width by height, for the seven shapes that are not written out. */
const RATIOS = [1, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];
const LENGTHS = [9, 13, 18, 30];

export async function jxlSize(source: ByteSource): Promise<ImageSize | null> {
  const head = Buffer.from(await source.read(0, MOST_HEAD_BYTES));
  const start = codestreamAt(head);
  if (start === null || head.length < start + 12) return null;
  const bits = bitReader(head.subarray(start + 2));
  const isSmall = bits(1) === 1;
  const side = () => (isSmall ? (bits(5) + 1) * 8 : bits(LENGTHS[bits(2)] ?? 9) + 1);
  const height = side();
  const ratio = bits(3);
  const width = ratio === 0 ? side() : Math.floor(height * (RATIOS[ratio] ?? 1) + 1e-9);
  return sizeOf(width, height);
}

/** The codestream is the file, or in the first box of that name. */
function codestreamAt(head: Buffer): number | null {
  if (head[0] === 0xff && head[1] === 0x0a) return 0;
  const at = head.indexOf(Buffer.from([0xff, 0x0a]), head.indexOf('jxl', 12));
  return at < 0 ? null : at;
}

/** Lowest bits first. */
function bitReader(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1)
      value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}

const HEAD_BYTES = 64 * 1024;

/** A height below zero means that the rows begin at the top; the oldest kind has short numbers. */
export async function bmpSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(14, 12);
  if (head.length < 12) return null;
  const view = viewOf(head);
  if (view.getUint32(0, true) === 12) return sizeOf(view.getUint16(4, true), view.getUint16(6, true));
  return sizeOf(view.getInt32(4, true), Math.abs(view.getInt32(8, true)));
}

/** The largest of the icons; zero stands for 256. */
export async function icoSize(source: ByteSource): Promise<ImageSize | null> {
  const count = viewOf(await source.read(4, 2)).getUint16(0, true);
  const entries = await source.read(6, 16 * Math.min(count, 1_000));
  let largest: ImageSize | null = null;
  for (let at = 0; at + 16 <= entries.length; at += 16) {
    const size = sizeOf(entries[at] || 256, entries[at + 1] || 256);
    if (size && size.width > (largest?.width ?? 0)) largest = size;
  }
  return largest;
}

export async function psdSize(source: ByteSource): Promise<ImageSize | null> {
  const view = viewOf(await source.read(14, 8));
  return sizeOf(view.getUint32(4), view.getUint32(0));
}

/** The header box of JPEG 2000 holds the height, then the width. */
export async function jp2Size(source: ByteSource): Promise<ImageSize | null> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
  const at = head.indexOf('ihdr');
  return at < 0 ? null : sizeOf(head.readUInt32BE(at + 8), head.readUInt32BE(at + 4));
}

/** Of formats whose head has two numbers at fixed places. */
const atPlace =
  (width: number, height: number, isLittle: boolean) =>
  async (source: ByteSource): Promise<ImageSize | null> => {
    const head = await source.read(0, 64);
    const view = viewOf(head);
    const most = Math.max(width, height) + 4;
    return head.length < most
      ? null
      : sizeOf(view.getUint32(width, isLittle), view.getUint32(height, isLittle));
  };

export const qoiSize = atPlace(4, 8, false);
export const ddsSize = atPlace(16, 12, true);
export const ktx2Size = atPlace(20, 24, true);
export const xcfSize = atPlace(14, 18, false);

/** A codestream of JPEG 2000: the reference grid, less what is left out before the image (ISO/IEC 15444-1, `SIZ`). */
export async function j2cSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(0, 24);
  if (head.length < 24) return null;
  const [right, bottom, left, top] = [8, 12, 16, 20].map((at) => viewOf(head).getUint32(at)) as [
    number,
    number,
    number,
    number,
  ];
  return sizeOf(right - left, bottom - top);
}

/** Letters before the samples: kind, width and height; or lines with their names (PAM). */
export async function pnmSize(source: ByteSource): Promise<ImageSize | null> {
  const text = asciiAt(await source.read(0, MOST_HEAD_BYTES), 0, MOST_HEAD_BYTES);
  const gap = '(?:\\s|#[^\\n]*\\n)+';
  const plain = new RegExp(`^P[1-6]${gap}(\\d{1,9})${gap}(\\d{1,9})\\s`).exec(text);
  if (plain !== null) return sizeOf(Number(plain[1]), Number(plain[2]));
  const [head = ''] = text.split('ENDHDR', 1);
  const named = ['WIDTH', 'HEIGHT'].map((name) => new RegExp(`\\n${name}\\s+(\\d{1,9})`).exec(head)?.[1]);
  return sizeOf(Number(named[0] ?? 0), Number(named[1] ?? 0));
}

/** Radiance: a line behind the head such as `-Y 33 +X 61`. */
export async function hdrSize(source: ByteSource): Promise<ImageSize | null> {
  const text = asciiAt(await source.read(0, MOST_HEAD_BYTES), 0, MOST_HEAD_BYTES);
  const [, height, width] = /\n[-+]Y (\d{1,9}) [-+]X (\d{1,9})\n/.exec(text) ?? [];
  return sizeOf(Number(width ?? 0), Number(height ?? 0));
}

/** OpenEXR: the window that is shown, as the first and last place in both directions. */
export async function exrSize(source: ByteSource): Promise<ImageSize | null> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
  const name = 'displayWindow\0box2i\0';
  const at = head.indexOf(name, 0, 'latin1') + name.length + 4;
  if (at < name.length + 4 || at + 16 > head.length) return null;
  const [left, top, right, bottom] = [0, 4, 8, 12].map((more) => head.readInt32LE(at + more)) as [
    number,
    number,
    number,
    number,
  ];
  return sizeOf(right - left + 1, bottom - top + 1);
}

const TIFF = { width: 256, height: 257, short: 3, long: 16 } as const;
const MAX_ENTRIES = 1_000;

/** The first list of entries: a number, a type, a count, and the value where it fits. */
export async function tiffSize(source: ByteSource): Promise<ImageSize | null> {
  const head = await source.read(0, 16);
  const isLittle = asciiAt(head, 0, 2) === 'II';
  const isBig = viewOf(head).getUint16(2, isLittle) === 43;
  const longAt = (bytes: Uint8Array, at: number) => Number(viewOf(bytes).getBigUint64(at, isLittle));
  const start = isBig ? longAt(head, 8) : viewOf(head).getUint32(4, isLittle);
  const stated = await source.read(start, isBig ? 8 : 2);
  const count = isBig ? longAt(stated, 0) : viewOf(stated).getUint16(0, isLittle);
  const [entryBytes, valueAt] = isBig ? [20, 12] : [12, 8];
  const entries = await source.read(start + stated.length, entryBytes * Math.min(count, MAX_ENTRIES));
  const view = viewOf(entries);
  const found = new Map<number, number>();
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    const type = view.getUint16(at + 2, isLittle);
    const place = at + valueAt;
    const wide = type === TIFF.long ? longAt(entries, place) : view.getUint32(place, isLittle);
    found.set(view.getUint16(at, isLittle), type === TIFF.short ? view.getUint16(place, isLittle) : wide);
  }
  return sizeOf(found.get(TIFF.width) ?? 0, found.get(TIFF.height) ?? 0);
}

/** In pixels where the drawing states them, else in the units of its view box. */
export async function svgSize(source: ByteSource): Promise<ImageSize | null> {
  const text = new TextDecoder().decode(await source.read(0, HEAD_BYTES));
  const root = /<svg\b[^>]{0,20000}>/i.exec(text)?.[0] ?? '';
  const stated = ['width', 'height'].map((name) => pixels(root, name));
  const box =
    /\bviewBox\s*=\s*["']([^"']{1,200})/
      .exec(root)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [width = box[2], height = box[3]] = stated;
  return sizeOf(Math.round(width ?? 0), Math.round(height ?? 0));
}

function pixels(root: string, name: string): number | undefined {
  const text = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([0-9.]{1,20})(px)?\\s*["']`).exec(root)?.[1];
  return text === undefined ? undefined : Number(text);
}

/** In pixels, as the file stores them (an EXIF rotation is not applied). */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** `null` for what is no size of an image. */
export function sizeOf(width: number, height: number): ImageSize | null {
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  return isSize ? { width, height } : null;
}
