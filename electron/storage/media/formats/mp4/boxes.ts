/** Boxes, the units of MP4 and MOV: a length, a four-letter name, and data that may be boxes again. */
import { asciiAt, type ByteSource, concat, viewOf } from '../../bytes';

export interface Box {
  readonly name: string;
  readonly data: Uint8Array;
}

export interface BoxPlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly headBytes: number;
  /** Without a stated length: it lasts to the end of the file, whatever is added there. */
  readonly isOpenEnded: boolean;
}

/** The index of a video of many hours is smaller. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
export const MAX_BOXES = 100_000;

/** The top-level boxes of a file; `null` where they don't fill it exactly. */
export async function outerBoxes(source: ByteSource): Promise<BoxPlace[] | null> {
  const boxes: BoxPlace[] = [];
  for (let start = 0; start < source.size; ) {
    const head = await source.read(start, 16);
    const place = head.length < 8 || boxes.length >= MAX_BOXES ? null : placeOf(head, start, source.size);
    if (place === null) return null;
    boxes.push(place);
    start = place.end;
  }
  return boxes;
}

/**
 * The boxes of the index (`moov`), whatever follows it; `null` where there is none that is whole, or one too large for
 * any video.
 */
export async function movieIndex(source: ByteSource): Promise<Box[] | null> {
  const data = await outerBox(source, 'moov');
  return data && innerBoxes(data);
}

/** The data of the first top-level box of a name; `null` where there is none that is whole, or one too large. */
export async function outerBox(source: ByteSource, name: string): Promise<Uint8Array | null> {
  for (let start = 0, count = 0; start < source.size && count < MAX_BOXES; count += 1) {
    const head = await source.read(start, 16);
    const place = head.length < 8 ? null : placeOf(head, start, source.size);
    if (place === null) return null;
    const length = place.end - start - place.headBytes;
    if (place.name === name)
      return length > MAX_INDEX_BYTES ? null : source.read(start + place.headBytes, length);
    start = place.end;
  }
  return null;
}

/** Boxes inside a box's data; `null` where they don't fill it exactly. */
export function innerBoxes(data: Uint8Array): Box[] | null {
  const boxes: Box[] = [];
  for (let start = 0; start < data.length; ) {
    const rest = data.subarray(start, start + 16);
    // Old QuickTime files end such a list with four zeros.
    if (rest.length === 4 && rest.every((byte) => byte === 0)) break;
    const place = rest.length < 8 || boxes.length >= MAX_BOXES ? null : placeOf(rest, start, data.length);
    if (place === null) return null;
    boxes.push({ name: place.name, data: data.subarray(start + place.headBytes, place.end) });
    start = place.end;
  }
  return boxes;
}

/** A length of 1 means that a 64-bit length follows the name, a length of 0 means "to the end". */
export function placeOf(head: Uint8Array, start: number, limit: number): BoxPlace | null {
  const short = viewOf(head).getUint32(0);
  if (short === 1 && head.length < 16) return null;
  const headBytes = short === 1 ? 16 : 8;
  const length = short === 1 ? Number(viewOf(head).getBigUint64(8)) : short || limit - start;
  const end = start + length;
  const place = { name: asciiAt(head, 4, 4), start, end, headBytes, isOpenEnded: short === 0 };
  return length < headBytes || end > limit ? null : place;
}

export function box(name: string, ...data: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = concat(new Uint8Array(8), ...data);
  viewOf(whole).setUint32(0, whole.length);
  whole.set(Buffer.from(name, 'latin1'), 4);
  return whole;
}
