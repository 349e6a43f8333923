import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { runFfmpeg } from '../../../../support/ffmpeg';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-frames-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A video of one second at a rate, in a container and codec. */
function film(name: string, rate: string, ...options: readonly string[]): Buffer {
  const path = join(folder, name);
  runFfmpeg('-f', 'lavfi', '-i', `testsrc=s=64x36:r=${rate}:d=1`, '-pix_fmt', 'yuv420p', ...options, path);
  return readFileSync(path);
}

const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
const vp8 = ['-c:v', 'libvpx'];

describe('the rate of a video', () => {
  test.each([
    ['h.mp4', 'video/mp4', '25', x264],
    ['ntsc.mp4', 'video/mp4', '30000/1001', x264],
    ['fragments.mp4', 'video/mp4', '50', [...x264, '-movflags', 'frag_keyframe+empty_moov']],
    ['defaults.mp4', 'video/mp4', '60', [...x264, '-movflags', 'frag_keyframe+empty_moov+default_base_moof']],
    ['m.mov', 'video/quicktime', '12', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']],
    ['v.webm', 'video/webm', '30', vp8],
    ['v.mkv', 'video/x-matroska', '24000/1001', x264],
    ['v.ogv', 'video/ogg', '15', ['-c:v', 'libtheora']],
    ['v.avi', 'video/x-msvideo', '20', ['-c:v', 'mpeg4']],
  ])('%s states its own', async (name, contentType, rate, options) => {
    const [frames = 0, seconds = 1] = rate.split('/').map(Number);
    const { frameRate } = await describeMedia(film(name, rate, ...options), contentType);
    expect(frameRate).toBeCloseTo(frames / seconds, 3);
  });

  test('of a recording that states none is counted', async () => {
    const bytes = film('recorded.webm', '30', ...vp8);
    const at = bytes.indexOf(Buffer.from([0x23, 0xe3, 0x83]));
    bytes.set([0xec, 0x80 | (8 - 2)], at);
    expect((await describeMedia(bytes, 'video/webm')).frameRate).toBe(30);
  });

  test('is that of most frames where they last differently', async () => {
    const bytes = film('uneven.mp4', '10', ...x264, '-vf', "setpts='if(lt(N,8),N,N+5)/10/TB'", '-vsync', '2');
    expect((await describeMedia(bytes, 'video/mp4')).frameRate).toBeCloseTo(10, 3);
  });
});

describe('the codec of a file', () => {
  test.each([
    ['h.mp4', 'video/mp4', 'H.264', x264],
    ['x.mp4', 'video/mp4', 'HEVC', ['-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=none']],
    ['x.mkv', 'video/x-matroska', 'HEVC', ['-c:v', 'libx265', '-x265-params', 'log-level=none']],
    ['p.mov', 'video/quicktime', 'ProRes', ['-c:v', 'prores', '-pix_fmt', 'yuv422p10le']],
    ['4.mp4', 'video/mp4', 'MPEG-4 Visual', ['-c:v', 'mpeg4']],
    ['v.webm', 'video/webm', 'VP8', vp8],
  ])('%s is named', async (name, contentType, videoCodec, options) => {
    expect(await describeMedia(film(name, '10', ...options), contentType)).toMatchObject({ videoCodec });
  });

  test('of a sound too', async () => {
    const path = join(folder, 'a.m4a');
    runFfmpeg('-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'alac', path);
    expect(await describeMedia(readFileSync(path), 'audio/mp4')).toMatchObject({ audioCodec: 'ALAC' });
  });
});
