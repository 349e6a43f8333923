/** Images whose file says where its pixels are, and how many: whether it ends before they do. */
import { type ByteSource, viewOf } from '../bytes';

type IsCut = (source: ByteSource) => Promise<boolean>;

const BMP_HEAD_BYTES = 54;
/** Without compression, and with masks for the colors. */
const plainBmp = [0, 3, 6];

/** Some programs leave the length of the file open: then the size of the image says it. */
const isCutBmp: IsCut = async (source) => {
  const head = await source.read(0, BMP_HEAD_BYTES);
  if (head.length < BMP_HEAD_BYTES) return true;
  const view = viewOf(head);
  if (view.getUint32(2, true) > source.size) return true;
  // An older header of 12 bytes has its fields elsewhere.
  if (view.getUint32(14, true) < 40) return false;
  const [width, height] = [18, 22].map((at) => Math.abs(view.getInt32(at, true)));
  const row = Math.ceil(((width ?? 0) * view.getUint16(28, true)) / 8);
  const rows = Math.ceil(row / 4) * 4 * Math.max(0, (height ?? 0) - 1) + row;
  const bytes = plainBmp.includes(view.getUint32(30, true)) ? rows : view.getUint32(34, true);
  return view.getUint32(10, true) + bytes > source.size;
};

const PSD_HEAD_BYTES = 26;
/** Colors, resources, and layers: each with its length before it; the image follows. */
const PSD_SECTIONS = 3;
const MAX_PSD_ROWS = 1_000_000;

/** Lengths of layers are 8 bytes in a large document (version 2). */
const isCutPsd: IsCut = async (source) => {
  const head = await source.read(0, PSD_HEAD_BYTES);
  if (head.length < PSD_HEAD_BYTES) return true;
  const isLarge = viewOf(head).getUint16(4) === 2;
  let at = PSD_HEAD_BYTES;
  for (let section = 0; section < PSD_SECTIONS; section += 1) {
    const width = isLarge && section === PSD_SECTIONS - 1 ? 8 : 4;
    const length = await numberAt(source, at, width);
    if (length === null) return true;
    at += width + length;
  }
  return at + (await psdImageBytes(source, at, head)) > source.size;
};

/** As it is, or each row packed: then its lengths come first. Of what is zipped nobody knows beforehand. */
async function psdImageBytes(source: ByteSource, at: number, head: Uint8Array): Promise<number> {
  const view = viewOf(head);
  const isLarge = view.getUint16(4) === 2;
  const rows = view.getUint16(12) * view.getUint32(14);
  const packing = await numberAt(source, at, 2);
  if (packing === 0) return 2 + rows * Math.ceil((view.getUint32(18) * view.getUint16(22)) / 8);
  const width = isLarge ? 4 : 2;
  if (packing !== 1 || rows > MAX_PSD_ROWS) return packing === null ? 2 : 3;
  const lengths = viewOf(await source.read(at + 2, rows * width));
  if (lengths.byteLength < rows * width) return 2 + rows * width;
  const lengthOf = (row: number) => (isLarge ? lengths.getUint32(row * 4) : lengths.getUint16(row * 2));
  return Array.from({ length: rows }, (_, row) => lengthOf(row)).reduce(
    (sum, bytes) => sum + bytes,
    2 + rows * width,
  );
}

/** `null` behind the end. */
async function numberAt(
  source: ByteSource,
  at: number,
  width: number,
  isLittle = false,
): Promise<number | null> {
  const bytes = await source.read(at, width);
  return bytes.length < width ? null : numberIn(viewOf(bytes), 0, width, isLittle);
}

function numberIn(view: DataView, at: number, width: number, isLittle: boolean): number {
  if (width === 8) return Number(view.getBigUint64(at, isLittle));
  if (width === 4) return view.getUint32(at, isLittle);
  return width === 2 ? view.getUint16(at, isLittle) : view.getUint8(at);
}

const ICO_HEAD_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** One of its images ends behind the end of the file. */
const isCutIco: IsCut = async (source) => {
  const head = await source.read(0, ICO_HEAD_BYTES);
  const count = head.length < ICO_HEAD_BYTES ? 0 : viewOf(head).getUint16(4, true);
  const entries = await source.read(ICO_HEAD_BYTES, count * ICO_ENTRY_BYTES);
  if (entries.length < count * ICO_ENTRY_BYTES) return true;
  const view = viewOf(entries);
  return Array.from({ length: count }, (_, index) => index * ICO_ENTRY_BYTES).some(
    (at) => view.getUint32(at + 8, true) + view.getUint32(at + 12, true) > source.size,
  );
};

/** How wide the parts of a directory are: TIFF 6.0, and libtiff's BigTIFF for files beyond 4 GB. */
interface TiffForm {
  readonly isLittle: boolean;
  /** Of an offset, and of a count of values. */
  readonly offset: 4 | 8;
  /** Of the number of entries. */
  readonly count: 2 | 8;
  readonly entry: 12 | 20;
}

const MAX_TIFF_PAGES = 1_000;
const MAX_TIFF_VALUES = 1_000_000;
/** Where strips or tiles are, and their lengths. */
const tiffPlaces = [
  [273, 279],
  [324, 325],
] as const;

/** A directory is not there whole, which many programs write last, or some of the pixels that it names. */
const isCutTiff: IsCut = async (source) => {
  const head = await source.read(0, 16);
  if (head.length < 8) return true;
  const isLittle = head[0] === 0x49;
  const isBig = viewOf(head).getUint16(2, isLittle) === 43;
  const form: TiffForm = isBig
    ? { isLittle, offset: 8, count: 8, entry: 20 }
    : { isLittle, offset: 4, count: 2, entry: 12 };
  let at = await numberAt(source, form.offset, form.offset, isLittle);
  for (let pages = 0; pages < MAX_TIFF_PAGES && at !== 0; pages += 1) {
    const next = at === null ? null : await afterTiffPage(source, at, form);
    if (next === null) return true;
    at = next;
  }
  return false;
};

/** Where the next page is, 0 behind the last; `null` where this one is not whole. */
async function afterTiffPage(source: ByteSource, at: number, form: TiffForm): Promise<number | null> {
  const { isLittle, entry, count: width, offset } = form;
  const count = await numberAt(source, at, width, isLittle);
  if (count === null) return null;
  const [start, bytes] = [at + width, Math.min(count, 10_000) * entry];
  const entries = viewOf(await source.read(start, bytes));
  const isCut = entries.byteLength < bytes || (await hasCutPixels(source, entries, form));
  // Some leave out the place of the next where there is none.
  return isCut ? null : ((await numberAt(source, start + bytes, offset, isLittle)) ?? 0);
}

async function hasCutPixels(source: ByteSource, entries: DataView, form: TiffForm): Promise<boolean> {
  for (const [places, lengths] of tiffPlaces) {
    const starts = await tiffValues(source, entries, places, form);
    const bytes = await tiffValues(source, entries, lengths, form);
    if (starts.some((start, index) => start + (bytes[index] ?? 0) > source.size)) return true;
  }
  return false;
}

/** Bytes of a number of each type that places and lengths have. */
const tiffWidths: Readonly<Record<number, number>> = { 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

async function tiffValues(
  source: ByteSource,
  entries: DataView,
  tag: number,
  { isLittle, entry, offset }: TiffForm,
): Promise<readonly number[]> {
  for (let at = 0; at + entry <= entries.byteLength; at += entry) {
    if (entries.getUint16(at, isLittle) !== tag) continue;
    const width = tiffWidths[entries.getUint16(at + 2, isLittle)] ?? 0;
    const count = numberIn(entries, at + 4, offset, isLittle);
    if (width === 0 || count > MAX_TIFF_VALUES) return [];
    const isInside = count * width <= offset;
    const from = at + 4 + offset;
    const place = numberIn(entries, from, offset, isLittle);
    const values = isInside ? entries : viewOf(await source.read(place, count * width));
    const known = isInside ? count : Math.floor(values.byteLength / width);
    return Array.from({ length: known }, (_, index) =>
      numberIn(values, (isInside ? from : 0) + index * width, width, isLittle),
    );
  }
  return [];
}

const GIF_END = 0x3b;
const GIF_HEAD_BYTES = 13;
const MAX_GIF_BLOCKS = 200_000;
const colorsIn = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The end of a GIF's file is a block of its own; what programs add behind it doesn't count. */
const isCutGif: IsCut = async (source) => {
  let at = GIF_HEAD_BYTES + colorsIn((await source.read(10, 1))[0]);
  for (let blocks = 0; blocks < MAX_GIF_BLOCKS; blocks += 1) {
    const [kind, , , , , , , , , flags] = await source.read(at, 10);
    if (kind === undefined) return true;
    if (kind === GIF_END) return false;
    // An image has a head, its colors and one byte before its data; any other block a label.
    at = await afterData(source, at + (kind === 0x2c ? 11 + colorsIn(flags) : 2));
  }
  return false;
};

/** Data comes in pieces of at most 255 bytes, each with its length before it; an empty one ends them. */
async function afterData(source: ByteSource, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const [length] = await source.read(at, 1);
    at += 1 + (length ?? 0);
    if (!length) return at;
  }
}

export const cutImages: Readonly<Record<string, IsCut>> = {
  'image/gif': isCutGif,
  'image/bmp': isCutBmp,
  'image/x-icon': isCutIco,
  'image/tiff': isCutTiff,
  'image/vnd.adobe.photoshop': isCutPsd,
};
