/** The texts of EXIF in which programs leave their settings. EXIF is a TIFF file without an image. */
import { asciiAt, viewOf } from '../../bytes';

const names: Readonly<Record<number, string>> = {
  271: 'Make',
  270: 'ImageDescription',
  272: 'Model',
  305: 'Software',
  37510: 'UserComment',
};
const exifDirectory = 34_665;
const mostEntries = 500;

/** Names and texts; nothing where the data is broken. */
export function exifTexts(tiff: Uint8Array): readonly (readonly [string, string])[] {
  const order = asciiAt(tiff, 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return [];
  const isLittle = order === 'II';
  const first = viewOf(tiff).getUint32(4, isLittle);
  const { texts, next } = readDirectory(tiff, first, isLittle);
  return next === null ? texts : [...texts, ...readDirectory(tiff, next, isLittle).texts];
}

function readDirectory(tiff: Uint8Array, start: number, isLittle: boolean) {
  const view = viewOf(tiff);
  const texts: (readonly [string, string])[] = [];
  let next: number | null = null;
  const count = start + 2 > tiff.length ? 0 : Math.min(view.getUint16(start, isLittle), mostEntries);
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * 12;
    if (at + 12 > tiff.length) break;
    const tag = view.getUint16(at, isLittle);
    const length = view.getUint32(at + 4, isLittle);
    const place = length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    if (tag === exifDirectory) next = view.getUint32(at + 8, isLittle);
    const name = names[tag];
    if (name === undefined || place + length > tiff.length) continue;
    const bytes = tiff.subarray(place, place + length);
    texts.push([name, tag === 37_510 ? commentText(bytes, isLittle) : plainText(bytes)]);
  }
  return { texts, next };
}

const plainText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\0+$/, '');

/** Its first eight bytes name the encoding; in Unicode the order of bytes is the file's, or what the text looks like. */
function commentText(bytes: Uint8Array, isLittle: boolean): string {
  const code = asciiAt(bytes, 0, 8);
  const text = bytes.subarray(8);
  if (!code.startsWith('UNICODE'))
    return plainText(code.startsWith('ASCII') || /^\0/.test(code) ? text : bytes);
  const zerosFirst = text[0] === 0 && text[1] !== 0;
  const isBig = zerosFirst || (!isLittle && text[1] !== 0);
  return new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(text).replace(/\0+$/, '');
}
