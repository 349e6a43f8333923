/** How long files are that state it nowhere, against what FFmpeg made; what does not tell stays unknown. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { sniffMedia } from '../../../../../electron/storage/media/formats/sniff';
import { runFfmpeg } from '../../../../support/ffmpeg';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-lengths-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tone = (seconds: number, rate = 48_000) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}:r=${rate}`];
const film = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=s=64x36:r=10:d=${seconds}`];
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '5'];
const dts = ['-c:a', 'dca', '-strict', '-2'];

function made(name: string, options: readonly string[]): Buffer {
  const path = join(folder, name);
  runFfmpeg(...options, path);
  return readFileSync(path);
}

const typeOf = (bytes: Uint8Array) => sniffMedia(bytes.subarray(0, 16_384))?.contentType ?? '';
const factsOf = (bytes: Uint8Array) => describeMedia(bytes, typeOf(bytes));

describe('sound without a container', () => {
  test.each([
    ['mono.mp2', tone(2), 'audio/mp2', 48_000, 1, 1_152],
    ['stereo.mp2', [...tone(2, 44_100), '-ac', '2'], 'audio/mp2', 44_100, 2, 1_152],
    ['half.mp2', tone(2, 24_000), 'audio/mp2', 24_000, 1, 1_152],
    ['mono.aac', tone(2), 'audio/aac', 48_000, 1, 1_024],
    ['odd.aac', [...tone(2, 44_100), '-ac', '2'], 'audio/aac', 44_100, 2, 1_024],
    ['six.ac3', [...tone(2), '-ac', '6'], 'audio/ac3', 48_000, 6, 1_536],
    ['odd.ac3', tone(2, 44_100), 'audio/ac3', 44_100, 1, 1_536],
    ['six.eac3', [...tone(2), '-ac', '6'], 'audio/eac3', 48_000, 6, 1_536],
    ['odd.eac3', tone(2, 44_100), 'audio/eac3', 44_100, 1, 1_536],
    [
      'six.dts',
      [...tone(2), '-af', 'aformat=channel_layouts=5.1(side)', ...dts],
      'audio/vnd.dts',
      48_000,
      6,
      512,
    ],
    ['odd.dts', [...tone(2, 44_100), '-ac', '2', ...dts], 'audio/vnd.dts', 44_100, 2, 512],
  ] as const)('%s is as long as its frames', async (name, options, type, sampleRate, channels, frame) => {
    const bytes = made(name, options);
    expect(typeOf(bytes)).toBe(type);
    const facts = await factsOf(bytes);
    expect(facts).toMatchObject({ sampleRate, channels });
    // Whole frames, the last of which is filled up; some encoders begin with one or two of delay.
    const frameMs = (frame / sampleRate) * 1_000;
    const many = (facts.durationMs ?? 0) / frameMs;
    expect(Math.abs(many - Math.round(many))).toBeLessThan(0.06);
    expect(facts.durationMs).toBeGreaterThanOrEqual(2_000 - frameMs);
    expect(facts.durationMs).toBeLessThanOrEqual(2_000 + 3 * frameMs);
    // A tag behind it isn’t part of it; anything else leaves its length unknown.
    const tagged = Buffer.concat([bytes, Buffer.from('TAG'.padEnd(128, 'x'))]);
    expect((await factsOf(tagged)).durationMs).toBe(facts.durationMs);
    const broken = Buffer.concat([bytes, Buffer.alloc(400, 0x55), bytes]);
    expect((await factsOf(broken)).durationMs).toBeNull();
    const half = await factsOf(bytes.subarray(0, Math.floor(bytes.length / 2) + 17));
    expect(half).toMatchObject({ isCut: true });
    expect(Math.abs((half.durationMs ?? 0) * 2 - (facts.durationMs ?? 0))).toBeLessThan(3 * frameMs);
  });

  test.each([
    ['mono.wv', tone(2), 48_000, 1],
    ['stereo.wv', [...tone(2, 44_100), '-ac', '2'], 44_100, 2],
    ['plain.w64', tone(2), 48_000, 1],
    ['six.w64', [...tone(2, 44_100), '-ac', '6', '-c:a', 'pcm_s24le'], 44_100, 6],
    ['float.w64', [...tone(2), '-c:a', 'pcm_f32le'], 48_000, 1],
  ] as const)('%s is as long as its samples', async (name, options, sampleRate, channels) => {
    const bytes = made(name, options);
    expect(await factsOf(bytes)).toMatchObject({ durationMs: 2_000, sampleRate, channels });
    const half = await factsOf(bytes.subarray(0, Math.floor(bytes.length / 2)));
    expect(half).toMatchObject({ isCut: true });
    expect(half.durationMs ?? 0).toBeLessThan(1_100);
  });

  test('a Wave64 of packed samples, which has no even size of a sample, is of unknown length', async () => {
    const bytes = made('packed.w64', [...tone(2), '-c:a', 'adpcm_ms']);
    expect((await factsOf(bytes)).durationMs).toBeNull();
  });
});

describe('a film in fragments', () => {
  const flags = (names: string) => ['-movflags', names];
  test.each([
    ['video.mp4', [...film(3), ...x264, ...flags('frag_keyframe+empty_moov')], 3_000],
    ['hybrid.mp4', [...film(3), ...x264, ...flags('frag_keyframe')], 3_000],
    ['frames.mp4', [...film(3), ...x264, ...flags('frag_every_frame+empty_moov')], 3_000],
    ['dash.mp4', [...film(3), ...x264, ...flags('dash+frag_keyframe+empty_moov+global_sidx')], 3_000],
    ['delayed.mp4', [...film(3), ...tone(3), ...x264, ...flags('frag_keyframe+delay_moov')], 3_000],
    ['base.mp4', [...film(3), ...x264, ...flags('frag_keyframe+empty_moov+default_base_moof')], 3_000],
    ['reordered.mp4', [...film(3), ...x264, '-bf', '2', ...flags('frag_keyframe+delay_moov')], 3_000],
    [
      'sound.m4a',
      [...tone(3), '-f', 'mp4', ...flags('empty_moov+frag_custom+delay_moov'), '-frag_duration', '500000'],
      3_000,
    ],
  ] as const)('%s is as long as its fragments', async (name, options, durationMs) => {
    const bytes = made(name, options);
    const facts = await factsOf(bytes);
    expect(Math.abs((facts.durationMs ?? 0) - durationMs)).toBeLessThanOrEqual(25);
    expect(facts.isCut).toBeUndefined();
  });

  test('that is cut counts only fragments that are there, and says that it is cut', async () => {
    const bytes = made('cut.mp4', [...film(4), ...x264, ...flags('frag_keyframe+empty_moov')]);
    const places = [...bytes.toString('latin1').matchAll(/moof/g)].map(({ index }) => index);
    expect(places).toHaveLength(8);
    const facts = await factsOf(bytes.subarray(0, (places[3] ?? 0) + 60));
    expect(facts).toMatchObject({ durationMs: 1_500, isCut: true });
  });

  test('that begins later, as a recording of a broadcast, is as long as what is there', async () => {
    const late = made('late.mp4', [
      ...film(3),
      ...x264,
      '-output_ts_offset',
      '60',
      ...flags('frag_keyframe+empty_moov'),
    ]);
    expect((await factsOf(late)).durationMs).toBe(3_000);
  });

  test('whose samples have no stated duration is of unknown length', async () => {
    const bytes = Buffer.from(
      made('silent.mp4', [...film(1), ...x264, ...flags('frag_keyframe+empty_moov')]),
    );
    // The default of the index and that of the fragments are taken away.
    bytes.writeUInt32BE(0, bytes.indexOf('trex') + 16);
    for (let at = bytes.indexOf('tfhd'); at >= 0; at = bytes.indexOf('tfhd', at + 4))
      bytes.writeUInt32BE(bytes.readUInt32BE(at + 4) & ~8, at + 4);
    const isEach = (bytes.readUInt32BE(bytes.indexOf('trun') + 4) & 0x100) !== 0;
    expect((await factsOf(bytes)).durationMs === null).toBe(!isEach);
  });
});

test('a FLAC or AAC with no frame behind its head is read at once, and has no length', async () => {
  const flac = made('whole.flac', [...tone(1), '-c:a', 'flac']);
  const head = flac.subarray(0, flac.indexOf(Buffer.from([0xff, 0xf8])));
  head.fill(0, 22, 26);
  expect(await factsOf(head)).toMatchObject({ durationMs: null, sampleRate: 48_000, channels: 1 });
  const aac = made('whole.aac', [...tone(1), '-c:a', 'aac']);
  const after = Buffer.concat([aac.subarray(0, 400), Buffer.alloc(2_000, 0xff)]);
  expect((await factsOf(after)).durationMs).toBeNull();
});
