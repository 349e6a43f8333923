/** The photo of `photos.ts`, turned in the way of each format; AVIF by boxes that are added to a file. */
import { jpegPhoto, paintedCorners, pngPhoto, webpPhoto } from './photos';

/** Which corner of the stored pixels is seen at the left top, right top, left bottom and right bottom. */
export const seenCorners: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [0, 1, 2, 3],
  2: [1, 0, 3, 2],
  3: [3, 2, 1, 0],
  4: [2, 3, 0, 1],
  5: [0, 2, 1, 3],
  6: [2, 0, 3, 1],
  7: [3, 1, 2, 0],
  8: [1, 3, 0, 2],
};

/** Quarter turns against the clock and the axis of a mirror, as in the table of ISO/IEC 23008-12. */
const boxedTurns: Readonly<Record<number, readonly [turns: number, axis?: number]>> = {
  ...{ 1: [0], 2: [0, 1], 3: [2], 4: [0, 0], 5: [1, 0], 6: [3], 7: [3, 0], 8: [1] },
};

export const turnedFormats = {
  'image/jpeg': jpegPhoto,
  'image/png': pngPhoto,
  'image/webp': webpPhoto,
  'image/avif': avifPhoto,
} as const;

async function avifPhoto(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  return turnedAvif(await paintedCorners().encode('avif', { quality: 95 }), orientation);
}

function turnedAvif(plain: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const [turns = 0, axis] = boxedTurns[orientation] ?? [0];
  const boxes = [turnBox('irot', turns), ...(axis === undefined ? [] : [turnBox('imir', axis)])];
  let file = Buffer.from(plain);
  const known = countOf(file);
  const added = boxes.length * 10;
  const ipma = file.indexOf('ipma') - 4;
  const count = ipma + 8 + 4 + 4 + 2;
  const end = count + 1 + (file[count] ?? 0);
  file[count] = (file[count] ?? 0) + boxes.length;
  const numbers = boxes.map((_, index) => 0x80 | (known + 1 + index));
  file = Buffer.concat([file.subarray(0, end), Buffer.from(numbers), file.subarray(end)]);
  grow(file, 'ipma', boxes.length);
  const ipco = file.indexOf('ipco') - 4;
  const last = ipco + file.readUInt32BE(ipco);
  file = Buffer.concat([file.subarray(0, last), ...boxes, file.subarray(last)]);
  grow(file, 'ipco', boxes.length * 9);
  for (const name of ['iprp', 'meta']) grow(file, name, added);
  moveItems(file, added);
  return new Uint8Array(file);
}

const turnBox = (name: string, value: number): Buffer =>
  Buffer.concat([Buffer.of(0, 0, 0, 9), Buffer.from(name), Buffer.of(value)]);

function grow(file: Buffer, name: string, by: number): void {
  const at = file.indexOf(name) - 4;
  file.writeUInt32BE(file.readUInt32BE(at) + by, at);
}

function countOf(file: Buffer): number {
  const start = file.indexOf('ipco') - 4;
  let count = 0;
  for (let at = start + 8; at < start + file.readUInt32BE(start); at += file.readUInt32BE(at)) count += 1;
  return count;
}

/** The places of the items are offsets in the file: two bytes of an id, two of a source, two of a count, then these. */
function moveItems(file: Buffer, by: number): void {
  const start = file.indexOf('iloc') + 4;
  const items = file.readUInt16BE(start + 6);
  for (let item = 0; item < items; item += 1) {
    const at = start + 8 + item * 14 + 6;
    file.writeUInt32BE(file.readUInt32BE(at) + by, at);
  }
}
