/** JPEG: one XMP segment, after those that must come first. */
import type { MediaOrigin } from '../../../../../shared/media/media';
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';
import { type Piece, stretch } from '../pieces';
import { originOfXmp, xmpPacket } from '../xmp';

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

const APP0 = 0xe0;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
/** A segment's length field has 16 bits. */
const MAX_SEGMENT_BYTES = 0xffff;
const MAX_SEGMENTS = 2_000;

/**
 * `null` where it is not one complete JPEG to its last byte (a second image, a depth map or a short video behind it are
 * found by their distance), where its metadata is of an unknown form, or the origin is longer than a segment can be.
 */
export async function planJpeg(source: ByteSource, origin: MediaOrigin): Promise<Piece[] | null> {
  const segments = await segmentsOf(source);
  if (segments === null || (await endOfImage(source)) !== source.size) return null;
  const [old, another] = await allXmp(source, segments);
  if (another) return null;
  const packet = xmpPacket(origin, old ? await packetOf(source, old) : null);
  const added = packet && xmpSegment(packet);
  if (added === null) return null;
  const last = segments.findLast(
    ({ marker, start }) => marker <= APP1 && marker >= APP0 && start !== old?.start,
  );
  const at = last?.end ?? 2;
  if (!old) return [stretch(0, at), added, stretch(at, source.size)];
  return old.start < at
    ? [stretch(0, old.start), stretch(old.end, at), added, stretch(at, source.size)]
    : [stretch(0, at), added, stretch(at, old.start), stretch(old.end, source.size)];
}

export async function readJpeg(source: ByteSource): Promise<MediaOrigin | null> {
  const [found] = await allXmp(source, (await segmentsOf(source)) ?? []);
  return found ? originOfXmp(await packetOf(source, found)) : null;
}

/** The offset after the end mark of the image; `null` where it is cut. */
export async function endOfImage(source: ByteSource): Promise<number | null> {
  const segments = await segmentsOf(source);
  return segments && (await endOfScans(source, segments.at(-1)?.end ?? 2));
}

/** All segments before the image data; `null` where it is not reached. */
async function segmentsOf(source: ByteSource): Promise<Segment[] | null> {
  const segments: Segment[] = [];
  for (let start = 2; segments.length < MAX_SEGMENTS; ) {
    const head = await source.read(start, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff) return null;
    if (marker === START_OF_SCAN) return segments;
    const end = marker === 0xff ? start + 1 : start + 2 + viewOf(head).getUint16(2);
    if (end > source.size) return null;
    if (marker !== 0xff) segments.push({ marker, start, end });
    start = end;
  }
  return null;
}

async function allXmp(source: ByteSource, segments: readonly Segment[]): Promise<Segment[]> {
  const found: Segment[] = [];
  for (const segment of segments) {
    if (segment.marker !== APP1) continue;
    const name = await source.read(segment.start + 4, XMP_NAME.length);
    if (asciiAt(name, 0, XMP_NAME.length) === XMP_NAME) found.push(segment);
  }
  return found;
}

function packetOf(source: ByteSource, { start, end }: Segment): Promise<Uint8Array> {
  const at = start + 4 + XMP_NAME.length;
  return source.read(at, Math.max(0, end - at));
}

function xmpSegment(packet: Uint8Array): Uint8Array | null {
  const length = 2 + XMP_NAME.length + packet.length;
  if (length > MAX_SEGMENT_BYTES) return null;
  const head = Uint8Array.of(0xff, APP1, length >> 8, length & 0xff);
  return concat(head, new TextEncoder().encode(XMP_NAME), packet);
}

// The image data of a JPEG: scans of coded bytes with marked segments between them, up to the end mark.

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const BLOCK_BYTES = 256 * 1024;
const MAX_MARKS = 100_000;

/**
 * The offset after the end mark.
 * @param start where the segments before the first scan end
 * @returns `null` where the image is cut, or has no scan
 */
async function endOfScans(source: ByteSource, start: number): Promise<number | null> {
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
