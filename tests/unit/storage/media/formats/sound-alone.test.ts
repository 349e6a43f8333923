/** Containers made for video that hold sound alone are sounds, and those with both stay videos. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { storedType } from '../../../../../electron/storage/media/stored-type';
import { runFfmpeg } from '../../../../support/ffmpeg';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sound-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=2:r=44100'];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=2'];

function made(name: string, ...options: readonly string[]): string {
  const path = join(folder, name);
  runFfmpeg(...options, path);
  return path;
}

describe.each([
  ['avi', 'libmp3lame', 'mpeg4', 'x-msvideo'],
  ['avi', 'pcm_s16le', 'mjpeg', 'x-msvideo'],
  ['flv', 'libmp3lame', 'flv1', 'x-flv'],
  ['flv', 'aac', 'libx264', 'x-flv'],
  ['ts', 'aac', 'libx264', 'mp2t'],
  ['ts', 'libmp3lame', 'mpeg2video', 'mp2t'],
  ['ts', 'ac3', 'mpeg2video', 'mp2t'],
  ['ts', 'libopus', 'libx264', 'mp2t'],
])('%s with %s', (extension, audio, video, name) => {
  const rate = audio === 'libopus' ? ['-ar', '48000'] : [];

  test('alone is a sound, and as long as it is', async () => {
    const path = made(`alone-${audio}.${extension}`, ...sound, ...rate, '-c:a', audio);
    expect(await storedType(path)).toMatchObject({ kind: 'audio', contentType: `audio/${name}`, extension });
    const { durationMs, width, isCut } = await describeMedia(path, `audio/${name}`);
    expect([width, isCut]).toEqual([null, undefined]);
    // Opus in a transport stream is known by its type alone.
    if (audio !== 'libopus') expect(Math.abs((durationMs ?? 0) - 2_000)).toBeLessThan(100);
  });

  test('beside a video is a video', async () => {
    const codecs = ['-c:a', audio, '-c:v', video, '-pix_fmt', video === 'mjpeg' ? 'yuvj420p' : 'yuv420p'];
    const path = made(`both-${audio}.${extension}`, ...film, ...sound, ...rate, ...codecs, '-r', '25');
    expect(await storedType(path)).toMatchObject({ kind: 'video', contentType: `video/${name}` });
  });
});

test('a program stream with sound alone is a sound', async () => {
  const path = made('alone.mpg', ...sound, '-c:a', 'mp2');
  expect(await storedType(path)).toMatchObject({ kind: 'audio', contentType: 'audio/x-mpeg-ps' });
  const both = made('both.mpg', ...film, ...sound, '-c:v', 'mpeg2video', '-c:a', 'mp2', '-r', '25');
  expect(await storedType(both)).toMatchObject({ kind: 'video', contentType: 'video/mpeg' });
});

test('a table of streams that is cut, or changed at any byte, makes no error', async () => {
  const whole = readFileSync(made('table.ts', ...sound, '-c:a', 'aac')).subarray(0, 1_200);
  for (let at = 188; at < 188 * 3; at += 1) {
    const path = join(folder, 'changed.ts');
    writeFileSync(
      path,
      Uint8Array.from(whole, (byte, place) => (place === at ? ~byte : byte)),
    );
    expect(['audio', 'video', 'file']).toContain((await storedType(path)).kind);
  }
});
