/** Whether a FLAC (RFC 9639) ends before the number of samples that its first block states. */
import { type ByteSource, viewOf } from '../bytes';
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

/** How many samples there are up to the end of a frame; `null` where none begins: its head ends with a checksum of itself. */
function frameEnd(head: Uint8Array, blockSamples: number): number | null {
  const [, sync = 0, codes = 0, last = 0, first = 0] = head;
  const sizeCode = codes >> 4;
  if ((sync & 0xfe) !== 0xf8 || sizeCode === 0 || (codes & 15) === 15 || (last & 1) !== 0) return null;
  const numberBytes = first < 0x80 ? 1 : Math.clz32(~(first << 24));
  let at = 4 + numberBytes;
  const [sizeBytes, samples] = blockSize(sizeCode, head.subarray(at));
  at += sizeBytes;
  at += [0, 1, 2, 2][Math.max(0, (codes & 15) - 11)] ?? 0;
  if (at >= head.length || checksum(head.subarray(0, at), 8, 0x07) !== head[at]) return null;
  const number = codedNumber(head.subarray(4, 4 + numberBytes));
  // Frames are numbered where all but the last are of one length; else their first samples are.
  return (sync & 1) === 1 ? number + samples : number * blockSamples + samples;
}

/** Of a code, or in one or two bytes behind the number. */
function blockSize(code: number, [high = 0, low = 0]: Uint8Array): [bytes: number, samples: number] {
  if (code === 6) return [1, high + 1];
  if (code === 7) return [2, high * 256 + low + 1];
  if (code === 1) return [0, 192];
  return [0, code < 6 ? 576 * 2 ** (code - 2) : 256 * 2 ** (code - 8)];
}

/** As UTF-8 writes letters, and on to seven bytes. */
function codedNumber(bytes: Uint8Array): number {
  const [first = 0, ...others] = bytes;
  const own = others.length === 0 ? first : first & (0x3f >> others.length);
  return others.reduce((number, byte) => number * 64 + (byte & 63), own);
}

/** The checksum of a frame and of the one it ends with is 0 at its last byte, whatever follows. */
function endsWhole(bytes: Uint8Array): boolean {
  let sum = 0;
  for (const [at, byte] of bytes.entries()) {
    sum = nextSum(sum, byte, 16, 0x8005);
    if (sum === 0 && at > 6) return true;
  }
  return false;
}

const checksum = (bytes: Uint8Array, bits: number, polynomial: number): number =>
  bytes.reduce((sum, byte) => nextSum(sum, byte, bits, polynomial), 0);

function nextSum(sum: number, byte: number, bits: number, polynomial: number): number {
  let next = sum ^ (byte << (bits - 8));
  for (let bit = 0; bit < 8; bit += 1)
    next = (next & (1 << (bits - 1))) === 0 ? next << 1 : (next << 1) ^ polynomial;
  return next & (2 ** bits - 1);
}
