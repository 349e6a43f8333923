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
