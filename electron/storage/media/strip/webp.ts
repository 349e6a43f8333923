/** WebP taken apart. Its first header, of twelve bytes, and its extended one state lengths and flags: both are made again. */
import { asciiAt, concat, viewOf } from '../bytes';
import { riffHead } from '../formats/riff';
import { orientationOf } from './exif';
import { type ImagePart, type ImageParts, PartList, type Verdict } from './parts';

const verdicts: Readonly<Record<string, Verdict>> = {
  VP8X: 'head',
  ICCP: 'color',
  'VP8 ': 'data',
  VP8L: 'data',
  ALPH: 'data',
  ANIM: 'data',
  ANMF: 'data',
  EXIF: 'photo',
  'XMP ': 'photo',
};
const HEAD_BYTES = 12;
const HAS_PROFILE = 0x20;
const HAS_ALPHA = 0x10;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** `null` where it holds no image. */
export function webpParts(bytes: Uint8Array): ImageParts | null {
  const list = new PartList();
  const end = Math.min(bytes.length, 8 + viewOf(bytes).getUint32(4, true));
  for (let at = HEAD_BYTES; at + 8 <= end; ) {
    const name = asciiAt(bytes, at, 4);
    const length = viewOf(bytes).getUint32(at + 4, true);
    const chunk = bytes.subarray(at, Math.min(at + 8 + length, end));
    if (name === 'EXIF') list.turn(orientationOf(chunk.subarray(8)));
    list.take(verdicts[name] ?? 'text', padded(chunk));
    at += 8 + length + (length % 2);
  }
  if (end < bytes.length) list.drop('photo');
  return list.parts.some(({ role }) => role === 'data') ? list.done() : null;
}

const padded = (chunk: Uint8Array): Uint8Array =>
  chunk.length % 2 === 0 ? chunk : concat(chunk, new Uint8Array(1));

/** The file again, with flags that say what it holds now. */
export function webpOf(parts: readonly ImagePart[], size: { width: number; height: number }): Uint8Array {
  const [first] = parts.filter(({ role }) => role === 'data');
  const hasColor = parts.some(({ role }) => role === 'color');
  const hasExif = parts.some(({ bytes }) => asciiAt(bytes, 0, 4) === 'EXIF');
  const old = parts.find(({ role }) => role === 'head')?.bytes;
  const rest = parts.filter(({ role }) => role !== 'head').map(({ bytes }) => bytes);
  const isPlain = old === undefined && !hasColor && !hasExif;
  const chunks = isPlain ? rest : [extended(old, first?.bytes, size), ...rest];
  const [header] = isPlain ? [] : chunks;
  if (header !== undefined) {
    const kept = (header[8] ?? 0) & ~(HAS_PROFILE | HAS_EXIF | HAS_XMP);
    header[8] = kept | (hasColor ? HAS_PROFILE : 0) | (hasExif ? HAS_EXIF : 0);
  }
  const body = concat(new TextEncoder().encode('WEBP'), ...chunks);
  return concat(riffHead('RIFF', body.length), body);
}

function extended(
  old: Uint8Array | undefined,
  first: Uint8Array | undefined,
  { width, height }: { width: number; height: number },
): Uint8Array {
  if (old !== undefined) return old.slice();
  const chunk = concat(riffHead('VP8X', 10), new Uint8Array(10));
  const view = viewOf(chunk);
  // A lossless image says in one bit, behind its signature and sizes, whether it is transparent anywhere.
  const isTransparent = first && asciiAt(first, 0, 4) === 'VP8L' && ((first[12] ?? 0) & 0x10) !== 0;
  chunk[8] = isTransparent ? HAS_ALPHA : 0;
  view.setUint16(12, (width - 1) & 0xffff, true);
  view.setUint8(14, (width - 1) >> 16);
  view.setUint16(15, (height - 1) & 0xffff, true);
  view.setUint8(17, (height - 1) >> 16);
  return chunk;
}
