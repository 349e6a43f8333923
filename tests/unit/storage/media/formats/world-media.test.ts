/** Shapes that programs of the world write and that were once misread: the type, the codec, how many channels one hears. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { embedOrigin } from '../../../../../electron/storage/media/formats/origin';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import type { MediaOrigin } from '../../../../../shared/media/media';
import { decodedFrames, runFfmpeg, tagsOf } from '../../../../support/ffmpeg';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-world-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sine = ['-f', 'lavfi', '-i', 'sine=f=440:d=1:r=44100'];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=1'];
const origin: MediaOrigin = {
  ...{ modality: 'speech', model: 'm', prompt: 'a fox', jobId: 'job-3' },
  ...{ parameters: {}, extra: {}, cost: null, createdAt: 1_795_000_000_000 },
};

function made(name: string, ...options: readonly string[]): string {
  const path = join(folder, name);
  runFfmpeg(...options, '-fflags', '+bitexact', path);
  return path;
}

function written(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const typeOf = (path: string) => sniffMedia(readFileSync(path).subarray(0, 16_384))?.contentType;
const factsOf = (path: string) => describeMedia(path, typeOf(path) ?? '');

test.each([
  ['mono.m4a', [...sine, '-c:a', 'aac'], { audioCodec: 'AAC', channels: 1, sampleRate: 44_100 }],
  ['stereo.m4a', [...sine, '-c:a', 'aac', '-ac', '2'], { audioCodec: 'AAC', channels: 2 }],
  ['six.mp4', [...sine, '-c:a', 'aac', '-ac', '6'], { audioCodec: 'AAC', channels: 6 }],
  ['mono.mov', [...film, ...sine, '-c:v', 'qtrle', '-c:a', 'aac'], { audioCodec: 'AAC', channels: 1 }],
  ['layer3.mp4', [...sine, '-c:a', 'libmp3lame', '-f', 'mp4'], { audioCodec: 'MP3', sampleRate: 44_100 }],
  [
    'animation.mov',
    [...film, ...sine, '-c:v', 'qtrle', '-c:a', 'pcm_s16be'],
    { videoCodec: 'QuickTime Animation', audioCodec: 'PCM', channels: 1 },
  ],
  ['lossless.mkv', [...sine, '-c:a', 'pcm_s24le'], { audioCodec: 'PCM' }],
] as const)('%s names the codec and the channels that one hears', async (name, options, facts) => {
  expect(await factsOf(made(name, ...options))).toMatchObject(facts);
});

test('an MP4 whose pixels aren’t square is as wide as players show it, also where only its samples say so', async () => {
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  const bytes = readFileSync(made('wide.mp4', ...film, '-vf', 'setsar=2', ...h264));
  expect(await factsOf(written('wide.mp4', bytes))).toMatchObject({ width: 128, height: 36 });
  // Other programs state the stored size in the head of the track.
  const head = bytes.indexOf('tkhd') + 4 + 76;
  expect(bytes.readUInt32BE(head) >> 16).toBe(128);
  bytes.writeUInt32BE(64 << 16, head);
  expect(await factsOf(written('stored.mp4', bytes))).toMatchObject({ width: 128, height: 36 });
});

test('a codec that Matroska only borrows is unknown, not named by its box', async () => {
  const path = made('borrowed.mkv', ...film, '-c:v', 'msvideo1');
  expect((await factsOf(path)).videoCodec).toBeUndefined();
});

test('an MP3 behind a tag that ends in a footer is an MP3, and stays as it came', async () => {
  const bare = readFileSync(made('bare.mp3', ...sine, '-id3v2_version', '0'));
  const frame = Buffer.from('TIT2\0\0\0\x07\0\0\x03Theirs', 'latin1');
  const head = (name: string) =>
    Buffer.from(`${name}\x04\0\x10\0\0\0${String.fromCharCode(frame.length)}`, 'latin1');
  const path = written('footer.mp3', Buffer.concat([head('ID3'), frame, head('3DI'), bare]));
  expect(typeOf(path)).toBe('audio/mpeg');
  const before = readFileSync(path);
  await embedOrigin(path, 'audio/mpeg', origin);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a BW64, the later name of RF64, is a sound of its length, and is cut where it ends early', async () => {
  const bytes = readFileSync(made('long.wav', ...sine, '-rf64', 'always'));
  bytes.write('BW64', 0, 'latin1');
  const path = written('bw64.wav', bytes);
  expect(typeOf(path)).toBe('audio/wav');
  expect(await factsOf(path)).toMatchObject({ durationMs: 1_000, channels: 1 });
  const cut = written('cut.wav', bytes.subarray(0, bytes.length / 2));
  expect(await factsOf(cut)).toMatchObject({ isCut: true });
});

test('Dolby Digital Plus is not taken for Dolby Digital, whose figures stand elsewhere', async () => {
  const path = made('plus.eac3', ...sine, '-ar', '48000');
  expect(typeOf(path)).toBe('audio/eac3');
  // Frames of 1,536 samples, of which the last is filled up.
  expect(await factsOf(path)).toMatchObject({ durationMs: 1_024, sampleRate: 48_000, channels: 1 });
});

test.each([
  [
    'multi.mkv',
    [...film, ...sine, ...sine, '-map', '0', '-map', '1', '-map', '2', '-metadata:s:a:1', 'title=Second'],
  ],
  ['cues.webm', [...film, '-c:v', 'libvpx', '-g', '5', '-reserve_index_space', '2000']],
  ['negative.mp4', [...film, '-c:v', 'libx264', '-bf', '3', '-movflags', 'negative_cts_offsets+faststart']],
  ['opus.mp4', [...sine, '-c:a', 'libopus', '-ar', '48000', '-strict', '-2', '-metadata', 'title=Theirs']],
  ['adpcm.wav', [...sine, '-c:a', 'adpcm_ms', '-metadata', 'title=Theirs']],
  ['described.wav', [...sine, '-write_bext', '1', '-metadata', 'description=Theirs']],
] as const)('%s gets its origin and plays the same, with its tags', async (name, options) => {
  const path = made(name, ...options);
  const copy = join(folder, `copy ${name}`);
  copyFileSync(path, copy);
  expect(await embedOrigin(copy, typeOf(path) ?? '', origin)).toBe(true);
  expect(decodedFrames(copy)).toBe(decodedFrames(path));
  const after = tagsOf(copy).split('\n');
  const lost = tagsOf(path)
    .split('\n')
    .filter((line) => !line.startsWith('encoder=') && !after.includes(line));
  expect(lost).toEqual([]);
});

/** Frames that state no rate of bits, each as long as the others but for a byte of padding. */
function freeFormat(frames: number, bytes = 523): Buffer {
  return Buffer.concat(
    Array.from({ length: frames }, (_, index) => {
      const padding = index % 2;
      const frame = Buffer.alloc(bytes + padding, 0x55);
      frame.set([0xff, 0xfb, padding << 1, 0x40]);
      return frame;
    }),
  );
}

test('an MP3 in free format is a sound of its length, is cut where it ends early, and stays as it came', async () => {
  const tag = readFileSync(made('tagged.mp3', ...sine, '-metadata', 'title=Theirs', '-id3v2_version', '3'));
  const tagBytes = 10 + ((tag[8] ?? 0) << 7) + (tag[9] ?? 0);
  const bytes = Buffer.concat([tag.subarray(0, tagBytes), freeFormat(100)]);
  for (const sound of [bytes, freeFormat(100)]) {
    const path = written('free.mp3', sound);
    expect(typeOf(path)).toBe('audio/mpeg');
    expect(await factsOf(path)).toMatchObject({ sampleRate: 44_100, channels: 2, durationMs: 2_612 });
    expect((await factsOf(path)).isCut).toBeUndefined();
    await embedOrigin(path, 'audio/mpeg', origin);
    expect(readFileSync(path).equals(sound)).toBe(true);
  }
  const cut = written('cut-free.mp3', bytes.subarray(0, -100));
  expect(await factsOf(cut)).toMatchObject({ isCut: true, durationMs: 2_586 });
});
