import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import {
  gif,
  gifOf,
  m4a,
  mp3,
  opus,
  type PictureFormat,
  picture,
  video,
  vorbis,
  wav,
  webmSound,
} from '../../../../support/media-files';
import { rareMedia } from '../../../../support/odd-media';
import { photoSize, webpPhoto } from '../../../../support/photos';
import { tempFolder } from '../../../../support/temp-folder';

const typeOf = (bytes: Uint8Array) => sniffMedia(bytes)?.contentType ?? '';

describe('images', () => {
  test.each<PictureFormat>(['png', 'jpeg', 'webp', 'avif'])('%s states its size', async (format) => {
    const bytes = await picture(format, { width: 130, height: 70 });
    expect(await describeMedia(bytes, typeOf(bytes))).toEqual({ width: 130, height: 70, durationMs: null });
  });

  test('a GIF states its size, also from a file', async () => {
    const path = join(tempFolder(), 'any name');
    writeFileSync(path, gif);
    expect(await describeMedia(path, 'image/gif')).toEqual({ width: 1, height: 1, durationMs: null });
  });

  test('a GIF is as large as its first frame, a WebP as its image, whatever they say before', async () => {
    const frame = gifOf(30_000, 20_000);
    expect(await describeMedia(frame, 'image/gif')).toMatchObject({ width: 30_000, height: 20_000 });
    const liar = await webpPhoto();
    liar.set(new Uint8Array(6), 24);
    expect(await describeMedia(liar, 'image/webp')).toMatchObject(photoSize);
  });

  test('a WebP with transparency states its size', async () => {
    const bytes = await picture('webp', { width: 33, height: 41, isTransparent: true });
    expect(await describeMedia(bytes, 'image/webp')).toMatchObject({ width: 33, height: 41 });
  });
});

describe('audio and video', () => {
  test.each([
    ['wav', async () => wav(1.5)],
    ['mp3', () => mp3(1.5)],
    ['vorbis', () => vorbis(1.5)],
    ['opus', () => opus(1.5)],
    ['m4a', () => m4a(1.5)],
    ['webm sound', () => webmSound(1.5)],
  ])('%s states its duration', async (_, make) => {
    const bytes = await make();
    const { width, height, durationMs } = await describeMedia(bytes, typeOf(bytes));
    expect([width, height]).toEqual([null, null]);
    expect(Math.abs((durationMs ?? 0) - 1500)).toBeLessThan(120);
  });

  test.each(['webm', 'mp4', 'mov'] as const)('%s states size and duration', async (container) => {
    const bytes = await video(container, { seconds: 2, width: 160, height: 90, hasSound: true });
    expect(await describeMedia(bytes, typeOf(bytes))).toMatchObject({
      ...{ width: 160, height: 90, durationMs: 2000 },
      ...{ sampleRate: 48_000, channels: 1 },
    });
  });

  test.each([
    ['Microsoft’s', 2, 2_036, 22_396],
    ['Microsoft’s, without a count', 2, 2_036, 0],
    ['IMA’s', 0x11, 2_041, 22_451],
  ])(
    'a WAV with %s ADPCM lasts as long as its blocks, whatever rate of bytes it states',
    async (_, codec, ofBlock, count) => {
      const fmt = Buffer.alloc(20);
      for (const [at, value] of [
        [0, codec],
        [2, 1],
        [12, 1_024],
        [14, 4],
        [16, 2],
        [18, ofBlock],
      ] as const)
        fmt.writeUInt16LE(value, at);
      fmt.writeUInt32LE(22_050, 4);
      // What ffmpeg writes: 1.4 s for these 11 blocks.
      fmt.writeUInt32LE(8_000, 8);
      const fact = Buffer.alloc(4);
      fact.writeUInt32LE(count);
      const chunk = (name: string, bytes: Buffer) => {
        const length = Buffer.alloc(4);
        length.writeUInt32LE(bytes.length);
        return Buffer.concat([Buffer.from(name), length, bytes]);
      };
      const chunks = [
        chunk('fmt ', fmt),
        ...(count > 0 ? [chunk('fact', fact)] : []),
        chunk('data', Buffer.alloc(11 * 1_024)),
      ];
      const file = chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
      const { durationMs } = await describeMedia(file, 'audio/wav');
      expect(durationMs).toBe(Math.round(((11 * ofBlock) / 22_050) * 1_000));
    },
  );

  test('a WAV that was streamed without a length is as long as its bytes', async () => {
    const bytes = wav(2);
    const view = new DataView(bytes.buffer);
    view.setUint32(4, 0xffff_ffff, true);
    view.setUint32(40, 0xffff_ffff, true);
    expect((await describeMedia(bytes, 'audio/wav')).durationMs).toBe(2000);
  });
});

describe('types that few programs play or show', () => {
  test('state duration, size, sample rate and channels as well', async () => {
    for (const [path, contentType] of rareMedia(tempFolder())) {
      const facts = await describeMedia(path, contentType);
      const isFilm = contentType.startsWith('video/');
      const size = contentType.startsWith('audio/') ? [null, null] : [64, 36];
      expect([contentType, facts.width, facts.height]).toEqual([contentType, ...size]);
      if (contentType.startsWith('image/')) continue;
      expect(Math.abs((facts.durationMs ?? 0) - 1_000), contentType).toBeLessThan(150);
      if (!isFilm) expect([facts.sampleRate, facts.channels]).toEqual([expect.any(Number), 1]);
      expect(facts.isCut, contentType).toBeUndefined();
    }
  });

  test.each([
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="120px" height="80"/>', 120, 80],
    ['image/svg+xml', '<?xml version="1.0"?><svg viewBox="0 0 30 40"/>', 30, 40],
    ['image/svg+xml', '<svg width="100%"/>', null, null],
    ['image/x-icon', '\0\0\x01\0\x02\0\x10\x10'.padEnd(22, '\0') + '\0\0'.padEnd(16, '\0'), 256, 256],
    ['image/vnd.adobe.photoshop', '8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x20\0\0\0\x40', 64, 32],
    // Small sides in units of eight: 5 bits for the height, 3 for the shape, here one to one.
    ['image/jxl', '\xff\x0a\x4f\0\0\0\0\0\0\0\0\0\0\0', 64, 64],
    ['image/tiff', 'II*\0', null, null],
    ['application/x-anything', 'anything', null, null],
  ])('%s is read from its head, or unknown', async (contentType, text, width, height) => {
    const facts = await describeMedia(Buffer.from(text, 'latin1'), contentType);
    // The heads alone of formats that say where the rest stands.
    const isCut = ['image/vnd.adobe.photoshop', 'image/tiff'].includes(contentType);
    expect(facts).toEqual({ width, height, durationMs: null, ...(isCut && { isCut }) });
  });
});

describe('a file that ends early', () => {
  test.each([
    ['png', () => picture('png')],
    ['jpeg', () => picture('jpeg')],
    ['webp', () => picture('webp')],
    ['wav', async () => wav(1)],
    ['mp3', () => mp3(1)],
    ['vorbis', () => vorbis(1)],
    ['m4a', () => m4a(1)],
    ['webm', () => video('webm')],
    ['mp4', () => video('mp4', { hasSound: true })],
  ])('%s is marked as cut; the whole one is not', async (_, make) => {
    const whole = await make();
    const cut = whole.subarray(0, Math.floor(whole.length * 0.71));
    expect((await describeMedia(whole, typeOf(whole))).isCut).toBeUndefined();
    expect((await describeMedia(cut, typeOf(whole))).isCut).toBe(true);
  });

  test('a sound that was streamed states no length, and is not cut', async () => {
    const bytes = Buffer.from(wav(1));
    for (const length of [0, 0xffff_ffff, 0x7fff_ffff]) {
      bytes.writeUInt32LE(length, 4);
      bytes.writeUInt32LE(length, 40);
      expect(await describeMedia(bytes, 'audio/wav')).toEqual({
        ...{ width: null, height: null, durationMs: 1_000 },
        ...{ sampleRate: 16_000, channels: 1 },
      });
    }
  });

  test('sounds in a row are as long as their sum', async () => {
    const chain = Buffer.concat([await vorbis(1), await vorbis(2)]);
    expect(Math.abs(((await describeMedia(chain, 'audio/ogg')).durationMs ?? 0) - 3_000)).toBeLessThan(60);
  });
});

describe('broken files', () => {
  test('a file that is missing, empty or of another kind is unknown', async () => {
    const unknown = { width: null, height: null, durationMs: null };
    expect(await describeMedia(join(tempFolder(), 'gone.png'), 'image/png')).toEqual(unknown);
    for (const type of ['image/png', 'image/jpeg', 'image/webp', 'audio/wav', 'video/mp4', 'text/html'])
      expect(await describeMedia(new Uint8Array(), type)).toEqual(unknown);
    expect(await describeMedia(wav(0.1), 'image/jpeg')).toEqual(unknown);
  });

  test('cut and damaged files give a result, never an exception', async () => {
    const originals = await Promise.all([
      ...(['png', 'jpeg', 'webp', 'avif'] as const).map((format) => picture(format)),
      ...[mp3(0.3), vorbis(0.3), opus(0.3), wav(0.3), m4a(0.3)],
      ...(['webm', 'mp4', 'mov'] as const).map((container) => video(container, { hasSound: true })),
    ]);
    const damages = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        damages,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (original, changes, kept) => {
          const bytes = original.slice(0, Math.ceil(original.length * (kept < 0.5 ? 1 : kept)));
          for (const [place, value] of changes) bytes[Math.floor(place ** 3 * bytes.length)] = value;
          expect(await describeMedia(bytes, typeOf(original))).toHaveProperty('durationMs');
        },
      ),
      { numRuns: 400 },
    );
  });
});
