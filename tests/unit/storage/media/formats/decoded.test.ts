/** Saving never changes what a player gets: proved by decoding every frame and sample before and after. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinAudio } from '../../../../../electron/storage/media/formats/join-audio';
import { embedOrigin, readOrigin } from '../../../../../electron/storage/media/formats/origin';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { decodedFrames, decodedSamples, playedFrames, tagsOf } from '../../../../support/ffmpeg';
import { oddMedia } from '../../../../support/odd-media';
import { tempFolder } from '../../../../support/temp-folder';

const origin: MediaOrigin = {
  ...{ modality: 'video', model: 'aurora/film', prompt: 'A fox, größer than a house', jobId: 'job-3' },
  ...{ parameters: {}, extra: {}, cost: null, createdAt: 1_795_000_000_000 },
};
/** Those that are one plain file, whatever else is odd about them. */
const plain =
  /^((plain|titled|floats|odd|all-ones|two bare|bare|cover-and-chapters|other|fast|end|moving|old-tag)\.|two bare\.)/;
/** Formats without a place for an origin, or without a plain form. */
const withoutPlace = /\.(flac|aac|oga)$/;

const folderOfAll = mkdtempSync(join(tmpdir(), 'gatehouse-odd-'));
let files: ReadonlyMap<string, string>;
beforeAll(() => {
  files = oddMedia(folderOfAll);
});
afterAll(() => rmSync(folderOfAll, { recursive: true, force: true }));

const typeOf = (path: string) => sniffMedia(readFileSync(path).subarray(0, 16_384))?.contentType ?? '';
const fileOf = (name: string) => files.get(name) ?? expect.fail(`There is no ${name}.`);

describe('an origin', () => {
  test('is written into plain files alone, which decode to the same frames; all others stay as they came', async () => {
    const folder = tempFolder();
    for (const [name, path] of files) {
      const copy = join(folder, name);
      copyFileSync(path, copy);
      const isWritten = await embedOrigin(copy, typeOf(path), origin);
      expect([name, isWritten]).toEqual([name, plain.test(name) && !withoutPlace.test(name)]);
      if (!isWritten) expect(readFileSync(copy).equals(readFileSync(path)), name).toBe(true);
      if (!isWritten) continue;
      expect(decodedFrames(copy), name).toBe(decodedFrames(path));
      expect(await readOrigin(copy), name).toEqual(origin);
    }
  });

  test('is added to the tags that a file has: title, comment, lyrics, cover and chapters stay', async () => {
    const folder = tempFolder();
    const titled = [
      'titled.wav',
      'titled.mp3',
      'titled.ogg',
      'plain.m4a',
      'titled.mkv',
      'cover-and-chapters.mp3',
    ];
    for (const name of titled) {
      const copy = join(folder, name);
      copyFileSync(fileOf(name), copy);
      await embedOrigin(copy, typeOf(copy), origin);
      const after = tagsOf(copy).split('\n');
      const lost = tagsOf(fileOf(name))
        .split('\n')
        .filter((line) => !line.startsWith('encoder=') && !after.includes(line));
      expect([name, lost]).toEqual([name, []]);
    }
    // The picture is a stream of its own.
    expect(decodedFrames(join(folder, 'cover-and-chapters.mp3'))).toContain('#codec_id 1');
  });
});

type Change = (bytes: Buffer, other: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, noNaN: true });
/** What may happen to a file on its way. Places are more often near its start, where the headers are. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([at, value]): Change =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        changed[Math.floor(at ** 3 * bytes.length)] = value;
        return changed;
      },
  ),
  place.map(
    (at): Change =>
      (bytes) =>
        bytes.subarray(0, Math.ceil(at * bytes.length)),
  ),
  place.map(
    (at): Change =>
      (bytes) => {
        const middle = Math.floor(at * bytes.length);
        return Buffer.concat([bytes.subarray(0, middle), bytes.subarray(middle + 1)]);
      },
  ),
  fc.constant<Change>((bytes, other) => Buffer.concat([bytes, other])),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map(
    (added): Change =>
      (bytes) =>
        Buffer.concat([bytes, added]),
  ),
  fc.constant<Change>((bytes) => Buffer.concat([bytes, Buffer.alloc(16)])),
);

test('whatever happens to a file, its origin never changes what a player gets', async () => {
  const folder = tempFolder();
  const [before, after] = ['before', 'after'].map((name) => join(folder, name)) as [string, string];
  const names = [...files.keys()].filter((name) => plain.test(name) && !withoutPlace.test(name));
  const name = fc.constantFrom(...names);
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(name, name, changes, async (one, another, all) => {
      const other = readFileSync(fileOf(another));
      const bytes = all.reduce<Buffer>((sofar, apply) => apply(sofar, other), readFileSync(fileOf(one)));
      writeFileSync(before, bytes);
      writeFileSync(after, bytes);
      const isWritten = await embedOrigin(after, typeOf(fileOf(one)), origin);
      if (isWritten) expect(playedFrames(after)).toBe(playedFrames(before));
      else expect(readFileSync(after).equals(bytes)).toBe(true);
    }),
    { numRuns: 150 },
  );
});

describe('three parts', () => {
  const joined = async (name: string, ...others: readonly string[]) => {
    const whole = join(tempFolder(), 'whole');
    const parts = [name, ...others].map(fileOf);
    await joinAudio(parts, typeOf(parts[0] ?? ''), whole);
    return { all: decodedSamples(whole), parts: parts.map(decodedSamples) };
  };

  test.each([
    'plain.wav',
    'titled.wav',
    'zeros.wav',
    'head-alone.wav',
    'whole-stated.wav',
    'all-ones.wav',
    'signed.wav',
  ])('of %s become one with every sample', async (name) => {
    const { all, parts } = await joined(name, 'plain.wav', name);
    expect(
      Buffer.from(all.buffer, all.byteOffset, all.byteLength).equals(Buffer.concat(parts.map(bytesOf))),
    ).toBe(true);
  });

  // The last number: how many milliseconds of silence the encoder may add for each part.
  test.each([
    ['plain.mp3', 'plain.mp3', 100],
    ['titled.mp3', 'cover-and-chapters.mp3', 100],
    ['old-tag.mp3', 'bare.mp3', 100],
    ['plain.aac', 'plain.aac', 100],
    ['plain.ogg', 'other.ogg', 20],
    ['plain.opus', 'other.opus', 10],
    ['plain.flac', 'plain.flac', 0],
  ])('of %s and %s become one that lacks nothing', async (name, other, addedMs) => {
    const { all } = await joined(name, other, name);
    const partsMs = other.startsWith('other') ? 2_700 : 3_000;
    const wholeMs = all.length / (name.endsWith('opus') ? 48 : 24);
    expect(wholeMs).toBeGreaterThanOrEqual(partsMs - 15);
    expect(wholeMs).toBeLessThanOrEqual(partsMs + 3 * addedMs);
  });

  test.each([
    'chained.ogg',
    'chained.opus',
    'cut plain.wav',
    'cut plain.ogg',
    'two plain.wav',
    'long-lengths.wav',
  ])('with %s are refused: none of them would be whole', async (name) => {
    const whole = join(tempFolder(), 'whole');
    const joining = joinAudio([fileOf(name), fileOf(name)], typeOf(fileOf(name)), whole);
    await expect(joining).rejects.toMatchObject({ data: { code: 'invalid_input' } });
  });
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
