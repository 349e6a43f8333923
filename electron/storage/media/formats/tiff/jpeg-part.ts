/** JPEG inside a TIFF (Technote 2): each strip or tile is one, whose tables are stored once for all of them. */
import { concat, viewOf } from '../../bytes';

const [START, END] = [Uint8Array.of(0xff, 0xd8), Uint8Array.of(0xff, 0xd9)];

/** A JPEG that is whole by itself. */
export function wholeJpeg(part: Uint8Array, tables: readonly number[], isLuma: boolean): Uint8Array {
  if (part[0] !== 0xff || part[1] !== 0xd8) throw new Error('a part that isn’t JPEG');
  const shared = tables.length < 4 ? new Uint8Array() : Uint8Array.from(tables).subarray(2);
  const isEnded = shared.at(-2) === 0xff && shared.at(-1) === 0xd9;
  const inner = isEnded ? shared.subarray(0, -2) : shared;
  return concat(START, colorMark(isLuma), inner, part.subarray(2), END);
}

/** Adobe’s mark, which says what the colors are: decoders guess otherwise. */
const colorMark = (isLuma: boolean): Uint8Array =>
  Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, isLuma ? 1 : 0);

// Four inks. A decoder multiplies each color with the black, and answers only the three products.

/** What a sample is whose table has zeros alone. */
export const NEUTRAL = 128;
const BLACK = 3;
const [TABLES, SCAN] = [0xdb, 0xda];
const FACTORS = 64;
/** Frames whose samples are coded one after the other; what decoders know. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];

/** The same image with one value for the black, or for the three colors: what a decoder answers is then the rest. */
export function withNeutral(jpeg: Uint8Array, which: 'black' | 'colors'): Uint8Array {
  const bytes = Uint8Array.from(jpeg);
  for (let at = 2, table: number | null = null; at + 4 <= bytes.length; ) {
    const [marker = 0, length] = [bytes[at + 1], viewOf(bytes).getUint16(at + 2)];
    if (bytes[at] !== 0xff || length < 2) throw new Error('a damaged JPEG');
    if (frames.includes(marker)) table = pointedAtFree(bytes.subarray(at + 4, at + 2 + length), which);
    if (marker === SCAN && table !== null)
      return concat(bytes.subarray(0, at), zerosAs(table), bytes.subarray(at));
    at += 2 + length;
  }
  throw new Error('a JPEG without a scan');
}

const zerosAs = (table: number): Uint8Array =>
  Uint8Array.of(0xff, TABLES, 0, 3 + FACTORS, table, ...new Uint8Array(FACTORS));

/** Points those samples at a table that no other has, and says which. @param frame from its precision on */
function pointedAtFree(frame: Uint8Array, which: 'black' | 'colors'): number {
  const places = [8, 11, 14, 17];
  if (frame[5] !== 4 || frame.length < 18) throw new Error('a JPEG of other colors');
  const isNeutral = (index: number) => (index === BLACK) === (which === 'black');
  const used = places.filter((_, index) => !isNeutral(index)).map((place) => frame[place]);
  const free = [0, 1, 2, 3].find((table) => !used.includes(table)) ?? 0;
  for (const [index, place] of places.entries()) if (isNeutral(index)) frame[place] = free;
  return free;
}
