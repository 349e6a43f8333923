/** JPEG inside a TIFF (Technote 2): each strip or tile is one, whose tables are stored once for all of them. */
import { concat } from '../../bytes';

const [START, END] = [Uint8Array.of(0xff, 0xd8), Uint8Array.of(0xff, 0xd9)];

/** A JPEG that is whole by itself. */
export function wholeJpeg(part: Uint8Array, tables: readonly number[], isLuma: boolean): Uint8Array {
  if (part[0] !== 0xff || part[1] !== 0xd8) throw new Error('a part that isn’t JPEG');
  const shared = tables.length < 4 ? new Uint8Array() : Uint8Array.from(tables).subarray(2);
  const isEnded = shared.at(-2) === 0xff && shared.at(-1) === 0xd9;
  const inner = isEnded ? shared.subarray(0, -2) : shared;
  return concat(START, colorMark(isLuma), inner, part.subarray(2), END);
}

/** Adobe’s mark, which says what the three colors are: decoders guess otherwise. */
const colorMark = (isLuma: boolean): Uint8Array =>
  Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, isLuma ? 1 : 0);
