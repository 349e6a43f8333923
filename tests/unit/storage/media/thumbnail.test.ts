import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UndecodedError } from '../../../../electron/storage/media/decoder-end';
import { createThumbnailer, type ThumbnailerOptions } from '../../../../electron/storage/media/thumbnailer';
import { bundleInto, makeBundleFolder } from '../../../support/bundle';
import { gifOf, type PictureFormat, picture, wav } from '../../../support/media-files';
import { tempFolder } from '../../../support/temp-folder';

let built = '';

beforeAll(async () => {
  built = await makeBundleFolder();
  await bundleInto(built, {
    worker: 'electron/storage/media/thumbnail-worker.ts',
    memory: 'electron/storage/media/decoder-end.ts',
  });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

function thumbnailer(options: Partial<ThumbnailerOptions> = {}) {
  const made = createThumbnailer({ entry: join(built, 'worker.mjs'), ...options });
  onTestFinished(() => made.close());
  return made;
}

function written(bytes: Uint8Array): { source: string; destination: string; folder: string } {
  const folder = tempFolder();
  writeFileSync(join(folder, 'source'), bytes);
  return { source: join(folder, 'source'), destination: join(folder, 'small.webp'), folder };
}

describe('a thumbnail', () => {
  test.each<PictureFormat>(['png', 'jpeg', 'webp', 'avif'])('of %s shows the same', async (format) => {
    const bytes = await picture(format, { width: 1280, height: 640 });
    const { source, destination } = written(bytes);
    expect(await thumbnailer().make(source, destination)).toMatchObject({ width: 320, height: 160 });
    const small = readFileSync(destination);
    expect(small.subarray(8, 12).toString()).toBe('WEBP');
    expect(small.length).toBeLessThan(30_000);
    const [before, after] = [await averageOf(bytes), await averageOf(small)];
    for (const [index, value] of before.entries())
      expect(Math.abs(value - (after[index] ?? 0))).toBeLessThan(6);
  });

  test('is never larger than the image, and has at least one pixel per side', async () => {
    const tiny = written(await picture('png', { width: 20, height: 10 }));
    expect(await thumbnailer().make(tiny.source, tiny.destination)).toMatchObject({ width: 20, height: 10 });
    const line = written(await picture('png', { width: 2000, height: 1 }));
    expect(await thumbnailer().make(line.source, line.destination)).toMatchObject({ width: 320, height: 1 });
  });

  test('of many images is made one after the other, and the caller is not blocked', async () => {
    const large = written(await picture('jpeg', { width: 4000, height: 3000 }));
    const maker = thumbnailer();
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const places = Array.from({ length: 5 }, (_, index) => join(large.folder, `${index}.webp`));
    await Promise.all(places.map((place) => maker.make(large.source, place)));
    expect(places.every((place) => existsSync(place))).toBe(true);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(200);
  });
});

test('a PNG with 20 MB that say nothing about its pixels takes no longer than without', async () => {
  const bytes = Buffer.from(await picture('png'));
  const unknown = Buffer.alloc(12 + 20 * 1024 * 1024);
  unknown.writeUInt32BE(unknown.length - 12, 0);
  unknown.write('juNk', 4, 'latin1');
  unknown.writeUInt32BE(crc32(unknown.subarray(4, -4)), unknown.length - 4);
  const { source, destination } = written(
    new Uint8Array(Buffer.concat([bytes.subarray(0, 33), unknown, bytes.subarray(33)])),
  );
  // On this computer it took 15 seconds, and the helper was ended after 20.
  const made = thumbnailer({ timeoutMs: 5_000 }).make(source, destination);
  expect(await made).toMatchObject({ width: 96, height: 64 });
});

describe('sources without a thumbnail', () => {
  test.each([
    ['a sound', async () => wav(0.1), /not a known image/],
    ['nothing', async () => new Uint8Array(), /not a known image/],
    [
      'an SVG',
      async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /not a known image/,
    ],
    [
      'an image with its end missing from the header on',
      async () => (await picture('png')).subarray(0, 60),
      /./,
    ],
  ])('%s is refused with a reason, and leaves no file', async (_, make, reason) => {
    const { source, destination, folder } = written(await make());
    await expect(thumbnailer().make(source, destination)).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual(['source']);
  });

  test('an image of too many pixels is not decoded', async () => {
    const bytes = Buffer.from(await picture('png'));
    bytes.writeUInt32BE(20_000, 16);
    bytes.writeUInt32BE(20_000, 20);
    const { source, destination } = written(bytes);
    await expect(thumbnailer().make(source, destination)).rejects.toThrow('20000 × 20000');
  });

  test('an image of one pixel with a frame of many is not decoded', async () => {
    const { source, destination } = written(gifOf(65_535, 65_535));
    await expect(thumbnailer().make(source, destination)).rejects.toThrow('65535 × 65535');
  });

  test('a JPEG of endless scans is not decoded', async () => {
    const scan = Buffer.from('ffda0003ff', 'hex');
    const bytes = await picture('jpeg', { width: 2000, height: 2000 });
    const many = Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: 2_000 }, () => scan)]);
    const { source, destination } = written(new Uint8Array(many));
    await expect(thumbnailer().make(source, destination)).rejects.toThrow('2001 scans');
  });

  test('the next thumbnail is made after one that failed', async () => {
    const maker = thumbnailer();
    const bad = written(wav(0.1));
    const good = written(await picture('png'));
    const failed = maker.make(bad.source, bad.destination);
    const made = maker.make(good.source, good.destination);
    await expect(failed).rejects.toThrow();
    expect(await made).toMatchObject({ width: 96, height: 64 });
  });
});

function program(source: string): string {
  const path = join(tempFolder(), 'program.mjs');
  writeFileSync(path, source);
  return path;
}

describe('the helper', () => {
  test('is replaced when an image takes too long', async () => {
    const { source, destination } = written(await picture('png'));
    const entry = program('setInterval(() => {}, 1000)');
    const stuck = thumbnailer({ entry, timeoutMs: 200 });
    await expect(stuck.make(source, destination)).rejects.toMatchObject({ why: 'time' });
    await expect(stuck.make(source, destination)).rejects.toThrow('too long');
  });

  test('is replaced when it ends by itself', async () => {
    const { source, destination } = written(await picture('png'));
    const entry = program('process.exit(3)');
    const ending = thumbnailer({ entry });
    await expect(ending.make(source, destination)).rejects.toThrow('ended');
    await expect(ending.make(source, destination)).rejects.toThrow('ended');
  });

  test('ends when it takes too much memory, and the caller is told', async () => {
    const { source, destination } = written(await picture('png'));
    const limit = JSON.stringify(join(built, 'memory.mjs'));
    const entry = program(`
      import { endAbove } from ${limit};
      endAbove(150 * 1024 * 1024);
      const taken = [];
      process.on('message', () => setInterval(() => taken.push(Buffer.alloc(8_000_000, 1)), 5));
    `);
    const refused = thumbnailer({ entry }).make(source, destination);
    await expect(refused).rejects.toMatchObject({ why: 'memory' });
  });

  test.skipIf(process.platform === 'win32')('tells a crash over an image from another end', async () => {
    const { source, destination } = written(await picture('png'));
    const endedBy = (signal: string) => {
      const entry = program(`process.on('message', () => process.kill(process.pid, '${signal}'))`);
      return thumbnailer({ entry }).make(source, destination);
    };
    await expect(endedBy('SIGSEGV')).rejects.toMatchObject({ why: 'crash' });
    // As a session's end, which says nothing of the image.
    const error = await endedBy('SIGTERM').catch((reason) => reason);
    expect(error).not.toBeInstanceOf(UndecodedError);
  });

  test('that is ended because the app closes says nothing of its image', async () => {
    const { source, destination } = written(await picture('png'));
    const maker = thumbnailer({ entry: program('setInterval(() => {}, 1000)') });
    const made = maker.make(source, destination).catch((reason) => reason);
    await new Promise((done) => setImmediate(done));
    await maker.close();
    expect(await made).not.toBeInstanceOf(UndecodedError);
  });

  test('ends when the app that started it has ended', async () => {
    const child = fork(join(built, 'worker.mjs'), [], { execArgv: [] });
    await once(child, 'spawn');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('is started again after it was idle, and no more after closing', async () => {
    const { source, destination } = written(await picture('png'));
    const maker = thumbnailer({ idleMs: 1 });
    await maker.make(source, destination);
    await new Promise((done) => setTimeout(done, 50));
    expect(await maker.make(source, destination)).toMatchObject({ width: 96, height: 64 });
    await maker.close();
    await expect(maker.make(source, destination)).rejects.toThrow('closing');
  });
});

async function averageOf(bytes: Uint8Array): Promise<number[]> {
  const image = await loadImage(bytes);
  const whole = createCanvas(image.width, image.height);
  whole.getContext('2d').drawImage(image, 0, 0);
  const { data } = whole.getContext('2d').getImageData(0, 0, image.width, image.height);
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let at = channel; at < data.length; at += 4) sum += data[at] ?? 0;
    return sum / (data.length / 4);
  });
}

test('a disk that fails is told from an image that can’t be read', async () => {
  const folder = tempFolder();
  const source = join(folder, 'image.png');
  writeFileSync(source, createCanvas(4, 4).toBuffer('image/png'));
  const made = thumbnailer();
  const toNowhere = made.convert(source, join(folder, 'gone', 'image.png'));
  await expect(toNowhere).rejects.toMatchObject({ data: { code: 'storage_failed' } });
  writeFileSync(source, 'no image');
  await expect(made.convert(source, join(folder, 'other.png'))).rejects.not.toHaveProperty('data');
});
