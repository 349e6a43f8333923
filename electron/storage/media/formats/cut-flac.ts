/** Whether a FLAC (RFC 9639) ends before the number of samples that its first block states. */
import { type ByteSource, viewOf } from '../bytes';
import { flacFrameHead, nextCrc16 } from './flac/frame';
import { endOfTags } from './mp3/tag';

/** More than any frame that encoders make. */
const TAIL_BYTES = 256 * 1024;

export async function isCutFlac(source: ByteSource): Promise<boolean> {
  const start = await endOfTags(source);
  const block = await source.read(start, 42);
  if (block.length < 42) return true;
  const view = viewOf(block);
  const total = (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22);
  if (total === 0) return false;
  const tail = await source.read(Math.max(start + 42, source.size - TAIL_BYTES), TAIL_BYTES);
  return !hasLastFrame(tail, view.getUint16(8), total);
}

/** A frame that ends with the last sample, and is whole. */
function hasLastFrame(tail: Uint8Array, blockSamples: number, total: number): boolean {
  for (let at = tail.length - 6; at >= 0; at -= 1) {
    const isLast = tail[at] === 0xff && frameEnd(tail.subarray(at, at + 16), blockSamples) === total;
    if (isLast && endsWhole(tail.subarray(at))) return true;
  }
  return false;
}

/** How many samples there are up to the end of a frame; `null` where none begins. */
function frameEnd(bytes: Uint8Array, blockSamples: number): number | null {
  const head = flacFrameHead(bytes);
  if (head === null) return null;
  return (head.isVariable ? head.number : head.number * blockSamples) + head.samples;
}

/** The checksum of a frame and of the one it ends with is 0 at its last byte, whatever follows. */
function endsWhole(bytes: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of bytes.entries()) {
    sum = nextCrc16(sum, byte);
    if (sum === 0 && at > 6) return true;
  }
  return false;
}
