import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeAndHear } from '../../../../../electron/storage/media/formats/seen-and-heard';
import { type PcmFormat, waveFile } from '../../../../../shared/media/pcm';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seen-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function of(bytes: Uint8Array, contentType: string) {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return await seeAndHear(path, contentType);
}

/** Noise, so that an encoder uses every filter. @param hole where one pixel is half transparent */
function drawn(hole?: readonly [x: number, y: number]) {
  const canvas = createCanvas(97, 61);
  const context = canvas.getContext('2d');
  const image = context.createImageData(97, 61);
  for (let at = 0; at < image.data.length; at += 1)
    image.data[at] = at % 4 === 3 ? 255 : (at * at * 31 + (at >> 3)) % 256;
  if (hole !== undefined) image.data[4 * (hole[1] * 97 + hole[0]) + 3] = 128;
  context.putImageData(image, 0, 0);
  return canvas;
}

describe('transparency', () => {
  test('of a PNG is that of its pixels, wherever they are: an opaque one has none, whatever its header allows', async () => {
    const png = (hole?: readonly [number, number]) => of(drawn(hole).encodeSync('png'), 'image/png');
    expect((await png()).hasAlpha).toBe(false);
    for (const hole of [
      [0, 0],
      [96, 60],
      [50, 30],
    ] as const)
      expect((await png(hole)).hasAlpha).toBe(true);
  });

  test('of a WebP is what its header says, a JPEG has none, and what can’t be read is not known', async () => {
    expect((await of(drawn([3, 3]).encodeSync('webp'), 'image/webp')).hasAlpha).toBe(true);
    expect((await of(drawn().encodeSync('jpeg'), 'image/jpeg')).hasAlpha).toBe(false);
    expect((await of(new Uint8Array(5), 'image/png')).hasAlpha).toBeNull();
    expect((await of(new Uint8Array(5), 'image/avif')).hasAlpha).toBeNull();
  });
});

describe('silence', () => {
  const format: PcmFormat = {
    sampleRateHz: 8_000,
    channels: 1,
    bits: 16,
    encoding: 'integer',
    byteOrder: 'little',
  };
  /** One second, of which this share is a tone. */
  function tone(share: number): Uint8Array {
    const samples = Int16Array.from({ length: 8_000 }, (_, at) =>
      at < share * 8_000 ? Math.round(9_000 * Math.sin(at / 3)) : at % 3,
    );
    return new Uint8Array(samples.buffer);
  }

  test('is the share of the sound that nobody hears, though the waves of a tone pass through zero', async () => {
    for (const share of [0, 0.24, 1]) {
      const { silence } = await of(waveFile(tone(share), format), 'audio/wav');
      expect(silence).toBeCloseTo(1 - share, 2);
    }
  });

  test('is read in the forms that gateways send, and not known of others', async () => {
    const floats = new Uint8Array(Float32Array.from({ length: 800 }, (_, at) => Math.sin(at / 3)).buffer);
    expect(
      (await of(waveFile(floats, { ...format, bits: 32, encoding: 'float' }), 'audio/wav')).silence,
    ).toBe(0);
    const eight = new Uint8Array(800).fill(128);
    expect((await of(waveFile(eight, { ...format, bits: 8 }), 'audio/x-wav')).silence).toBe(1);
    expect(
      (await of(waveFile(eight, { ...format, bits: 8, encoding: 'mulaw' }), 'audio/wav')).silence,
    ).toBeNull();
    expect((await of(eight, 'audio/mpeg')).silence).toBeNull();
  });
});
