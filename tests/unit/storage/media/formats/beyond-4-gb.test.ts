import { expect, test } from 'vitest';
import type { ByteSource } from '../../../../../electron/storage/media/bytes';
import { isCutFile } from '../../../../../electron/storage/media/formats/cut';
import { describeWav } from '../../../../../electron/storage/media/formats/wav/layout';

const GB = 2 ** 30;
const ascii = (text: string) => Buffer.from(text, 'latin1');

function number(value: number, bytes: 2 | 4 | 8, isLittle = false): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(value));
  const kept = written.subarray(8 - bytes);
  return isLittle ? kept.reverse() : kept;
}

type Stretches = readonly (readonly [at: number, bytes: Uint8Array])[];

/** A file that is zeros but for a few stretches, without the disk or memory of one. */
function sparse(stretches: Stretches, size: number): ByteSource {
  return {
    size,
    async read(start, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - start)));
      for (const [at, part] of stretches)
        for (const [index, byte] of part.entries()) {
          const place = at + index - start;
          if (place >= 0 && place < bytes.length) bytes[place] = byte;
        }
      return bytes;
    },
  };
}

interface Large {
  readonly type: string;
  readonly size: number;
  readonly stretches: Stretches;
}

const wav = (samples: number): Large => ({
  type: 'audio/wav',
  size: 80 + samples,
  stretches: [
    [0, Buffer.concat([ascii('RF64'), number(0xffff_ffff, 4), ascii('WAVEds64'), number(28, 4, true)])],
    [20, Buffer.concat([number(72 + samples, 8, true), number(samples, 8, true), Buffer.alloc(12)])],
    [48, Buffer.concat([ascii('fmt '), number(16, 4, true), number(1, 2, true), number(1, 2, true)])],
    [60, Buffer.concat([number(24_000, 4, true), number(48_000, 4, true), number(2, 2, true)])],
    [70, Buffer.concat([number(16, 2, true), ascii('data'), number(0xffff_ffff, 4)])],
  ],
});

const mp4 = (media: number): Large => ({
  type: 'video/mp4',
  size: 16 + 16 + media + 16,
  stretches: [
    [0, Buffer.concat([number(16, 4), ascii('ftypisom'), Buffer.alloc(4)])],
    [16, Buffer.concat([number(1, 4), ascii('mdat'), number(16 + media, 8)])],
    [32 + media, Buffer.concat([number(16, 4), ascii('moov'), number(8, 4), ascii('free')])],
  ],
});

const webm = (media: number): Large => ({
  type: 'video/webm',
  size: 20 + 12 + media,
  stretches: [
    [0, Buffer.from('1a45dfa38f4282847765626d4287810442858102', 'hex')],
    [20, Buffer.concat([Buffer.from('1853806701', 'hex'), number(media, 8).subarray(1)])],
  ],
});

const tiff = (pixels: number): Large => ({
  type: 'image/tiff',
  size: 16 + pixels + 8 + 40,
  stretches: [
    [0, Buffer.concat([ascii('II'), number(43, 2, true), number(8, 2, true), Buffer.alloc(2)])],
    [8, number(16 + pixels, 8, true)],
    [16 + pixels, number(2, 8, true)],
  ],
});

const psb = (layers: number): Large => ({
  type: 'image/vnd.adobe.photoshop',
  size: 26 + 4 + 4 + 8 + layers + 4,
  stretches: [
    [0, Buffer.concat([ascii('8BPS'), number(2, 2), Buffer.alloc(6), number(1, 2)])],
    [14, Buffer.concat([number(1, 4), number(1, 4), number(8, 2), number(1, 2)])],
    [34, number(layers, 8)],
  ],
});

const caf = (samples: number): Large => ({
  type: 'audio/x-caf',
  size: 8 + 12 + 32 + 12 + samples,
  stretches: [
    [0, Buffer.concat([ascii('caff'), number(1, 2), Buffer.alloc(2), ascii('desc'), number(32, 8)])],
    [52, Buffer.concat([ascii('data'), number(samples, 8)])],
  ],
});

test('a file is cut where it ends early, on both sides of the sizes that 32 bits hold', async () => {
  const sizes = [2 * GB - 2, 2 * GB, 4 * GB - 200, 4 * GB + 2, 9 * GB];
  const found = sizes.flatMap((size) =>
    [wav, mp4, webm, tiff, psb, caf].map(async (make) => {
      const { type, size: whole, stretches } = make(size);
      const isCut = (bytes: number) => isCutFile(sparse(stretches, bytes), type);
      return [size, type, await isCut(whole), await isCut(whole - 1_000), await isCut(whole - size + 100)];
    }),
  );
  for (const [size, type, ...isCut] of await Promise.all(found))
    expect([size, type, ...isCut]).toEqual([size, type, false, true, true]);
});

test('a WAV beyond 4 GB tells how long it plays', async () => {
  const { size, stretches } = wav(48_000 * 100_000);
  expect(size).toBeGreaterThan(4 * GB);
  expect(await describeWav(sparse(stretches, size))).toMatchObject({ durationMs: 100_000_000 });
});
