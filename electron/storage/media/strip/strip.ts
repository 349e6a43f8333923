/** Removes from an image what is not needed to show it: position, camera, owner, edits, texts, earlier versions. */
import { crc32 } from 'node:zlib';
import { concat, viewOf } from '../bytes';
import type { ImageSize } from '../formats/image-size';
import { riffHead } from '../formats/riff';
import { orientationAlone } from './exif';
import { gifParts } from './gif';
import { jpegParts } from './jpeg';
import type { ImagePart, ImageParts } from './parts';
import { pngParts } from './png';
import { webpOf, webpParts } from './webp';

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
