/** The one tag of EXIF that changes how an image is shown. EXIF is a TIFF file without an image (CIPA DC-008). */
import { asciiAt, viewOf } from '../bytes';

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 1_000;

/**
 * @param tiff from its byte order on; the letters `Exif` and two zeros may come before
 * @returns 1 to 8; 1 where it is not stated or not valid
 */
export function orientationOf(tiff: Uint8Array): number {
  if (asciiAt(tiff, 0, 4) === 'Exif') return orientationOf(tiff.subarray(6));
  if (tiff.length < 14) return 1;
  const order = asciiAt(tiff, 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const isLittle = order === 'II';
  const view = viewOf(tiff);
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return 1;
  const count = Math.min(view.getUint16(first, isLittle), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const at = first + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF whose only entry is the orientation. */
export function orientationAlone(orientation: number): Uint8Array {
  const bytes = new Uint8Array(8 + 2 + ENTRY_BYTES + 4);
  const view = viewOf(bytes);
  bytes.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]);
  view.setUint16(10, ORIENTATION);
  // A short, of which there is one.
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return bytes;
}
