import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../../../electron/storage/media/bytes';
import { isCutFile } from '../../../../../electron/storage/media/formats/cut';
import { rareMedia } from '../../../../support/odd-media';
import { tempFolder } from '../../../../support/temp-folder';

/** Two by one, gray, without colors, resources or layers. */
const psd = Buffer.from(
  '384250530001000000000000000100000001000000020008000100000000000000000000000000000102',
  'hex',
);
/** One image of 1 × 1 in a directory of one entry. */
const ico = Buffer.concat([
  Buffer.from('00000100010001010000010020003000000016000000', 'hex'),
  Buffer.alloc(48),
]);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const little = (width: 2 | 4, ...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(width * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * width, width);
  return bytes;
};
/** Two pages of a row each, as Pillow writes them: each directory before its pixels. */
const tiffPage = (at: number, next: number): Buffer => {
  const entries = [
    [256, 40],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, at + 102],
    [278, 1],
    [279, 40],
  ];
  const written = entries.map(([tag = 0, value = 0]) =>
    Buffer.concat([little(2, tag, 4), little(4, 1, value)]),
  );
  return Buffer.concat([little(2, entries.length), ...written, little(4, next), Buffer.alloc(40, 9)]);
};
const tiff = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), tiffPage(8, 150), tiffPage(150, 0)]);
/** A BMP whose header leaves the length of the file open; 3 × 40 pixels of 24 bits. */
const openBmp = Buffer.concat([
  ...[Buffer.from('BM'), little(4, 0, 0, 54, 40, 3, 40), little(2, 1, 24), little(4, 0, 0, 0, 0, 0, 0)],
  Buffer.alloc(40 * 12),
]);
/** Ten rows, each packed into 20 bytes. */
const packedPsd = Buffer.concat([
  Buffer.from(`384250530001${'00'.repeat(6)}00010000000a0000002800080001${'00000000'.repeat(3)}0001`, 'hex'),
  Buffer.from('0014'.repeat(10), 'hex'),
  Buffer.alloc(200, 5),
]);

/** An archive of no files; its directory alone. */
const zip = Buffer.concat([
  Buffer.from('504b0304140000000000000000000000000000000000000000000100000061', 'hex'),
  Buffer.from('504b0506', 'hex'),
  Buffer.alloc(18),
]);
const glb = Buffer.concat([Buffer.from('676c5446020000003c000000', 'hex'), Buffer.alloc(48)]);

const au = Buffer.concat([
  Buffer.from('2e736e64000000180000004000000002000000040000000100000000', 'hex').subarray(0, 24),
  Buffer.alloc(64),
]);

const made = (): readonly (readonly [name: string, type: string, bytes: Buffer])[] =>
  rareMedia(tempFolder(), ['sound.aiff', 'sound.caf', 'film.flv', 'image.bmp', 'image.tiff']).map(
    ([path, type]) => [basename(path), type, readFileSync(path)],
  );

test('a file whose header tells where it ends is cut where its end is missing, and only then', async () => {
  const files = [
    ['a.psd', 'image/vnd.adobe.photoshop', psd],
    ['packed.psd', 'image/vnd.adobe.photoshop', packedPsd],
    ['pages.tiff', 'image/tiff', tiff],
    ['open.bmp', 'image/bmp', openBmp],
    ['a.ico', 'image/x-icon', ico],
    ['a.gif', 'image/gif', gif],
    ['a.zip', 'application/zip', zip],
    ['a.au', 'audio/basic', au],
    ['a.glb', 'model/gltf-binary', glb],
    ...made(),
  ] as const;
  const found = files.map(async ([name, type, bytes]) => {
    const isCut = (content: Uint8Array) => isCutFile(bytesSource(content), type);
    const half = bytes.subarray(0, Math.max(24, Math.floor(bytes.length / 2)));
    const longer = Buffer.concat([bytes, Buffer.alloc(100, 7)]);
    return [name, await isCut(bytes), await isCut(longer), await isCut(half)];
  });
  expect(await Promise.all(found)).toEqual(files.map(([name]) => [name, false, false, true]));
});

test('an image whose directory comes first is cut wherever its pixels end too early', async () => {
  const files = { 'image/tiff': tiff, 'image/bmp': openBmp, 'image/vnd.adobe.photoshop': packedPsd };
  for (const [type, bytes] of Object.entries(files))
    for (const share of [0.3, 0.6, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      expect(await isCutFile(bytesSource(cut), type), `${type} at ${share}`).toBe(true);
    }
});
