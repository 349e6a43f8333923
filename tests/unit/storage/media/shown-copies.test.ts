import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../../electron/storage/media/bytes';
import { describeMedia } from '../../../../electron/storage/media/formats/describe';
import { imageOrientation } from '../../../../electron/storage/media/formats/orientation';
import { writeUpright } from '../../../../electron/storage/media/rewritten-images';
import { createShownCopies } from '../../../../electron/storage/media/shown-copies';
import { statedFrames } from '../../../../shared/media/mp3-frame';
import { decodedSamples, runFfmpeg } from '../../../support/ffmpeg';
import { jpegPhoto, webpPhoto } from '../../../support/photos';
import { tempFolder } from '../../../support/temp-folder';

function written(name: string, bytes: Uint8Array): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

test('of a turned WebP an upright copy is shown, once made, and the file stays as it is', async () => {
  const { pathFor: copyOf } = createShownCopies(tempFolder(), { upright: writeUpright });
  const bytes = await webpPhoto(6);
  const path = written('turned.webp', bytes);
  const copy = (await copyOf('one', path, 'image/webp')) ?? '';
  const shown = new Uint8Array(readFileSync(copy));
  expect(await describeMedia(shown, 'image/webp')).toMatchObject({ width: 32, height: 64 });
  expect(await imageOrientation(bytesSource(shown), 'image/webp')).toBe(1);
  expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
  expect(await copyOf('one', path, 'image/webp')).toBe(copy);
});

test('is deleted with its file, and not before', async () => {
  const copies = createShownCopies(tempFolder(), { upright: writeUpright });
  const path = written('turned.webp', await webpPhoto(6));
  const copy = (await copies.pathFor('one', path, 'image/webp')) ?? '';
  await copies.drop('other');
  expect(existsSync(copy)).toBe(true);
  await copies.drop('one');
  expect(existsSync(copy)).toBe(false);
});

test('all of them together stay within a bound: what was shown longest ago is made again', async () => {
  const bytes = await webpPhoto(6);
  const path = written('turned.webp', bytes);
  const copies = createShownCopies(tempFolder(), { upright: writeUpright }, { maxBytes: 2.5 * bytes.length });
  const show = async (id: string) => (await copies.pathFor(id, path, 'image/webp')) ?? '';
  const [one, two] = [await show('one'), await show('two')];
  await show('one');
  const three = await show('three');
  expect([one, two, three].map((copy) => existsSync(copy))).toEqual([true, false, true]);
  expect(existsSync(await show('two'))).toBe(true);
});

test('what browsers show themselves needs no copy, and what can’t be turned is shown as it is', async () => {
  const { pathFor: copyOf } = createShownCopies(tempFolder(), { upright: writeUpright });
  expect(await copyOf('a', written('a.webp', await webpPhoto(1)), 'image/webp')).toBeNull();
  expect(await copyOf('b', written('b.jpg', await jpegPhoto(6)), 'image/jpeg')).toBeNull();
  expect(await copyOf('c', written('c.webp', new Uint8Array(40)), 'image/webp')).toBeNull();
  expect(await copyOf('d', join(tempFolder(), 'gone.webp'), 'image/webp')).toBeNull();
});

test('an MP3 of changing bitrate that states no length is played from a copy that does', async () => {
  const path = join(tempFolder(), 'changing.mp3');
  const parts = ['aevalsrc=0:s=44100:d=1[a]', 'anoisesrc=d=2:r=44100[b]', 'sine=d=2:r=44100[c]'];
  const joined = `${parts.join(';')};[a][b][c]concat=n=3:v=0:a=1`;
  const encoder = ['-c:a', 'libmp3lame', '-q:a', '2', '-write_xing', '0'];
  runFfmpeg('-f', 'lavfi', '-i', joined, ...encoder, '-t', '5', path);
  const copy = (await createShownCopies(tempFolder(), {}).pathFor('one', path, 'audio/mpeg')) ?? '';
  const frames = statedFrames(readFileSync(copy)) ?? 0;
  expect((frames * 1152) / 44_100).toBeCloseTo(5, 0);
  expect((await describeMedia(copy, 'audio/mpeg')).durationMs).toBeCloseTo(
    (await describeMedia(path, 'audio/mpeg')).durationMs ?? 0,
    -2,
  );
  expect(decodedSamples(copy).length / 44_100).toBeCloseTo(decodedSamples(path).length / 44_100, 1);
  // One that states it is its own.
  expect(await createShownCopies(tempFolder(), {}).pathFor('two', copy, 'audio/mpeg')).toBeNull();
});
