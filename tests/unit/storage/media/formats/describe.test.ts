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
    expect(await describeMedia(bytes, typeOf(bytes))).toEqual({ width: 160, height: 90, durationMs: 2000 });
  });

  test('a WAV that was streamed without a length is as long as its bytes', async () => {
    const bytes = wav(2);
    const view = new DataView(bytes.buffer);
    view.setUint32(4, 0xffff_ffff, true);
    view.setUint32(40, 0xffff_ffff, true);
    expect((await describeMedia(bytes, 'audio/wav')).durationMs).toBe(2000);
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
  }, 120_000);
});
