/** Width and height of a JPEG XL: numbers of a few bits at the start of its codestream (ISO/IEC 18181-1, size header). */
import type { ByteSource } from '../bytes';
import { type ImageSize, sizeOf } from './image-pixels';

const HEAD_BYTES = 4096;
/** Width by height, for the seven shapes that are not written out. */
const RATIOS = [1, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2];
const LENGTHS = [9, 13, 18, 30];

export async function jxlSize(source: ByteSource): Promise<ImageSize | null> {
  const head = Buffer.from(await source.read(0, HEAD_BYTES));
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
