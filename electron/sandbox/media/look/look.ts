/** Describes an image: it is really decoded, so the description can only come from its bytes. */
import { createHash } from 'node:crypto';
import { createCanvas, Image } from '@napi-rs/canvas';
import {
  formatOfPicture,
  type InnerText,
  type PictureFormat,
  UNREADABLE_PICTURE,
  wordsInside,
} from './image-file';

export interface ColorShare {
  /** `#rrggbb`, the average of what is so called. */
  readonly hex: string;
  readonly name: string;
  /** 0 to 1, of the picture's visible pixels. */
  readonly share: number;
}

/** The description of an image. */
export interface Sight {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** The first twelve hexadecimal digits of the bytes' SHA-256. */
  readonly fingerprint: string;
  /** At most three, the largest share first. */
  readonly colors: readonly ColorShare[];
  readonly texts: readonly InnerText[];
}

/** Decoded, a pixel takes four bytes: 200 MB. */
const MAX_PIXELS = 50_000_000;
const SAMPLE_SIDE = 64;
const MAX_COLORS = 3;

/** @throws Error named {@link UNREADABLE_PICTURE}, whose message says why. */
export async function lookAt(bytes: Uint8Array): Promise<Sight> {
  const format = formatOfPicture(bytes);
  const image = format === null ? null : await decode(bytes);
  if (format === null || image === null) throw unreadable('could not be decoded');
  return {
    format,
    width: image.width,
    height: image.height,
    bytes: bytes.length,
    fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 12),
    colors: colorsOf(sample(image)),
    texts: wordsInside(bytes, format),
  };
}

async function decode(bytes: Uint8Array): Promise<Image | null> {
  const image = new Image();
  try {
    image.src = Buffer.from(bytes);
    if (image.width * image.height > MAX_PIXELS) throw unreadable('has more than 50 million pixels');
    await image.decode();
  } catch (error) {
    if (error instanceof Error && error.name === UNREADABLE_PICTURE) throw error;
    return null;
  }
  return image.width > 0 && image.height > 0 ? image : null;
}

function unreadable(why: string): Error {
  const error = new Error(`the picture ${why}`);
  error.name = UNREADABLE_PICTURE;
  return error;
}

function sample(image: Image): Uint8ClampedArray {
  const canvas = createCanvas(SAMPLE_SIDE, SAMPLE_SIDE);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  return context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data;
}

interface Pool {
  count: number;
  readonly sums: [number, number, number];
}

function colorsOf(pixels: Uint8ClampedArray): readonly ColorShare[] {
  const pools = new Map<string, Pool>();
  let visible = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    visible += 1;
    const name = nameOfColor(red, green, blue);
    const pool = pools.get(name) ?? { count: 0, sums: [0, 0, 0] };
    pool.count += 1;
    for (const [index, part] of [red, green, blue].entries()) pool.sums[index as 0 | 1 | 2] += part;
    pools.set(name, pool);
  }
  return [...pools]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, MAX_COLORS)
    .map(([name, { count, sums }]) => ({ name, share: count / visible, hex: hexOf(sums, count) }));
}

const hexOf = (sums: readonly number[], count: number): string =>
  `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const hues: readonly (readonly [until: number, name: string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'cyan'],
  [255, 'blue'],
  [290, 'violet'],
  [345, 'pink'],
  [361, 'red'],
];

/** The everyday name of a color; each part from 0 to 255. */
function nameOfColor(red: number, green: number, blue: number): string {
  const high = Math.max(red, green, blue);
  const spread = high - Math.min(red, green, blue);
  const lightness = (high + Math.min(red, green, blue)) / 510;
  if (lightness < 0.12) return 'black';
  if (lightness > 0.92) return 'white';
  if (spread < 30) return 'grey';
  const hue = hueOf(red, green, blue, high, spread);
  return hues.find(([until]) => hue < until)?.[1] ?? 'red';
}

/** In degrees, from 0 to 360. */
function hueOf(red: number, green: number, blue: number, high: number, spread: number): number {
  if (high === red) return (((green - blue) / spread) * 60 + 360) % 360;
  if (high === green) return ((blue - red) / spread) * 60 + 120;
  return ((red - green) / spread) * 60 + 240;
}
