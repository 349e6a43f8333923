import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { UndecodedError } from '../../../../electron/storage/media/decoder-end';
import { diskError } from '../../../../electron/storage/media/disk-error';
import { convertImage } from '../../../../electron/storage/media/rewritten-images';
import { createStoredFiles } from '../../../../electron/storage/media/stored-files';
import { runFfmpeg } from '../../../support/ffmpeg';
import { tempFolder } from '../../../support/temp-folder';
import { tiffFiles } from '../../../support/tiff-files';
import { movingAvif, tinyJxl } from '../../../support/tiny-images';
import { turnedFormats } from '../../../support/turned-images';

const files = () =>
  createStoredFiles({ home: tempFolder(), thumbnail: async () => false, convert: convertImage });

test('an AVIF is attached as another format, upright', async () => {
  const store = files();
  const saved = await store.save(await turnedFormats['image/avif'](6), 'photo.avif');
  expect(saved).toMatchObject({ contentType: 'image/png', width: 32, height: 64, convertedFrom: 'AVIF' });
  const image = await loadImage(readFileSync(store.pathOf(saved.id)));
  const context = createCanvas(32, 64).getContext('2d');
  context.drawImage(image, 0, 0);
  // The left lower corner of the stored pixels, blue, is seen at the left top.
  expect([...context.getImageData(4, 4, 1, 1).data].map((value) => value > 127)).toEqual([
    ...[false, false, true, true],
  ]);
});

const pictureAs = (codec: 'bmp' | 'tiff', pixels = 'rgb24') =>
  runFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc=s=40x20:d=0.1'],
    ...['-frames:v', '1', '-pix_fmt', pixels, '-c:v', codec, '-f', 'image2pipe', '-'],
  );

test('a BMP is too', async () => {
  const bytes = pictureAs('bmp', 'bgr24');
  expect(await files().save(bytes, 'a.bmp')).toMatchObject({
    contentType: 'image/png',
    width: 40,
    height: 20,
    convertedFrom: 'BMP',
  });
});

test('an AVIF that moves says that it was its first frame, and a JPEG XL what it was', async () => {
  const avif = await files().save(Buffer.from(movingAvif, 'base64'), 'a.avif');
  expect(avif).toMatchObject({ contentType: 'image/png', convertedFrom: 'AVIF (the first of 3 frames)' });
  const jxl = await files().save(Buffer.from(tinyJxl, 'base64'), 'a.jxl');
  expect(jxl).toMatchObject({ contentType: 'image/png', width: 16, height: 16, convertedFrom: 'JPEG XL' });
});

const inTiff = ['rgb24', 'rgba', 'rgb48le', 'gray', 'gray16le', 'ya8', 'pal8', 'monow', 'monob'];

test.each(
  ['raw', 'packbits', 'lzw', 'deflate'].flatMap((packing) =>
    inTiff.map((pixels) => [packing, pixels] as const),
  ),
)(
  'a TIFF (%s, %s) is attached as PNG with the same pixels, and says what it was',
  async (packing, pixels) => {
    const home = tempFolder();
    const path = join(home, 'scan.tiff');
    runFfmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc=s=61x33:d=0.1', '-frames:v', '1', '-pix_fmt', pixels],
      ...['-c:v', 'tiff', '-compression_algo', packing, path],
    );
    const expected = runFfmpeg('-i', path, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-');
    const store = files();
    const saved = await store.save(readFileSync(path), 'scan.tiff');
    expect(saved).toMatchObject({ contentType: 'image/png', width: 61, height: 33, convertedFrom: 'TIFF' });
    const context = createCanvas(61, 33).getContext('2d');
    context.drawImage(await loadImage(readFileSync(store.pathOf(saved.id))), 0, 0);
    const found = context.getImageData(0, 0, 61, 33).data;
    // Sixteen bits may be rounded either way.
    const apart = found.filter((value, at) => Math.abs(value - (expected[at] ?? 0)) > 1);
    expect(apart).toHaveLength(0);
  },
);

test.each(['yuv444p', 'yuv422p', 'yuv420p', 'yuv410p'])(
  'a TIFF with YCbCr (%s) has its colors',
  async (pixels) => {
    const home = tempFolder();
    const path = join(home, 'scan.tiff');
    const source = "nullsrc=s=48x32:d=0.1,geq=r='X*5':g='Y*7':b='255-X*4'";
    runFfmpeg('-f', 'lavfi', '-i', source, '-frames:v', '1', '-pix_fmt', pixels, '-c:v', 'tiff', path);
    const expected = runFfmpeg('-i', path, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-');
    const store = files();
    const saved = await store.save(readFileSync(path), 'scan.tiff');
    expect(saved).toMatchObject({ contentType: 'image/png', width: 48, height: 32, convertedFrom: 'TIFF' });
    const context = createCanvas(48, 32).getContext('2d');
    context.drawImage(await loadImage(readFileSync(store.pathOf(saved.id))), 0, 0);
    const found = context.getImageData(0, 0, 48, 32).data;
    // FFmpeg draws colors that are shared by pixels with soft edges.
    const apart = found.filter((value, at) => Math.abs(value - (expected[at] ?? 0)) > 24);
    expect(apart).toHaveLength(0);
  },
);

test('HEIC and a TIFF of fractions are refused with their name and what to do', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const tiff = Buffer.from(tiffFiles.fractions, 'base64');
  for (const [bytes, name, format] of [
    [heic, 'photo.heic', 'HEIC'],
    [tiff, 'scan.tiff', 'TIFF'],
  ] as const)
    await expect(files().save(bytes, name)).rejects.toThrow(
      `“${name}” can’t be attached: ${format} is not a PNG, JPEG, WebP or GIF image. Export it as PNG or JPEG, then attach that.`,
    );
});

test('an image that its decoder came to its end over is refused, and no file of it stays', async () => {
  const home = tempFolder();
  const thumbnail = async () => {
    throw new UndecodedError('memory');
  };
  const store = createStoredFiles({ home, thumbnail });
  await expect(store.save(await turnedFormats['image/png'](1), 'huge.png')).rejects.toThrow(
    '“huge.png” can’t be attached: decoding it takes too much memory. Open it in another app',
  );
  expect(readdirSync(join(home, 'attachments'))).toEqual([]);
});

const scan = () => pictureAs('tiff');
const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

test.each([
  ['while it is converted', { convert: full }],
  ['in the process that converts', { convert: () => diskError(full(), '/data') as Error }],
])(
  'a full disk %s is said, nothing is left behind, and the same TIFF is attached once there is room',
  async (_, { convert }) => {
    const home = tempFolder();
    let isFull = true;
    const store = createStoredFiles({
      home,
      thumbnail: async () => false,
      convert: async (source, destination) => {
        if (isFull) throw convert();
        return await convertImage(source, destination);
      },
    });
    await expect(store.save(scan(), 'scan.tiff')).rejects.toMatchObject({ data: { code: 'storage_full' } });
    expect(readdirSync(join(home, 'attachments'))).toEqual([]);
    isFull = false;
    expect(await store.save(scan(), 'scan.tiff')).toMatchObject({
      contentType: 'image/png',
      convertedFrom: 'TIFF',
    });
  },
);
