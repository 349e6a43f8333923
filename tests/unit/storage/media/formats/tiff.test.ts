/** Forms of TIFF that FFmpeg doesn't write: tiles, planes, differences and both orders of bytes. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeTiff as decodeAny } from '../../../../../electron/storage/media/formats/tiff/decode';
import { processorMs } from '../../../../support/processor-time';

/** They have no JPEG inside. */
const decodeTiff = (bytes: Uint8Array) => decodeAny(bytes, () => Promise.reject(new Error('a JPEG')));

const [width, height] = [21, 13];

interface Form {
  readonly isLittle: boolean;
  readonly bits: 8 | 16;
  readonly samples: 1 | 3 | 4;
  readonly tile?: number;
  readonly isPlanar?: boolean;
  readonly predictor?: 2;
  /** 1: the colors are multiplied with it. */
  readonly alpha?: 1 | 2;
}

const alphaAt = (x: number) => (x % 2 === 0 ? 255 : 128);
const colorAt = (x: number, y: number, sample: number) => (x * 11 + y * 17 + sample * 60) % 256;

function sampleAt({ alpha }: Form, x: number, y: number, sample: number): number {
  if (sample === 3) return alphaAt(x);
  return alpha === 1 ? Math.round((colorAt(x, y, sample) * alphaAt(x)) / 255) : colorAt(x, y, sample);
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly planes: readonly number[];
}

const range = (count: number, step = 1) =>
  Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);

const packed = ({ isLittle }: Form, bytes: 1 | 2 | 4, values: readonly number[]): Buffer => {
  const block = Buffer.alloc(values.length * bytes);
  for (const [at, value] of values.entries())
    if (isLittle) block.writeUIntLE(value, at * bytes, bytes);
    else block.writeUIntBE(value, at * bytes, bytes);
  return block;
};

/** A tile or strip, with zeros where it is beyond the image. */
function partOf(form: Form, { left, top, columns, rows, planes }: Place): Buffer {
  const [most, factor] = form.bits === 16 ? [65_536, 257] : [256, 1];
  const at = (x: number, y: number, sample: number) =>
    x >= left && x < width && y < height ? sampleAt(form, x, y, sample) * factor : 0;
  const values = range(rows).flatMap((y) =>
    range(columns).flatMap((x) =>
      planes.map((sample) => {
        const [here, before] = [0, 1].map((back) => at(left + x - back, top + y, sample));
        return ((here ?? 0) - (form.predictor === 2 ? (before ?? 0) : 0) + most) % most;
      }),
    ),
  );
  return deflateSync(packed(form, form.bits === 16 ? 2 : 1, values));
}

function placesOf({ samples, tile, isPlanar }: Form): readonly Place[] {
  const [columns, most] = [tile ?? width, tile ?? 4];
  const planes = range(samples);
  return (isPlanar ? planes.map((one) => [one]) : [planes]).flatMap((group) =>
    range(height, most).flatMap((top) =>
      range(width, columns).map((left) => {
        const rows = tile ?? Math.min(most, height - top);
        return { left, top, columns, rows, planes: group };
      }),
    ),
  );
}

type Entry = readonly [tag: number, values: readonly number[]];

function entriesOf(form: Form, parts: readonly Buffer[]): readonly Entry[] {
  const { bits, samples, tile, isPlanar, predictor = 1, alpha } = form;
  const offsets = parts.map((_, index) => 8 + Buffer.concat(parts.slice(0, index)).length);
  const lengths = parts.map(({ length }) => length);
  const strips: readonly Entry[] = [
    [273, offsets],
    [278, [4]],
    [279, lengths],
  ];
  const tiles: readonly Entry[] = [
    [322, [tile ?? 0]],
    [323, [tile ?? 0]],
    [324, offsets],
    [325, lengths],
  ];
  const color: readonly Entry[] = [
    [262, [samples === 1 ? 1 : 2]],
    [277, [samples]],
    [284, [isPlanar ? 2 : 1]],
  ];
  const size: readonly Entry[] = [
    [256, [width]],
    [257, [height]],
    [258, range(samples).map(() => bits)],
    [259, [8]],
  ];
  const extra: readonly Entry[] = alpha ? [[338, [alpha]]] : [];
  return [...size, ...color, [317, [predictor]], ...(tile ? tiles : strips), ...extra];
}

function tiffOf(form: Form): Uint8Array {
  const parts = placesOf(form).map((place) => partOf(form, place));
  const entries = entriesOf(form, parts);
  const start = 8 + Buffer.concat(parts).length;
  const behind: Buffer[] = [];
  const lines = entries.map(([tag, values]) => {
    const [only = 0, ...more] = values;
    const place = start + 2 + 12 * entries.length + Buffer.concat(behind).length;
    if (more.length > 0) behind.push(packed(form, 4, values));
    const line = [
      packed(form, 2, [tag, 4]),
      packed(form, 4, [values.length, more.length > 0 ? place : only]),
    ];
    return Buffer.concat(line);
  });
  const order = Buffer.from(form.isLittle ? 'II' : 'MM');
  const head = [order, packed(form, 2, [42]), packed(form, 4, [start])];
  return Buffer.concat([...head, ...parts, packed(form, 2, [entries.length]), ...lines, ...behind]);
}

test.each<Form>([
  { isLittle: true, bits: 8, samples: 3, tile: 16 },
  { isLittle: false, bits: 16, samples: 3, tile: 16, predictor: 2 },
  { isLittle: false, bits: 8, samples: 3, isPlanar: true },
  { isLittle: true, bits: 16, samples: 4, predictor: 2, alpha: 2 },
  { isLittle: true, bits: 8, samples: 4, isPlanar: true, tile: 16, alpha: 1 },
  { isLittle: false, bits: 16, samples: 1, predictor: 2 },
])('%j has its pixels', async (form) => {
  const { data, ...size } = await decodeTiff(tiffOf(form));
  expect(size).toEqual({ width, height });
  const expected = Array.from({ length: width * height * 4 }, (_, at) => {
    const [x, y, color] = [(at >> 2) % width, Math.floor((at >> 2) / width), at & 3];
    if (color === 3) return form.samples === 4 ? alphaAt(x) : 255;
    return colorAt(x, y, form.samples === 1 ? 0 : color);
  });
  // What was multiplied with 128 of 255 has lost a bit.
  const apart = expected.filter(
    (value, at) => Math.abs(value - (data[at] ?? 0)) > (form.alpha === 1 ? 1 : 0),
  );
  expect(apart).toEqual([]);
});

test('a changed byte of a strip is an error: what would be shown is not what was given', async () => {
  const form = { isLittle: true, bits: 8, samples: 3 } as const;
  const strips = placesOf(form).map((place) => partOf(form, place));
  const whole = tiffOf(form);
  const changed = (at: number) =>
    Uint8Array.from(whole, (byte, place) => (place === at ? byte ^ 0x55 : byte));
  for (let at = 8; at < 8 + Buffer.concat(strips).length; at += 1)
    await expect(decodeTiff(changed(at)), `the byte ${at}`).rejects.toThrow();
});

test('a tile far larger than its image is refused before it is unpacked', async () => {
  const bytes = Buffer.from(tiffOf({ isLittle: true, bits: 8, samples: 1, tile: 16 }));
  const ofWidth = bytes.indexOf(Buffer.from([322 & 255, 322 >> 8, 4, 0, 1, 0, 0, 0, 16, 0]));
  bytes.writeUInt32LE(1_000_000, ofWidth + 8);
  await expect(decodeTiff(bytes)).rejects.toThrow('a form of TIFF that is not read');
});

test('cut anywhere, or with any byte changed, it is an image or an error, at once', async () => {
  const whole = tiffOf({ isLittle: true, bits: 8, samples: 3, tile: 16, predictor: 2 });
  const begun = processorMs();
  for (let at = 0; at < whole.length; at += 7)
    for (const bytes of [
      whole.subarray(0, at),
      Uint8Array.from(whole, (byte, place) => (place === at ? ~byte : byte)),
    ])
      try {
        expect((await decodeTiff(bytes)).data.length % 4).toBe(0);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
  expect(processorMs() - begun).toBeLessThan(20_000);
});
