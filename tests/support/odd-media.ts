/** Files as gateways really send them, some of them odd: made by FFmpeg and by moving bytes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg } from './ffmpeg';

const sine = (seconds: number, sampleRate = 24_000) => [
  ...['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}:r=${sampleRate}`],
];
const film = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=s=64x36:r=10:d=${seconds}`];
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const titled = ['-metadata', 'title=Theirs', '-metadata', 'comment=Their comment'];

const recipes: Readonly<Record<string, readonly string[]>> = {
  'plain.wav': sine(1),
  'titled.wav': [...sine(1), ...titled],
  'floats.wav': [...sine(1), '-c:a', 'pcm_f32le'],
  'odd.wav': [...sine(0.99996), '-c:a', 'pcm_u8'],
  'long-lengths.wav': [...sine(1), '-rf64', 'always'],
  'plain.mp3': sine(1),
  'bare.mp3': [...sine(1), '-write_xing', '0', '-id3v2_version', '0'],
  'titled.mp3': [...sine(1), ...titled, '-metadata', 'lyrics=La la', '-id3v2_version', '4'],
  'old-tag.mp3': [...sine(1), ...titled, '-write_id3v1', '1', '-id3v2_version', '0'],
  'plain.ogg': [...sine(1), '-c:a', 'libvorbis'],
  'other.ogg': [...sine(0.7), '-c:a', 'libvorbis'],
  'titled.ogg': [...sine(1), ...titled, '-c:a', 'libvorbis'],
  'plain.opus': [...sine(1, 48_000), '-c:a', 'libopus'],
  'other.opus': [...sine(0.7, 48_000), '-c:a', 'libopus'],
  'flac.oga': [...sine(1), '-c:a', 'flac'],
  'plain.flac': sine(1),
  'plain.aac': [...sine(1), '-c:a', 'aac'],
  'plain.m4a': [...sine(1), '-c:a', 'aac', ...titled],
  'fast.mp4': [...film(1), ...sine(1), ...x264, '-c:a', 'aac', '-movflags', '+faststart'],
  'end.mp4': [...film(1), ...sine(1), ...x264, '-c:a', 'aac'],
  'fragments.mp4': [...film(1), ...x264, '-movflags', 'frag_keyframe+empty_moov'],
  'plain.mov': [...film(1), ...sine(1), '-c:v', 'mjpeg'],
  'plain.webm': [...film(1), ...sine(1, 48_000), '-c:v', 'libvpx', '-c:a', 'libopus'],
  'live.webm': [...film(1), '-c:v', 'libvpx', '-live', '1'],
  'titled.mkv': [...film(1), ...sine(1), ...x264, '-c:a', 'aac', ...titled],
  'moving.png': [...film(1), '-f', 'apng'],
  'plain.png': [...film(0.1), '-frames:v', '1'],
  'plain.jpg': [...film(0.1), '-frames:v', '1'],
  'plain.webp': [...film(0.1), '-frames:v', '1'],
};

const chapters = [
  ';FFMETADATA1',
  ...[0, 500].flatMap((start) => ['[CHAPTER]', 'TIMEBASE=1/1000', `START=${start}`, `END=${start + 500}`]),
].join('\n');

/** Paths by name. Takes a few seconds. */
export function oddMedia(folder: string): ReadonlyMap<string, string> {
  const at = (name: string) => join(folder, name);
  const all = new Map<string, string>();
  const put = (name: string, bytes: Uint8Array) => {
    writeFileSync(at(name), bytes);
    all.set(name, at(name));
  };
  for (const [name, recipe] of Object.entries(recipes)) {
    runFfmpeg(...recipe, '-fflags', '+bitexact', at(name));
    all.set(name, at(name));
  }
  writeFileSync(at('chapters.txt'), chapters);
  const inputs = ['-i', at('titled.mp3'), '-i', at('chapters.txt'), '-i', at('plain.png')];
  const maps = ['-map', '0', '-map', '2', '-map_chapters', '1', '-c', 'copy'];
  runFfmpeg(...inputs, ...maps, at('cover-and-chapters.mp3'));
  all.set('cover-and-chapters.mp3', at('cover-and-chapters.mp3'));
  for (const [name, bytes] of variants((name) => readFileSync(at(name)))) put(name, bytes);
  return all;
}

/** Files that hold more, less or other than their header says. */
function* variants(read: (name: string) => Buffer): Generator<[string, Buffer]> {
  for (const name of [
    'plain.wav',
    'bare.mp3',
    'plain.ogg',
    'plain.opus',
    'fast.mp4',
    'end.mp4',
    'plain.webm',
  ])
    yield* aroundOne(name, read(name));
  for (const name of ['plain.png', 'plain.jpg', 'plain.webp', 'live.webm'])
    yield* aroundOne(name, read(name));
  yield ['chained.ogg', Buffer.concat([read('plain.ogg'), read('other.ogg')])];
  yield ['chained.opus', Buffer.concat([read('plain.opus'), read('other.opus')])];
  yield* streamedWavs(read('plain.wav'));
  yield ['to-the-end.mp4', withOpenLast(read('fast.mp4'))];
  yield ['index-to-the-end.mp4', withOpenLast(read('end.mp4'))];
  const broken = read('plain.ogg');
  broken[broken.length >> 1] = (broken[broken.length >> 1] ?? 0) ^ 0xff;
  yield ['wrong-checksum.ogg', broken];
}

function* aroundOne(name: string, bytes: Buffer): Generator<[string, Buffer]> {
  yield [`two ${name}`, Buffer.concat([bytes, bytes])];
  yield [`padded ${name}`, Buffer.concat([bytes, Buffer.alloc(64)])];
  yield [`followed ${name}`, Buffer.concat([bytes, Buffer.from('and something else')])];
  yield [`cut ${name}`, bytes.subarray(0, Math.floor(bytes.length * 0.7))];
}

/** Headers as programs write them that don't know the length yet. */
export function* streamedWavs(wav: Buffer): Generator<[string, Buffer]> {
  const at = wav.indexOf('data') + 4;
  for (const [name, whole, data] of [
    ['zeros.wav', 0, 0],
    ['head-alone.wav', at - 4, 0],
    ['whole-stated.wav', wav.length - 8, 0],
    ['all-ones.wav', 0xffff_ffff, 0xffff_ffff],
    ['signed.wav', 0x7fff_ffff, 0x7fff_ffff - at],
  ] as const) {
    const bytes = Buffer.from(wav);
    bytes.writeUInt32LE(whole, 4);
    bytes.writeUInt32LE(data, at);
    yield [name, bytes];
  }
}

/** The last box lasts to the end of the file. */
function withOpenLast(mp4: Buffer): Buffer {
  const bytes = Buffer.from(mp4);
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + length >= bytes.length) bytes.writeUInt32BE(0, at);
    at += length;
  }
  return bytes;
}

/** What only some programs play or show, by file name: its type, and how it is made. */
const rare: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'sound.aiff': ['audio/aiff', ...sine(1)],
  'sound.au': ['audio/basic', ...sine(1)],
  'sound.caf': ['audio/x-caf', ...sine(1)],
  'sound.ac3': ['audio/ac3', ...sine(1, 48_000)],
  'sound.wma': ['audio/x-ms-wma', ...sine(1, 44_100)],
  'film.avi': ['video/x-msvideo', ...film(1), ...sine(1), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'],
  'film.flv': ['video/x-flv', ...film(1), ...sine(1, 44_100), '-c:v', 'flv1', '-c:a', 'aac'],
  'film.ts': ['video/mp2t', ...film(1), ...sine(1, 48_000), ...x264, '-c:a', 'aac'],
  'film.wmv': ['video/x-ms-wmv', ...film(1), ...sine(1, 44_100)],
  'film.ogv': ['video/ogg', ...film(1), '-c:v', 'libtheora'],
  'image.bmp': ['image/bmp', ...film(0.1), '-frames:v', '1'],
  'image.tiff': ['image/tiff', ...film(0.1), '-frames:v', '1'],
};

/** Paths with their types; a film and an image are 64 × 36, a sound lasts a second. */
export function rareMedia(
  folder: string,
  names: readonly string[] = Object.keys(rare),
): readonly (readonly [path: string, contentType: string])[] {
  const chosen = Object.entries(rare).filter(([name]) => names.includes(name));
  return chosen.map(([name, [contentType, ...recipe]]) => {
    const path = join(folder, name);
    runFfmpeg(...recipe, path);
    return [path, contentType];
  });
}
