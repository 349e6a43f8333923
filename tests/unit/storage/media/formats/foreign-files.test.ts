/** Files of other programs that were once taken for something else, for shorter or longer, or for cut. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../../electron/storage/media/bytes';
import { isCutFile } from '../../../../../electron/storage/media/formats/cut';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { sniffBytes, sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import { refineType } from '../../../../../electron/storage/media/formats/sniff-file';
import { runFfmpeg } from '../../../../support/ffmpeg';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tone = (rate = 44_100, seconds = 1.5) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}:r=${rate}`];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=1.2'];
const still = ['-f', 'lavfi', '-i', 'testsrc=s=61x33:d=0.1', '-frames:v', '1'];
const bare = ['-write_xing', '0', '-id3v2_version', '0'];

function made(name: string, ...options: readonly string[]): Buffer {
  const path = join(folder, name);
  runFfmpeg(...options, path);
  return readFileSync(path);
}

/** As a program writes it that can't go back in its file. */
const piped = (format: string, ...options: readonly string[]) =>
  runFfmpeg(...options, '-f', format, 'pipe:1');

async function factsOf(bytes: Uint8Array) {
  const known = sniffMedia(bytes.subarray(0, sniffBytes));
  const type = known && (await refineType(bytesSource(bytes), known));
  return { ...type, ...(await describeMedia(bytes, type?.contentType ?? '')) };
}

/** Where each of the places would end the file early. */
async function cutAnywhere(bytes: Uint8Array): Promise<readonly boolean[]> {
  const type = sniffMedia(bytes.subarray(0, sniffBytes))?.contentType ?? '';
  const places = [0.3, 0.5, 0.7, 0.9, 0.97].map((share) => Math.floor(bytes.length * share) + 1);
  return await Promise.all(places.map((place) => isCutFile(bytesSource(bytes.slice(0, place)), type)));
}
const cutEach = [true, true, true, true, true];

describe('MP3', () => {
  let sound: Buffer;
  const seconds = (bytes: Buffer) =>
    factsOf(bytes).then(({ durationMs }) => Math.round((durationMs ?? 0) / 50));
  beforeAll(() => {
    sound = made('bare.mp3', ...tone(), ...bare);
  });

  test.each([
    ['blanks', Buffer.from('\r\n')],
    ['zeros', Buffer.alloc(500)],
    ['noise', Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 37) % 251))],
    ['a tag of APE', Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(24, 1)])],
    [
      'a tag with zeros behind it',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.alloc(700)]),
    ],
    ['a tag that says it is longer than it is', Buffer.from('ID3\x03\0\0\0\0\x03\x74', 'latin1')],
  ])('behind %s is one, as long as its frames, and cut only where it ends early', async (_, before) => {
    const bytes = Buffer.concat([before, sound]);
    const facts = await factsOf(bytes);
    expect(facts).toMatchObject({ contentType: 'audio/mpeg', sampleRate: 44_100, channels: 1 });
    expect(facts.isCut).toBeUndefined();
    expect(facts.durationMs).toBeGreaterThan(1_450);
    expect(facts.durationMs).toBeLessThan(1_560);
    expect(await cutAnywhere(bytes)).toEqual(cutEach);
  });

  test('that begins within a frame is one', async () => {
    expect(await factsOf(sound.subarray(300))).toMatchObject({
      contentType: 'audio/mpeg',
      sampleRate: 44_100,
    });
  });

  test('in parts behind each other, each with its tag, is as long as all of them, and cut in any of them', async () => {
    const part = made('tagged.mp3', ...tone(), '-metadata', 'title=T');
    const bytes = Buffer.concat([part, part, part]);
    expect(await factsOf(bytes)).toMatchObject({ durationMs: 4_500 });
    expect(await cutAnywhere(bytes)).toEqual(cutEach);
  });

  test('of two sample rates, or with noise in its middle, is whole and as long as both', async () => {
    const other = made('other.mp3', ...tone(48_000), ...bare);
    const noisy = Buffer.concat([sound, Buffer.alloc(333, 0x55), sound]);
    for (const bytes of [Buffer.concat([sound, other]), noisy]) {
      expect(await seconds(bytes)).toBe(Math.round((2 * 1_545) / 50));
      expect((await factsOf(bytes)).isCut).toBeUndefined();
    }
  });

  test('is none where four frames in a row only seem to be there', () => {
    const noise = Uint8Array.from({ length: 16_000 }, (_, at) => (at % 300 === 0 ? 0xff : (at * 97) & 0x7f));
    expect(sniffMedia(noise)).toBeNull();
  });
});

describe('WAV', () => {
  /** The length of the file itself where that of the whole is `null`. */
  const lengths = (whole: number | null, data: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32LE(whole ?? bytes.length, 4);
    if (data > 0) copy.writeUInt32LE(data, bytes.indexOf('data') + 4);
    return copy;
  };
  const plain = () => made('plain.wav', ...tone(), '-fflags', '+bitexact', '-bitexact');

  test('that counts its head, or knows only the length of its samples, is whole; and is cut where it ends early', async () => {
    for (const change of [lengths(null, 0), lengths(0, 0), lengths(0xffff_ffff, 0)]) {
      const bytes = change(plain());
      expect((await factsOf(bytes)).isCut).toBeUndefined();
      expect(await cutAnywhere(bytes)).toEqual(cutEach);
    }
  });

  test('whose lengths are all ones less what comes before is as long as its samples, and not cut', async () => {
    const facts = await factsOf(lengths(0xffff_fff7, 0xffff_ffd3)(plain()));
    expect(facts).toMatchObject({ durationMs: 1_500 });
    expect(facts.isCut).toBeUndefined();
  });

  test.each([
    ['libmp3lame', 1_525],
    ['adpcm_yamaha', 1_533],
    ['flac', 1_500],
  ])('with sound of another format (%s) is as long as its samples', async (codec, durationMs) => {
    expect(await factsOf(made(`${codec}.wav`, ...tone(), '-c:a', codec))).toMatchObject({ durationMs });
  });
});

describe('WebM and Matroska', () => {
  test('that were sent while they were made are as long as their frames, and cut where a frame is', async () => {
    const opus = ['-c:a', 'libopus'];
    const files = [
      piped('webm', ...tone(48_000), ...opus),
      made('live.webm', ...film, ...tone(48_000), '-c:v', 'libvpx', ...opus, '-live', '1'),
      piped('matroska', ...film, ...tone(48_000), '-c:v', 'mpeg4', '-c:a', 'aac'),
    ];
    for (const bytes of files) {
      const facts = await factsOf(bytes);
      expect(facts.isCut).toBeUndefined();
      expect(Math.abs((facts.durationMs ?? 0) - 1_510)).toBeLessThanOrEqual(30);
      expect(await cutAnywhere(bytes)).toEqual(cutEach);
    }
  });

  test('with pixels that are wider than high are as wide as they are seen', async () => {
    const wide = made('wide.webm', ...film, '-c:v', 'libvpx', '-vf', 'setsar=2');
    expect(await factsOf(wide)).toMatchObject({ width: 128, height: 36 });
  });
});

describe('Ogg', () => {
  test('with sounds beside each other is as long as one of them', async () => {
    const maps = ['-map', '0', '-map', '1', '-c:a', 'libvorbis'];
    expect(await factsOf(made('two.ogg', ...tone(), ...tone(), ...maps))).toMatchObject({
      durationMs: 1_500,
    });
  });

  test('with a film names the sound beside it, and is as long as the longer one', async () => {
    const codecs = ['-c:v', 'libtheora', '-c:a', 'libvorbis'];
    const facts = await factsOf(made('both.ogv', ...film, ...tone(), ...codecs));
    expect(facts).toMatchObject({
      width: 64,
      height: 36,
      durationMs: 1_500,
      sampleRate: 44_100,
      channels: 1,
    });
  });

  test('with a cover that can’t be read is as long as it is', async () => {
    const cover = ['-metadata', `METADATA_BLOCK_PICTURE=${'QUJD'.repeat(9_000)}`];
    const bytes = made('cover.opus', ...tone(48_000), '-c:a', 'libopus', ...cover);
    expect(await factsOf(bytes)).toMatchObject({ durationMs: 1_500, sampleRate: 48_000, channels: 1 });
  });
});

describe('MP4 and QuickTime', () => {
  test.each(['XAVC', 'piff', 'M4P ', 'isob', 'cmfv', 'zzzz'])('of the brand %s is a video', async (brand) => {
    const bytes = made('film.mp4', ...film, '-c:v', 'mpeg4');
    const end = bytes.readUInt32BE(0);
    for (let at = 8; at < end; at += at === 8 ? 8 : 4) bytes.write(brand, at, 'latin1');
    expect(await factsOf(bytes)).toMatchObject({ contentType: 'video/mp4', width: 64, height: 36 });
  });

  test('of before 2001, which name no brand, are a film', async () => {
    const bytes = made('film.mov', ...film, '-c:v', 'mjpeg');
    const end = bytes.readUInt32BE(0);
    bytes.write('free', 4, 'latin1');
    bytes.fill(0, 8, end);
    expect(await factsOf(bytes)).toMatchObject({ contentType: 'video/quicktime', width: 64, height: 36 });
    expect(sniffMedia(Buffer.from('The free software that is wide'))).toBeNull();
  });

  test('of sound alone are sound, with their length', async () => {
    const mov = made('sound.mov', ...tone(), '-c:a', 'aac');
    const { durationMs, ...facts } = await factsOf(mov);
    expect(facts).toMatchObject({ kind: 'audio', contentType: 'audio/quicktime' });
    expect(Math.abs((durationMs ?? 0) - 1_510)).toBeLessThanOrEqual(15);
    const mobile = await factsOf(made('sound.3gp', ...tone(), '-c:a', 'aac'));
    expect(mobile).toMatchObject({ kind: 'audio', sampleRate: 44_100 });
    expect(Math.abs((mobile.durationMs ?? 0) - 1_510)).toBeLessThanOrEqual(15);
  });

  test('with Dolby Digital have its channels, and those of high rates their rate', async () => {
    for (const codec of ['ac3', 'eac3'])
      expect(await factsOf(made(`${codec}.mp4`, ...tone(48_000), '-c:a', codec))).toMatchObject({
        channels: 1,
      });
    const high = made('high.m4a', ...tone(96_000), '-c:a', 'alac');
    expect(await factsOf(high)).toMatchObject({ sampleRate: 96_000, channels: 1 });
  });
});

describe('what few programs write', () => {
  test('has its length, and is cut where it ends early', async () => {
    const tta = made('a.tta', ...tone());
    expect(await factsOf(tta)).toMatchObject({ durationMs: 1_500, sampleRate: 44_100, channels: 1 });
    expect(await cutAnywhere(tta)).toEqual(cutEach);
    const amr = Buffer.concat([
      Buffer.from('#!AMR\n'),
      ...Array(75).fill(Buffer.from([0x3c, ...Array(31).fill(1)])),
    ]);
    expect(await factsOf(amr)).toMatchObject({ durationMs: 1_500, sampleRate: 8_000, channels: 1 });
    const ima = made('ima.aifc', ...tone(), '-c:a', 'adpcm_ima_qt', '-f', 'aiff');
    expect(await factsOf(ima)).toMatchObject({ durationMs: 1_501 });
  });

  test.each(['a.ppm', 'a.pgm', 'a.pam'])('%s has its size where its head states it', async (name) => {
    expect(await factsOf(made(name, ...still))).toMatchObject({ kind: 'image', width: 61, height: 33 });
  });

  const window = '\x10\0\0\0\0\0\0\0\0\0\0\0\x3c\0\0\0\x20\0\0\0';
  test.each([
    ['image/qoi', 'qoif\0\0\0\x3d\0\0\0\x21\x04\0'],
    ['image/x-exr', `\x76\x2f\x31\x01\x02\0\0\0displayWindow\0box2i\0${window}`],
    ['image/jls', '\xff\xd8\xff\xf7\0\x0b\x08\0\x21\0\x3d\x01\x01\x11\0'],
    ['image/vnd.radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 33 +X 61\n'],
    ['image/vnd.ms-dds', 'DDS \x7c\0\0\0\x07\x10\0\0\x21\0\0\0\x3d\0\0\0'],
    ['image/x-j2c', '\xff\x4f\xff\x51\0\x2f\0\0\0\0\0\x3e\0\0\0\x21\0\0\0\x01\0\0\0\0'],
  ])('%s too', async (contentType, head) => {
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(64)]);
    expect(await factsOf(bytes)).toMatchObject({ kind: 'image', contentType, width: 61, height: 33 });
  });

  test('an image of Apple’s tools has the size of its second chunk', async () => {
    const png = made('a.png', ...still);
    const chunk = Buffer.from('0000000443674249500020022bd5b37f', 'hex');
    expect(await factsOf(Buffer.concat([png.subarray(0, 8), chunk, png.subarray(8)]))).toMatchObject({
      width: 61,
      height: 33,
    });
  });

  test('a drawing that declares entities is a drawing', () => {
    const drawing =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY a "b">\n]>\n<svg width="1"/>';
    expect(sniffMedia(Buffer.from(drawing))?.contentType).toBe('image/svg+xml');
  });
});
