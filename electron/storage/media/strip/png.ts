/** PNG taken apart: of its chunks, those that make up the image, its colors and its animation. */
import { asciiAt, viewOf } from '../bytes';
import { orientationOf } from './exif';
import { type ImageParts, PartList, type Verdict } from './parts';

const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12;
const color: readonly string[] = ['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'mDCV', 'cLLI', 'mDCv', 'cLLi'];
const data: readonly string[] = [
  ...['PLTE', 'tRNS', 'IDAT', 'IEND', 'sBIT', 'bKGD', 'pHYs'],
  ...['acTL', 'fcTL', 'fdAT'],
];
/** What an image may be cut in and is shown nevertheless. */
const pixels: readonly string[] = ['IDAT', 'fdAT'];
/** A larger color profile is none; a decoder that buffers it takes time by the square of its length. */
const MAX_SMALL_CHUNK_BYTES = 4 * 1024 * 1024;

/** `null` where it does not begin as a PNG. */
export function pngParts(bytes: Uint8Array): ImageParts | null {
  const list = new PartList();
  if (bytes.length < SIGNATURE_BYTES + FRAME_BYTES || asciiAt(bytes, 12, 4) !== 'IHDR') return null;
  list.keep('head', bytes.subarray(0, SIGNATURE_BYTES));
  for (let at = SIGNATURE_BYTES; at + 8 <= bytes.length; ) {
    const name = asciiAt(bytes, at + 4, 4);
    const end = at + FRAME_BYTES + viewOf(bytes).getUint32(at);
    const chunk = bytes.subarray(at, Math.min(end, bytes.length));
    if (end <= bytes.length || pixels.includes(name)) list.take(verdictOn(list, name, chunk), chunk);
    at = end;
    if (name !== 'IEND') continue;
    if (end < bytes.length) list.drop('photo');
    break;
  }
  return list.done();
}

function verdictOn(list: PartList, name: string, chunk: Uint8Array): Verdict {
  if (name === 'IHDR') {
    // The second bit of the color type stands for colors.
    list.isRgb = ((chunk[17] ?? 0) & 2) !== 0;
    return 'head';
  }
  const isSmall = chunk.length <= MAX_SMALL_CHUNK_BYTES;
  if (color.includes(name) && isSmall) return 'color';
  if (data.includes(name) && (isSmall || pixels.includes(name))) return 'data';
  if (name === 'eXIf') list.turn(orientationOf(chunk.subarray(8)));
  return name === 'eXIf' || isXmp(chunk) ? 'photo' : 'text';
}

const isXmp = (chunk: Uint8Array): boolean => asciiAt(chunk, 8, 17) === 'XML:com.adobe.xmp';
