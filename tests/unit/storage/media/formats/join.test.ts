import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../../electron/storage/media/bytes';
import { isCutFlac } from '../../../../../electron/storage/media/formats/cut-flac';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { joinAudio } from '../../../../../electron/storage/media/formats/join-audio';
import { oggPages } from '../../../../../electron/storage/media/formats/ogg/pages';
import { embedOrigin, readOrigin } from '../../../../../electron/storage/media/formats/origin';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { type Gapless, gaplessOf, infoFrame, mp3FrameAt } from '../../../../../shared/media/mp3-frame';
import { decodedSamples, runFfmpeg } from '../../../../support/ffmpeg';
import { mp3, opus, vorbis, wav } from '../../../../support/media-files';
import { tempFolder } from '../../../../support/temp-folder';

const origin: MediaOrigin = {
  modality: 'speech',
  model: 'aria/voice',
  prompt: 'One. Two.',
  parameters: { voice: 'anna' },
  extra: {},
  jobId: 'job-9',
  cost: null,
  createdAt: 1_795_000_000_000,
};

interface Joined {
  readonly bytes: Uint8Array;
  readonly partsMs: number;
  readonly wholeMs: number;
}

async function joined(parts: readonly Uint8Array[], contentType: string): Promise<Joined> {
  const folder = tempFolder();
  const paths = parts.map((_, index) => join(folder, `part ${index}`));
  for (const [index, part] of parts.entries()) writeFileSync(paths[index] ?? '', part);
  const destination = join(folder, 'whole');
  await joinAudio(paths, contentType, destination);
  const lengths = await Promise.all(paths.map((path) => describeMedia(path, contentType)));
  const partsMs = lengths.reduce((sum, { durationMs }) => sum + (durationMs ?? Number.NaN), 0);
  const bytes = new Uint8Array(readFileSync(destination));
  expect(sniffMedia(bytes)?.contentType).toBe(contentType);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  return {
    bytes,
    partsMs,
    wholeMs: (await describeMedia(destination, contentType)).durationMs ?? Number.NaN,
  };
}

/** As most encoders write it, in front of the frames. */
function withInfo(sound: Uint8Array, gapless: Gapless): Uint8Array {
  const starts: number[] = [];
  for (let at = 0; at < sound.length; at += mp3FrameAt(sound, at)?.bytes ?? sound.length) starts.push(at);
  const info = infoFrame({ head: sound, starts, bytes: sound.length, isConstantRate: true, gapless });
  return new Uint8Array(Buffer.concat([info, sound]));
}

/** What frames without sound call themselves. */
const namesIn = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/Info|Xing/g);

const seconds = [0.513, 1.207, 0.731, 0.9, 1.111, 0.333, 0.61, 0.849, 1.02, 0.777, 0.555, 0.444];

describe('parts become one', () => {
  test.each([
    ['audio/mpeg', (length: number, index: number) => mp3(length, { hertz: 300 + 50 * index })],
    ['audio/wav', async (length: number, index: number) => wav(length, { hertz: 300 + 50 * index })],
    ['audio/ogg', (length: number, index: number) => vorbis(length, { hertz: 300 + 50 * index })],
    ['audio/ogg', (length: number) => opus(length)],
    ['audio/ogg', (length: number) => opus(length, { preSkip: 3840 })],
  ])('of %s, as long as the sum of the parts', async (contentType, make) => {
    const { partsMs, wholeMs } = await joined(await Promise.all(seconds.map(make)), contentType);
    expect(Math.abs(wholeMs - partsMs)).toBeLessThan(100);
  });

  test('an Ogg has pages of one second, by which browsers seek', async () => {
    const { bytes } = await joined([await vorbis(4), await vorbis(5)], 'audio/ogg');
    const pages = (await oggPages(bytesSource(bytes))) ?? [];
    const seconds = pages.map(({ start }) => Buffer.from(bytes).readInt32LE(start + 6) / 16_000);
    const steps = seconds.slice(1).map((time, index) => time - (seconds[index] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1);
    expect(seconds.at(-1)).toBeGreaterThan(8.9);
  });

  test('every sample of a WAV is there, in order', async () => {
    const parts = [wav(0.1), wav(0.2, { hertz: 600 }), wav(0.05)];
    const { bytes } = await joined(parts, 'audio/wav');
    const samples = Buffer.concat(parts.map((part) => part.subarray(44)));
    expect(Buffer.from(bytes.subarray(44)).equals(samples)).toBe(true);
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8);
  });

  test.each([
    ['one channel of 16 bits', ['-ar', '16000', '-ac', '1']],
    ['two channels of 24 bits', ['-ar', '48000', '-ac', '2', '-sample_fmt', 's32']],
    ['short frames', ['-ar', '44100', '-frame_size', '192']],
  ])('every sample of a FLAC is there, in order: %s', async (_name, options) => {
    const folder = tempFolder();
    const lengths = [0.513, 1.207, 6.02, 0.0101];
    const paths = lengths.map((length, index) => {
      const path = join(folder, `part ${index}.flac`);
      const tone = `sine=f=${300 + 100 * index}:d=${length}`;
      runFfmpeg('-f', 'lavfi', '-i', tone, ...options, path);
      return path;
    });
    const whole = join(folder, 'whole.flac');
    const found = await joinAudio(paths, 'audio/flac', whole);
    expect(found.map((length) => length / 1000)).toEqual(lengths.map((length) => expect.closeTo(length, 3)));
    const expected = Buffer.concat(paths.map((path) => Buffer.from(decodedSamples(path).slice().buffer)));
    expect(Buffer.from(decodedSamples(whole).slice().buffer).equals(expected)).toBe(true);
    expect(await isCutFlac(bytesSource(new Uint8Array(readFileSync(whole))))).toBe(false);
  });

  test('a FLAC that is cut is refused wherever it ends, also between its last two frames', async () => {
    const folder = tempFolder();
    const whole = join(folder, 'part.flac');
    // The last frame is 20 ms of sound, less than what two encoders may differ by.
    runFfmpeg('-f', 'lavfi', '-i', 'sine=d=1.02:r=48000', '-c:a', 'flac', '-frame_size', '4800', whole);
    const bytes = readFileSync(whole);
    const lastFrame = bytes.lastIndexOf(Buffer.from([0xff, 0xf8]));
    for (const end of [lastFrame, bytes.length - 1, Math.floor(bytes.length / 2), 60]) {
      const cut = join(folder, `cut ${end}.flac`);
      writeFileSync(cut, bytes.subarray(0, end));
      const joining = joinAudio([whole, cut, whole], 'audio/flac', join(folder, 'joined.flac'));
      await expect(joining, String(end)).rejects.toMatchObject({ data: { code: 'invalid_input' } });
    }
    expect(readdirSync(folder).includes('joined.flac')).toBe(false);
  });

  test('every frame of an MP3 is there, in order, and no tag of a part', async () => {
    const folder = tempFolder();
    const parts: Uint8Array[] = [];
    for (const hertz of [300, 500]) {
      const path = join(folder, `${hertz}`);
      writeFileSync(path, await mp3(0.4, { hertz }));
      await embedOrigin(path, 'audio/mpeg', origin);
      parts.push(new Uint8Array(readFileSync(path)));
    }
    const { bytes } = await joined(parts, 'audio/mpeg');
    expect(await readOrigin(bytes)).toBeNull();
    const plain = [await mp3(0.4, { hertz: 300 }), await mp3(0.4, { hertz: 500 })];
    const places = plain.map((part) => Buffer.from(bytes).indexOf(part.subarray(-1000)));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[1]).toBeGreaterThan(places[0] ?? 0);
  });

  test.each([2, 3, 12, 40])(
    'an MP3 of %i parts is as long as their sum, to the sample, and each begins in time',
    async (count) => {
      const rate = 24_000;
      const lengths = Array.from({ length: count }, (_, index) =>
        Math.round(rate * (0.4 + 0.0137 * (index % 11))),
      );
      const parts = await Promise.all(
        lengths.map(async (length) => {
          const sound = await mp3(length / rate, { sampleRate: rate, hertz: 400 });
          let frames = 0;
          for (let at = 0; at < sound.length; at += mp3FrameAt(sound, at)?.bytes ?? sound.length) frames += 1;
          return withInfo(sound, { delay: 576, padding: frames * 576 - 576 - length });
        }),
      );
      const { bytes, partsMs, wholeMs } = await joined(parts, 'audio/mpeg');
      const sum = lengths.reduce((all, length) => all + length, 0);
      const path = join(tempFolder(), 'whole.mp3');
      writeFileSync(path, bytes);
      const samples = decodedSamples(path);
      expect(samples.length).toBe(sum);
      expect(namesIn(bytes)).toEqual(['Info']);
      expect(Math.abs(wholeMs - partsMs)).toBeLessThanOrEqual(count / 2);
      // The tone goes on over each joint, but for what frames can't follow.
      let silent = 0;
      for (let at = 0; at + 48 < samples.length; at += 48)
        if (samples.subarray(at, at + 48).every((sample) => Math.abs(sample) < 1000)) silent += 48;
      expect(silent / (count - 1)).toBeLessThan(1152);
    },
  );

  test('an MP3 of parts without trim values states none either', async () => {
    const { bytes } = await joined([await mp3(0.4), await mp3(0.4)], 'audio/mpeg');
    expect(gaplessOf(bytes)).toBeNull();
    expect(namesIn(bytes)).toEqual(['Info']);
  });

  test('an MP3 of parts with several bit rates is marked as variable', async () => {
    const { bytes, partsMs, wholeMs } = await joined(
      [await mp3(0.4, { bitrate: 64 }), await mp3(0.4, { bitrate: 32 })],
      'audio/mpeg',
    );
    expect(namesIn(bytes)).toEqual(['Xing']);
    expect(wholeMs).toBe(partsMs);
  });

  test.each([
    ['Vorbis', (length: number) => vorbis(length)],
    ['Opus', (length: number) => opus(length)],
  ])('the length of an Ogg of %s with very many parts is as exact as with few', async (_, make) => {
    const parts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => make(0.3 + 0.017 * (index % 9))),
    );
    const { partsMs, wholeMs } = await joined(parts, 'audio/ogg');
    expect(Math.abs(wholeMs - partsMs)).toBeLessThan(40);
  });

  test('a WAV that was streamed without a length', async () => {
    const streamed = wav(0.5);
    new DataView(streamed.buffer).setUint32(40, 0xffff_ffff, true);
    expect((await joined([streamed, wav(0.5)], 'audio/wav')).wholeMs).toBe(1000);
  });

  test('one part is the whole', async () => {
    const { partsMs, wholeMs } = await joined([await mp3(1)], 'audio/mpeg');
    expect(wholeMs).toBe(partsMs);
  });

  test('the joined file can carry its origin', async () => {
    const folder = tempFolder();
    for (const [contentType, part] of [
      ['audio/ogg', await vorbis(0.5)],
      ['audio/mpeg', await mp3(0.5)],
      ['audio/wav', wav(0.5)],
    ] as const) {
      writeFileSync(join(folder, 'part'), part);
      const whole = join(folder, 'whole');
      await joinAudio([join(folder, 'part'), join(folder, 'part')], contentType, whole);
      expect(await embedOrigin(whole, contentType, origin)).toBe(true);
      expect(await readOrigin(whole)).toEqual(origin);
    }
  });
});

describe('parts that don’t fit', () => {
  test.each([
    [
      'another sample rate',
      'audio/wav',
      async () => [wav(0.1), wav(0.1, { sampleRate: 8000 })],
      /Part 2 differs/,
    ],
    [
      'another sample rate',
      'audio/mpeg',
      async () => [await mp3(0.2), await mp3(0.2, { sampleRate: 24_000 })],
      /Part 2 differs/,
    ],
    [
      'another sample rate',
      'audio/ogg',
      async () => [await vorbis(0.2), await vorbis(0.2, { sampleRate: 44_100 })],
      /Part 2 differs/,
    ],
    ['another codec', 'audio/ogg', async () => [await opus(0.2), await vorbis(0.2)], /Part 2 differs/],
    ['a broken one', 'audio/mpeg', async () => [await mp3(0.2), new Uint8Array(500)], /Part 2 can’t be read/],
    ['a broken one', 'audio/wav', async () => [new TextEncoder().encode('<html>')], /Part 1 can’t be read/],
    ['a broken one', 'audio/ogg', async () => [new Uint8Array()], /Part 1 can’t be read/],
    ['a type that can’t be joined', 'audio/amr', async () => [new Uint8Array()], /Couldn’t join audio/],
    ['no part at all', 'audio/wav', async () => [], /no part/],
  ])('%s of %s: refused with a reason, and no file is left', async (_, contentType, make, message) => {
    const folder = tempFolder();
    const parts = await make();
    const paths = parts.map((part, index) => {
      writeFileSync(join(folder, `${index}`), part);
      return join(folder, `${index}`);
    });
    const joining = joinAudio(paths, contentType, join(folder, 'whole'));
    await expect(joining).rejects.toMatchObject({
      data: { code: 'invalid_input', message: expect.stringMatching(message) },
    });
    expect(readdirSync(folder)).toHaveLength(parts.length);
  });

  test('a missing part is a disk error', async () => {
    const folder = tempFolder();
    const joining = joinAudio([join(folder, 'gone')], 'audio/mpeg', join(folder, 'whole'));
    await expect(joining).rejects.toMatchObject({ data: { code: 'storage_failed' } });
  });
});
