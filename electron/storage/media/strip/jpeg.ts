/** JPEG taken apart: segments, then scans, then whatever other programs put behind the end. */
import { asciiAt, viewOf } from '../bytes';
import { orientationOf } from './exif';
import { type ImageParts, PartList, type Verdict } from './parts';

const APP0 = 0xe0;
const APP15 = 0xef;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END = 0xd9;
const JFIF_BYTES = 18;

/** `null` where its segments can't be followed to the image data. */
export function jpegParts(bytes: Uint8Array): ImageParts | null {
  const list = new PartList();
  list.keep('head', bytes.subarray(0, 2));
  let at = 2;
  let hasScan = false;
  while (at < bytes.length) {
    const segment = segmentAt(bytes, at);
    // Cut inside of a scan it can still be shown.
    if (segment === null) break;
    if (segment.marker === END) {
      list.keep('data', bytes.subarray(at, segment.end));
      // A video of the moment or a second image, with metadata of its own.
      if (segment.end < bytes.length) list.drop('photo');
      break;
    }
    list.take(verdictOn(list, segment), withoutThumbnail(segment));
    at = segment.end;
    if (segment.marker !== START_OF_SCAN) continue;
    hasScan = true;
    const end = endOfScan(bytes, at);
    list.keep('data', bytes.subarray(at, end));
    at = end;
  }
  return hasScan ? list.done() : null;
}

interface Segment {
  readonly marker: number;
  /** From its marker on. */
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Bytes of 255 before a marker are allowed, and left out. */
function segmentAt(file: Uint8Array, from: number): Segment | null {
  if (file[from] !== 0xff) return null;
  let at = from;
  while (file[at + 1] === 0xff) at += 1;
  const marker = file[at + 1];
  if (marker === undefined) return null;
  if (marker === END) return { marker, bytes: file.subarray(at, at + 2), end: at + 2 };
  if (at + 4 > file.length) return null;
  const end = at + 2 + viewOf(file).getUint16(at + 2);
  return end < at + 4 || end > file.length ? null : { marker, bytes: file.subarray(at, end), end };
}

function verdictOn(list: PartList, { marker, bytes }: Segment): Verdict {
  if (marker === COMMENT) return 'text';
  if (isFrame(marker)) list.isRgb = bytes[9] === 3;
  if (marker < APP0 || marker > APP15) return 'data';
  const name = asciiAt(bytes, 4, 12);
  if (isJfif(marker, name)) return 'head';
  if (marker === APP0 + 2 && name === 'ICC_PROFILE\0') return 'color';
  if (marker === APP0 + 14 && name.startsWith('Adobe')) return 'data';
  if (marker === APP0 + 1 && name.startsWith('Exif\0')) list.turn(orientationOf(bytes.subarray(4)));
  return 'photo';
}

const isJfif = (marker: number, name: string): boolean => marker === APP0 && name.startsWith('JFIF\0');

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The first header of JPEG has room for a small copy of the image, as it was before it was edited. */
function withoutThumbnail({ marker, bytes }: Segment): Uint8Array {
  if (bytes.length <= JFIF_BYTES || !isJfif(marker, asciiAt(bytes, 4, 5))) return bytes;
  const short = bytes.slice(0, JFIF_BYTES);
  short.set([0, JFIF_BYTES - 2], 2);
  short.set([0, 0], JFIF_BYTES - 2);
  return short;
}

/** Where the next marker is: inside of a scan, 255 is followed by a zero or by the number of a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isInside = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isInside) return at;
  }
  return bytes.length;
}
