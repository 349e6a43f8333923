/** What players leave out at the ends of an MP3, as LAME and FFmpeg state it. */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { gaplessOf } from '../../../../electron/storage/media/formats/mp3/frame';
import { bytesOfTag, endsOf } from '../../../../renderer/media/edit/mp3-ends';
import { runFfmpeg } from '../../../support/ffmpeg';

async function made(name: string, ...options: readonly string[]): Promise<Uint8Array> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'gatehouse-mp3-')), name);
  runFfmpeg('-f', 'lavfi', '-i', 'sine=d=1.234:r=44100', ...options, file);
  return readFileSync(file);
}

it.each([
  ['mono'],
  ['stereo', '-ac', '2'],
  ['slow', '-ar', '22050'],
  ['long tag', '-metadata', `title=${'x'.repeat(300)}`],
])('the ends of an MP3 are what the core reads of them (%s)', async (name, ...options) => {
  const bytes = await made(`${name}.mp3`, ...options);
  const frame = bytes.subarray(bytesOfTag(bytes));
  expect(endsOf(frame)).toEqual(gaplessOf(frame));
  expect(endsOf(frame)?.delay).toBeGreaterThan(500);
});

it('an MP3 without such a frame states nothing', async () => {
  const bytes = await made('bare.mp3', '-write_xing', '0', '-id3v2_version', '0');
  expect(bytesOfTag(bytes)).toBe(0);
  expect(endsOf(bytes)).toBeNull();
});
