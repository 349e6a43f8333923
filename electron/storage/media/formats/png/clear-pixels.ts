/** Whether a PNG (ISO/IEC 15948) has pixels that are not opaque. */
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { asciiAt, type ByteSource, viewOf } from '../../bytes';

const FIRST_CHUNK = 8;
const READ_BYTES = 256 * 1024;
/** Of an image with more than this, its header says whether pixels may be clear. */
const MOST_BYTES = 512 * 1024 * 1024;

interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** An image with a channel for it whose pixels are all opaque has no transparency. */
export async function hasClearPixels(source: ByteSource): Promise<boolean> {
  const head = viewOf(await source.read(0, 33));
  const [width, height, depth] = [head.getUint32(16), head.getUint32(20), head.getUint8(24)];
  const [color, isInterlaced] = [head.getUint8(25), head.getUint8(28) !== 0];
  const chunks = await chunksOf(source);
  const clear = chunks.find(({ name }) => name === 'tRNS');
  if (color !== 4 && color !== 6) return clear !== undefined;
  const pixelBytes = ((color === 6 ? 4 : 2) * depth) / 8;
  const line = width * pixelBytes;
  if (isInterlaced || line * height > MOST_BYTES) return true;
  const data = chunks.filter(({ name }) => name === 'IDAT');
  return await anyClear(unpacked(source, data), { line, pixelBytes, alphaBytes: depth / 8, height });
}

async function chunksOf(source: ByteSource): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = FIRST_CHUNK; at + 12 <= source.size; ) {
    const head = await source.read(at, 8);
    const start = at + 8;
    const end = start + viewOf(head).getUint32(0);
    chunks.push({ name: asciiAt(head, 4, 4), start, end });
    at = end + 4;
  }
  return chunks;
}

function unpacked(source: ByteSource, data: readonly Chunk[]): AsyncIterable<Uint8Array> {
  async function* packed() {
    for (const { start, end } of data)
      for (let at = start; at < end; at += READ_BYTES)
        yield await source.read(at, Math.min(READ_BYTES, end - at));
  }
  const inflate = createInflate();
  const from = Readable.from(packed());
  from.once('error', (error) => inflate.destroy(error));
  return from.pipe(inflate);
}

interface Layout {
  readonly line: number;
  readonly pixelBytes: number;
  readonly alphaBytes: number;
  readonly height: number;
}

/** A filter works on each byte of a pixel by itself, so the others need not be undone. */
async function anyClear(bytes: AsyncIterable<Uint8Array>, layout: Layout): Promise<boolean> {
  let before = new Uint8Array(layout.line);
  let row = new Uint8Array(layout.line + 1);
  let [filled, rows] = [0, 0];
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length && rows < layout.height; ) {
      const part = piece.subarray(at, at + row.length - filled);
      row.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < row.length) continue;
      const pixels = row.subarray(1);
      if (unfiltered(row[0] ?? 0, pixels, before, layout)) return true;
      before = pixels;
      row = new Uint8Array(layout.line + 1);
      filled = 0;
      rows += 1;
    }
  }
  return false;
}

/** Undoes the filter of the alpha of one row. @returns whether a pixel of it is not opaque */
function unfiltered(
  filter: number,
  row: Uint8Array,
  above: Uint8Array,
  { pixelBytes, alphaBytes }: Layout,
): boolean {
  let isClear = false;
  for (let pixel = pixelBytes; pixel <= row.length; pixel += pixelBytes)
    for (let at = pixel - alphaBytes; at < pixel; at += 1) {
      const [left, up, corner] = [row[at - pixelBytes] ?? 0, above[at] ?? 0, above[at - pixelBytes] ?? 0];
      const value = ((row[at] ?? 0) + predicted(filter, left, up, corner)) & 0xff;
      row[at] = value;
      isClear ||= value !== 0xff;
    }
  return isClear;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
