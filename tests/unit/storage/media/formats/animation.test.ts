/** Images that move: their frames, how long a round takes and how fast, from their headers. */
import { describe, expect, test } from 'vitest';
import { describeMedia } from '../../../../../electron/storage/media/formats/describe';
import { gifOf, picture } from '../../../../support/media-files';

const facts = async (bytes: Uint8Array, contentType: string) => {
  const { width, height, durationMs, frameRate, frames } = await describeMedia(bytes, contentType);
  return { width, height, durationMs, frameRate, frames };
};

const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const be32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const le = (value: number, length: number) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
};

/** @param delays in hundredths of a second */
function gif(delays: readonly number[]): Buffer {
  const frame = (delay: number) =>
    bytesOf([0x21, 0xf9, 4, 0], le(delay, 2), [0, 0], [0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0], [2, 2, 0x44, 1, 0]);
  return bytesOf('GIF89a', [2, 0, 1, 0, 0x80, 0, 0], new Uint8Array(6), ...delays.map(frame), [0x3b]);
}

async function apng(delays: readonly (readonly [top: number, below: number])[]): Promise<Buffer> {
  const png = Buffer.from(await picture('png', { width: 6, height: 4 }));
  const chunk = (name: string, data: Uint8Array) => bytesOf(be32(data.length), name, data, be32(0));
  const control = ([top, below]: readonly [number, number]) =>
    chunk('fcTL', bytesOf(new Uint8Array(20), [top >> 8, top & 255, below >> 8, below & 255], [0, 0]));
  const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
  return bytesOf(head, chunk('acTL', bytesOf(be32(delays.length), be32(0))), ...delays.map(control), rest);
}

function webp(milliseconds: readonly number[]): Buffer {
  const chunk = (name: string, data: Uint8Array) => bytesOf(name, le(data.length, 4), data);
  const frames = milliseconds.map((delay) =>
    chunk('ANMF', bytesOf(new Uint8Array(12), le(delay, 3), [3], chunk('VP8L', new Uint8Array(10)))),
  );
  const canvas = chunk('VP8X', bytesOf([2, 0, 0, 0], le(29, 3), le(19, 3)));
  const body = bytesOf('WEBP', canvas, chunk('ANIM', new Uint8Array(6)), ...frames);
  return bytesOf('RIFF', le(body.length, 4), body);
}

/** The index of a video with one track of pictures, and no still image. */
function sequence(brand: string, frames: number, ticks: number): Buffer {
  const box = (name: string, ...parts: (string | readonly number[] | Uint8Array)[]) => {
    const data = bytesOf(...parts);
    return bytesOf(be32(data.length + 8), name, data);
  };
  const timed = (length: number) => bytesOf(new Uint8Array(12), be32(1_000), be32(length));
  const times = box('stts', be32(0), be32(1), be32(frames), be32(ticks));
  const table = box('stbl', box('stsd', be32(0), be32(0)), times);
  const media = box(
    'mdia',
    box('mdhd', timed(frames * ticks), be32(0)),
    box('hdlr', be32(0), be32(0), 'pict', new Uint8Array(13)),
    box('minf', table),
  );
  const matrix = bytesOf(be32(65_536), new Uint8Array(12), be32(65_536), new Uint8Array(12), be32(2 ** 30));
  const track = box('tkhd', new Uint8Array(40), matrix, be32(320 * 65_536), be32(180 * 65_536));
  const head = box('mvhd', timed(frames * ticks), new Uint8Array(80));
  return bytesOf(box('ftyp', brand, be32(0), brand, 'mif1'), box('moov', head, box('trak', track, media)));
}

describe('an image that moves', () => {
  test('says how many frames it has and how long they take', async () => {
    const size = (width: number, height: number) => ({ width, height });
    expect(await facts(gif([10, 20, 30]), 'image/gif')).toEqual({
      ...{ ...size(2, 1), frames: 3, durationMs: 600, frameRate: 5 },
    });
    // A delay of next to nothing is a tenth of a second in every browser.
    expect(await facts(gif([0, 1]), 'image/gif')).toMatchObject({ frames: 2, durationMs: 200 });
    // Without a denominator, hundredths.
    const delays = [
      [1, 4],
      [25, 0],
    ] as const;
    expect(await facts(await apng(delays), 'image/png')).toEqual({
      ...{ ...size(6, 4), frames: 2, durationMs: 500, frameRate: 4 },
    });
    expect(await facts(webp([100, 100, 300, 500]), 'image/webp')).toEqual({
      ...{ ...size(30, 20), frames: 4, durationMs: 1_000, frameRate: 4 },
    });
  });

  test.each([
    ['avis', 'image/avif'],
    ['msf1', 'image/heic'],
    ['hevc', 'image/heic'],
  ])('has the size of its track where it has no still image: %s', async (brand, contentType) => {
    expect(await facts(sequence(brand, 20, 100), contentType)).toEqual({
      ...{ width: 320, height: 180, durationMs: 2_000, frameRate: 10, frames: 20 },
    });
  });

  test('is none with one frame, or where it states none', async () => {
    const still = { durationMs: null, frameRate: undefined, frames: undefined };
    expect(await facts(gifOf(3, 2), 'image/gif')).toMatchObject(still);
    for (const format of ['png', 'webp', 'avif'] as const)
      expect(await facts(await picture(format), `image/${format}`)).toMatchObject(still);
    expect(await facts(sequence('avis', 1, 100), 'image/avif')).toMatchObject(still);
    expect(await facts(gif([10, 20]).subarray(0, 25), 'image/gif')).toMatchObject(still);
  });
});
