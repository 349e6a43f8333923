/** GIF taken apart: comments and what programs add are left out, how often it repeats and its colors stay. */
import { asciiAt } from '../bytes';
import { type ImageParts, PartList, type Verdict } from './parts';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const kept: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

export function gifParts(bytes: Uint8Array): ImageParts {
  const list = new PartList();
  let at = 13 + tableBytes(bytes[10] ?? 0);
  list.keep('head', bytes.subarray(0, at));
  while (at < bytes.length) {
    const kind = bytes[at];
    const end = endOf(bytes, at);
    const block = bytes.subarray(at, end);
    list.take(verdictOn(block), block);
    at = end;
    if (kind !== IMAGE && kind !== EXTENSION) break;
  }
  if (at < bytes.length) list.drop('photo');
  return list.done();
}

/** Behind an image or an extension; anything else is the end of the file. */
function endOf(bytes: Uint8Array, at: number): number {
  if (bytes[at] === IMAGE) return endOfBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
  return bytes[at] === EXTENSION ? endOfBlocks(bytes, at + 2) : at + 1;
}

function verdictOn(block: Uint8Array): Verdict {
  if (block[0] !== EXTENSION || isKept(block)) return 'data';
  return asciiAt(block, 3, 8) === 'XMP Data' ? 'photo' : 'text';
}

/** Of an animation, how long a frame is shown; of a program's data, the three kinds that every browser uses. */
const isKept = (block: Uint8Array): boolean =>
  block[1] === CONTROL || (block[1] === APPLICATION && kept.includes(asciiAt(block, 3, 11)));

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Blocks of at most 255 bytes, each after its length; one of no bytes is the last. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return Math.min(bytes.length, at + 1);
}
