/** A part of an MP3 that is cut at its frames is played as the same part of the whole, to the sample. */
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cutMp3 } from '../../../../renderer/media/edit/mp3-cut';
import { bytesOfTag, mp3FramesOf } from '../../../../renderer/media/edit/mp3-frames';
import { gaplessOf } from '../../../../shared/media/mp3-frame';
import { decodedSamples, runFfmpeg } from '../../../support/ffmpeg';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-mp3-'));
});

/** Silence, then noise and a tone: frames after the silence use what it left free. */
const uneven = (rate: string) =>
  `aevalsrc=if(lt(mod(t\\,0.5)\\,0.2)\\,0\\,0.3*sin(2*PI*(300*t+400*t*t))+0.2*(random(0)-0.5)):d=2.345:s=${rate}`;

function made(name: string, rate: string, options: readonly string[]): string {
  const file = path.join(folder, `${name}.mp3`);
  runFfmpeg('-f', 'lavfi', '-i', uneven(rate), ...options, file);
  return file;
}

const kinds: readonly [string, string, ...string[]][] = [
  ['mono', '44100'],
  ['stereo of 320', '44100', '-ac', '2', '-b:a', '320k'],
  ['stereo of 32', '32000', '-ac', '2', '-b:a', '32k'],
  ['variable', '48000', '-q:a', '2'],
  ['slow', '22050', '-b:a', '32k'],
  ['slowest', '8000', '-b:a', '8k'],
  ['with a long tag', '44100', '-metadata', `title=${'x'.repeat(300)}`],
  ['without a head', '44100', '-write_xing', '0', '-id3v2_version', '0'],
];

describe.each(kinds)('%s', (name, rate, ...options) => {
  let file = '';
  let whole: Int16Array = new Int16Array();
  beforeAll(() => {
    file = made(name, rate, options);
    whole = decodedSamples(file);
  });

  it.each([
    [0, 1],
    [0.01, 0.11],
    [0.2, 0.71],
    [0.7123, 1.9],
    [1.0001, 1.5],
    [1.25, 2.345],
  ])('from %d to %d', async (start, end) => {
    const part = path.join(folder, `${name} ${start}.mp3`);
    await writeFile(part, cutMp3(readFileSync(file), { start, end }));
    const channels = options.includes('-ac') ? 2 : 1;
    const at = (seconds: number) => Math.round(seconds * Number(rate)) * channels;
    const samples = decodedSamples(part);
    const expected = whole.slice(at(start), at(end));
    expect(samples).toHaveLength(expected.length);
    expect(largestDifference(samples, expected)).toBeLessThanOrEqual(1);
  });
});

const largestDifference = (some: Int16Array, others: Int16Array): number =>
  some.reduce((most, one, at) => Math.max(most, Math.abs(one - (others[at] ?? 0))), 0);

it('a part of a part is the same as at once', async () => {
  const file = made('twice', '44100', ['-b:a', '64k']);
  const once = cutMp3(readFileSync(file), { start: 0.5, end: 2 });
  const twice = path.join(folder, 'part of a part.mp3');
  await writeFile(twice, cutMp3(once, { start: 0.25, end: 1 }));
  const expected = decodedSamples(file).slice(0.75 * 44_100, 1.5 * 44_100);
  expect(largestDifference(decodedSamples(twice), expected)).toBeLessThanOrEqual(1);
});

it.each([
  ['44100', []],
  ['22050', []],
  ['44100', ['-metadata', `title=${'x'.repeat(300)}`]],
] as const)('knows what an encoder added at the ends (%s)', (rate, options) => {
  const bytes = readFileSync(made('ends', rate, options));
  const ends = gaplessOf(bytes.subarray(bytesOfTag(bytes)));
  expect(ends?.delay).toBeGreaterThan(500);
  expect(mp3FramesOf(bytes)?.heard.from).toBe((ends?.delay ?? 0) + 529);
});

it('an MP3 without such a frame states nothing', () => {
  const bytes = readFileSync(made('bare', '44100', ['-write_xing', '0', '-id3v2_version', '0']));
  expect(bytesOfTag(bytes)).toBe(0);
  expect(gaplessOf(bytes)).toBeNull();
});

it('says what to do where frames are not all alike, or are none', () => {
  const [slow, fast] = [made('a', '22050', []), made('b', '44100', [])].map((file) => readFileSync(file));
  const both = new Uint8Array(Buffer.concat([slow ?? Buffer.of(), fast ?? Buffer.of()]));
  for (const bytes of [both, new Uint8Array(2_000)])
    expect(() => cutMp3(bytes, { start: 0, end: 1 })).toThrow('Choose WAV');
});
