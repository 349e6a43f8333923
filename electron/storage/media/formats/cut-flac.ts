/** Whether a FLAC (RFC 9639) ends before the number of samples that its first block states. */
import type { ByteSource } from '../bytes';
import { flacInfo, flacTail, frameEnd } from './flac/describe';
import { nextCrc16 } from './flac/frame';
import { endOfTags } from './mp3/tag';

export async function isCutFlac(source: ByteSource): Promise<boolean> {
  const start = await endOfTags(source);
  const info = await flacInfo(source, start);
  if (info === null) return true;
  if (info.samples === 0) return false;
  const tail = await flacTail(source, start);
  return !hasLastFrame(tail, info.blockSamples, info.samples);
}

/** A frame that ends with the last sample, and is whole. */
function hasLastFrame(tail: Uint8Array, blockSamples: number, total: number): boolean {
  for (let at = tail.length - 6; at >= 0; at -= 1) {
    const isLast = tail[at] === 0xff && frameEnd(tail.subarray(at, at + 16), blockSamples) === total;
    if (isLast && endsWhole(tail.subarray(at))) return true;
  }
  return false;
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
