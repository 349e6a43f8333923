/** The image data of a JPEG: scans of coded bytes with marked segments between them, up to the end mark. */
import { type ByteSource, viewOf } from '../../bytes';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const BLOCK_BYTES = 256 * 1024;
const MAX_MARKS = 100_000;

/**
 * The offset after the end mark.
 * @param start where the segments before the first scan end
 * @returns `null` where the image is cut, or has no scan
 */
export async function endOfScans(source: ByteSource, start: number): Promise<number | null> {
  let at: number | null = start;
  for (let count = 0; at !== null && count < MAX_MARKS; count += 1) {
    const head = await source.read(at, 4);
    if (head[0] !== 0xff) return null;
    if (head[1] === END_OF_IMAGE) return at + 2;
    at = await afterMark(source, at, head);
  }
  return null;
}

async function afterMark(source: ByteSource, at: number, head: Uint8Array): Promise<number | null> {
  const marker = head[1] ?? 0;
  if (marker === 0xff) return at + 1;
  if (head.length < 4 || marker < 0xc0 || marker === START_OF_IMAGE || isRestart(marker)) return null;
  const end = at + 2 + viewOf(head).getUint16(2);
  // After the header of a scan come its coded bytes.
  return marker === START_OF_SCAN ? nextMark(source, end) : end;
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Where the coded bytes end: in them, a byte of 255 is followed by a zero or a restart number. */
async function nextMark(source: ByteSource, start: number): Promise<number | null> {
  for (let from = start; from < source.size; ) {
    const block = Buffer.from(await source.read(from, BLOCK_BYTES));
    for (let at = block.indexOf(0xff); at >= 0; at = block.indexOf(0xff, at + 1)) {
      const next = block[at + 1];
      if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return from + at;
    }
    // The last byte is read again with the one behind it.
    from += Math.max(1, block.length - (block.at(-1) === 0xff ? 1 : 0));
  }
  return null;
}
