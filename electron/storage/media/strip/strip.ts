/** Removes from an image what is not needed to show it: position, camera, owner, edits, texts, earlier versions. */
import { crc32 } from 'node:zlib';
import { asciiAt, concat, viewOf } from '../bytes';
import type { ImageSize } from '../formats/image-size';
import { riffHead } from '../formats/riff';
import { sniffMedia } from '../formats/sniff';
import { orientationAlone } from './exif';
import { jpegParts } from './jpeg';
import { type ImagePart, type ImageParts, PartList, type Verdict } from './parts';
import { pngParts } from './png';
import { webpOf, webpParts } from './webp';

// GIF taken apart: comments and what programs add are left out, how often it repeats and its colors stay.

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const kept: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

function gifParts(bytes: Uint8Array): ImageParts {
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

const readers: Readonly<Record<string, (bytes: Uint8Array) => ImageParts | null>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
};

/**
 * The parts of an image that are needed to show it; their bytes are views of the file's. Takes time linear in the bytes.
 * @returns `null` for another kind of file, and where it can't be followed to its image
 */
export function partsOf(bytes: Uint8Array, contentType: string): ImageParts | null {
  return readers[contentType]?.(bytes) ?? null;
}

/** A whole file again, from its parts in their order. */
export function imageOf(
  parts: readonly ImagePart[],
  contentType: string,
  size: ImageSize,
): Uint8Array<ArrayBuffer> {
  if (contentType === 'image/webp') return concat(webpOf(parts, size));
  return concat(...parts.map(({ bytes }) => bytes));
}

/** The same parts with other ones behind the head, where colors belong. */
export function withAfterHead(
  parts: readonly ImagePart[],
  added: readonly ImagePart[],
): readonly ImagePart[] {
  const head = parts.filter(({ role }) => role === 'head');
  return [...head, ...added, ...parts.filter(({ role }) => role !== 'head')];
}

/** The same parts with their orientation and no other metadata, for an image that can't be turned. */
export function withOrientation(
  { parts, orientation }: ImageParts,
  contentType: string,
): readonly ImagePart[] {
  const part = orientationPart(orientation, contentType);
  // WebP has its metadata behind the image.
  return contentType === 'image/webp' ? [...parts, part] : withAfterHead(parts, [part]);
}

function orientationPart(orientation: number, contentType: string): ImagePart {
  const tiff = orientationAlone(orientation);
  const wrapped: Readonly<Record<string, () => Uint8Array>> = {
    'image/jpeg': () => concat(Uint8Array.of(0xff, 0xe1, 0, tiff.length + 8), letters('Exif\0\0'), tiff),
    'image/png': () => pngChunk('eXIf', tiff),
    'image/webp': () => concat(riffHead('EXIF', tiff.length), tiff),
  };
  return { role: 'data', bytes: wrapped[contentType]?.() ?? new Uint8Array() };
}

const letters = (text: string): Uint8Array => new TextEncoder().encode(text);

function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = concat(new Uint8Array(4), letters(name), data, new Uint8Array(4));
  viewOf(chunk).setUint32(0, data.length);
  viewOf(chunk).setUint32(chunk.length - 4, crc32(chunk.subarray(4, -4)));
  return chunk;
}

// What is given to a decoder: nothing that makes it work much longer than the image takes.

/** A progressive JPEG goes over all of its pixels with each scan; usual are ten. */
const MAX_SCANNED_PIXELS = 4_000_000_000;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * A PNG without the chunks that say nothing about its pixels: libpng gathers each whole, and copies what it has with
 * every few bytes that come, so that 20 MB take 20 seconds.
 * @throws where a JPEG has so many scans that they take longer than any image
 */
export function decodable(bytes: Uint8Array, size: ImageSize): Uint8Array {
  const contentType = sniffMedia(bytes)?.contentType ?? '';
  if (contentType === 'image/jpeg') refuseScans(bytes, size);
  if (contentType !== 'image/png') return bytes;
  const image = partsOf(bytes, contentType);
  return image === null || image.removed === null ? bytes : imageOf(image.parts, contentType, size);
}

function refuseScans(bytes: Uint8Array, { width, height }: ImageSize): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const most = Math.max(100, MAX_SCANNED_PIXELS / (width * height));
  let count = 0;
  for (let at = file.indexOf(START_OF_SCAN); at >= 0; at = file.indexOf(START_OF_SCAN, at + 2)) count += 1;
  if (count > most) throw new Error(`The image has ${count} scans, which would take too long to decode.`);
}
