/** TIFF as libtiff writes it: fax in all its forms, CMYK, Lab, long offsets, and JPEG inside. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, expect, test } from 'vitest';
import { convertImage } from '../../../../../electron/storage/media/rewritten-images';
import { processorMs } from '../../../../support/processor-time';
import { tiffFiles } from '../../../../support/tiff-files';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tiff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytesOf = (name: keyof typeof tiffFiles) => Buffer.from(tiffFiles[name], 'base64');

async function pixelsOf(bytes: Uint8Array) {
  const [source, made] = [join(folder, 'a.tif'), join(folder, 'a.png')];
  writeFileSync(source, bytes);
  await convertImage(source, made);
  const image = await loadImage(readFileSync(made));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** Runs of every length that a code of fax has: so many black pixels, so many white ones, and black to the end. */
const runRows = [
  ...Array.from({ length: 64 }, (_, run) => [run, 63 - run] as const),
  ...Array.from({ length: 40 }, (_, step) => (step + 1) * 64).flatMap(
    (run) =>
      [
        [run, 1],
        [1, run],
      ] as const,
  ),
];

test.each(['byRuns', 'withMarks', 'mixed', 'marksAtBytes', 'besideAbove', 'lowestBitFirst'] as const)(
  'a fax (%s) has its pixels, in runs of every length',
  async (name) => {
    const { data, width, height } = await pixelsOf(bytesOf(name));
    expect([width, height]).toEqual([2_700, runRows.length]);
    const apart = runRows.flatMap(([before, run], y) =>
      Array.from({ length: width }, (_, x) => (x >= before && x < before + run ? 255 : 0)).filter(
        (value, x) => data[(y * width + x) * 4] !== value,
      ),
    );
    expect(apart).toEqual([]);
  },
);

test('CMYK has the colors that its inks leave of white', async () => {
  const { data, width, height } = await pixelsOf(bytesOf('cmyk'));
  expect([width, height]).toEqual([13, 9]);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      expect([...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]).toEqual([
        ...[(x * 20) % 256, (y * 28) % 256, (x * y * 2) % 256, 255],
      ]);
});

test.each([
  ['jpegOfRgb', (x: number, y: number) => [x * 8, y * 10, 255 - x * 4]],
  ['jpegOfLuma', (x: number, y: number) => [x * 8, y * 10, 255 - x * 4]],
  [
    'jpegOfGray',
    (x: number, y: number) => Array(3).fill(0.299 * x * 8 + 0.587 * y * 10 + 0.114 * (255 - x * 4)),
  ],
  ['jpegOfCmyk', (x: number, y: number) => [x * 8, y * 10, 255 - x * 4]],
] as const)('JPEG inside a TIFF (%s) has its colors', async (name, colorsAt) => {
  const { data, width, height } = await pixelsOf(bytesOf(name));
  expect([width, height]).toEqual([32, 24]);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (const [color, value] of colorsAt(x, y).entries())
        expect(Math.abs((data[(y * width + x) * 4 + color] ?? 0) - value)).toBeLessThan(24);
});

// A step of eight bits of Lab is up to 16 levels of a color that sRGB has at its edge; most are exact.
test.each([
  ['big', 0, 0],
  ['labOfAll', 1, 18],
  ['jpegOfLab', 3, 40],
] as const)('long offsets, and Lab, have the colors of the image: %s', async (name, usual, most) => {
  const { data, width, height } = await pixelsOf(bytesOf(name));
  expect([width, height]).toEqual([32, 24]);
  const apart = Array.from({ length: width * height * 3 }, (_, at) => {
    const [pixel, color] = [Math.floor(at / 3), at % 3];
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return Math.abs((data[pixel * 4 + color] ?? 0) - ([x * 8, y * 10, 255 - x * 4][color] ?? 0));
  });
  expect(apart.reduce((sum, one) => sum + one, 0) / apart.length).toBeLessThanOrEqual(usual);
  expect(Math.max(...apart)).toBeLessThanOrEqual(most);
});

test('what is not read, numbers with a fraction, is an error', async () => {
  await expect(pixelsOf(bytesOf('fractions'))).rejects.toThrow('a form of TIFF that is not read');
});

test('a fax or JPEG that is cut or changed anywhere is an image or an error, at once', async () => {
  const begun = processorMs();
  for (const name of ['mixed', 'besideAbove', 'jpegOfRgb', 'jpegOfCmyk', 'big'] as const) {
    const whole = bytesOf(name);
    for (let at = 0; at < whole.length; at += 13)
      for (const bytes of [
        whole.subarray(0, at),
        Uint8Array.from(whole, (byte, place) => (place === at ? ~byte : byte)),
      ])
        await pixelsOf(bytes).then(
          ({ width }) => expect(width).toBeGreaterThan(0),
          (error: unknown) => expect(error).toBeInstanceOf(Error),
        );
  }
  expect(processorMs() - begun).toBeLessThan(60_000);
});

test('a JPEG inside that claims to be far larger than its part is refused before it is decoded', async () => {
  const bytes = bytesOf('jpegOfRgb');
  const size = bytes.indexOf(Buffer.from([8, 0, 24, 0, 32, 3]));
  bytes.writeUInt16BE(65_000, size + 1);
  bytes.writeUInt16BE(65_000, size + 3);
  await expect(pixelsOf(bytes)).rejects.toThrow('a JPEG of another size');
});
