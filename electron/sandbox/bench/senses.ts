/** What the simulated models read in files: digits in an image, a line of a PDF, beeps of a recording. */
import { inflateSync } from 'node:zlib';

/** 5×7 dots of each digit, a row in each number. */
const shapes: readonly (readonly number[])[] = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
];

/** A black and white PNG of one bit a pixel, without filters; `null` for any other file. */
function inkOf(png: Buffer): { width: number; height: number; isInk(x: number, y: number): boolean } | null {
  if (png.toString('latin1', 1, 4) !== 'PNG' || png[24] !== 1 || png[25] !== 0) return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const lines = inflateSync(Buffer.concat(parts));
  const stride = 1 + Math.ceil(width / 8);
  const isInk = (x: number, y: number) =>
    (((lines[y * stride + 1 + (x >> 3)] ?? 255) >> (7 - (x & 7))) & 1) === 0;
  return { width, height, isInk };
}

/** The digits drawn in an image, by comparing dots; empty where none can be read. */
export function readDigits(png: Buffer): string {
  const ink = inkOf(png);
  if (ink === null) return '';
  const rows = range(ink.height).filter((y) => range(ink.width).some((x) => ink.isInk(x, y)));
  const [top = 0] = rows;
  const dot = rows.length / 7;
  const margin = Math.max(0, top);
  const digits: string[] = [];
  for (let left = margin; left + 5 * dot <= ink.width; left += 6 * dot) {
    const glyph = range(7).map((row) =>
      range(5).reduce((bits, column) => {
        const isSet = ink.isInk(Math.floor(left + (column + 0.5) * dot), Math.floor(top + (row + 0.5) * dot));
        return (bits << 1) | Number(isSet);
      }, 0),
    );
    const found = shapes.findIndex((shape) => shape.join() === glyph.join());
    if (found !== -1) digits.push(String(found));
  }
  return digits.join('');
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The text that a page shows, where it is not compressed. */
export const readPage = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/\(([^()]*)\) Tj/g)].map(([, text = '']) => text).join(' ');

/** Stretches of sound in a WAV of 8 bits, between at least 50 ms of silence at 8 kHz. */
export function countBeeps(wav: Buffer): number {
  let [beeps, silence] = [0, 400];
  for (const sample of wav.subarray(44)) {
    if (Math.abs(sample - 128) < 10) silence += 1;
    else {
      if (silence >= 400) beeps += 1;
      silence = 0;
    }
  }
  return beeps;
}
