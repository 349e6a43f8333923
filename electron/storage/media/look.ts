/** What an image looks like, in 64 bits and a few colors: enough to find copies and similar ones without a model. */
import { createCanvas } from '@napi-rs/canvas';
import type { ColorName, Look } from '../../../shared/media/order';

type Drawable = Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0];

const columns = 9;
const rows = 8;
const sampleSide = 24;

/** @param image drawn already, such as a thumbnail */
export function lookOf(image: Drawable): Look {
  const sample = pixelsOf(image, sampleSide, sampleSide);
  return {
    likeness: stepsOf(pixelsOf(image, columns, rows)) + colorsOf(sample),
    color: mainColor(sample),
  };
}

/** Scaled down; what is transparent is seen on white. */
function pixelsOf(image: Drawable, width: number, height: number): Uint8ClampedArray {
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

/** Less is the noise of a compression. */
const leastStep = 1;

/** A difference hash: of each pixel whether the one to its right is brighter. */
function stepsOf(pixels: Uint8ClampedArray): string {
  const brightness = (row: number, column: number) => {
    const at = 4 * (row * columns + column);
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  };
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    let byte = 0;
    for (let column = 0; column + 1 < columns; column += 1)
      byte = 2 * byte + Number(brightness(row, column + 1) > brightness(row, column) + leastStep);
    text += byte.toString(16).padStart(2, '0');
  }
  return text;
}

const cells = 3;

/** The mean colors of three by three parts, row by row: where brightness has no steps, images differ by these. */
function colorsOf(pixels: Uint8ClampedArray): string {
  const side = sampleSide / cells;
  const sums = new Array<number>(cells * cells * 3).fill(0);
  for (let at = 0; at < pixels.length; at += 4) {
    const [row, column] = [Math.floor(at / 4 / sampleSide), (at / 4) % sampleSide];
    const cell = 3 * (cells * Math.floor(row / side) + Math.floor(column / side));
    for (const channel of [0, 1, 2])
      sums[cell + channel] = (sums[cell + channel] ?? 0) + (pixels[at + channel] ?? 0);
  }
  return sums
    .map((sum) =>
      Math.round(sum / side ** 2)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
}

/** The color that most pixels have; a bright one counts for more than the gray around it. */
function mainColor(pixels: Uint8ClampedArray): ColorName {
  const counts = new Map<ColorName, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const name = colorOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    const weight = colorless.includes(name) ? 1 : 2;
    counts.set(name, (counts.get(name) ?? 0) + weight);
  }
  const [[name] = ['gray' as ColorName]] = [...counts].sort(([, one], [, other]) => other - one);
  return name;
}

const colorless: readonly ColorName[] = ['black', 'gray', 'white'];

/** Where each hue ends, in degrees. */
const hues: readonly (readonly [end: number, name: ColorName])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [195, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
  [360, 'red'],
];

function colorOf(red: number, green: number, blue: number): ColorName {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (most + least) / 2 / 255;
  const saturation = most === 0 ? 0 : (most - least) / most;
  if (lightness < 0.12) return 'black';
  if (saturation < 0.14) return lightness > 0.86 ? 'white' : lightness < 0.2 ? 'black' : 'gray';
  const hue = hueOf(red, green, blue, most, most - least);
  const name = hues.find(([end]) => hue <= end)?.[1] ?? 'red';
  return shadeOf(name, { lightness, saturation });
}

/** Some shades of a hue have a name of their own. */
function shadeOf(
  name: ColorName,
  { lightness, saturation }: { lightness: number; saturation: number },
): ColorName {
  const isDark = lightness < 0.42;
  if (name === 'orange') return isDark ? 'brown' : name;
  if (name === 'pink') return isDark ? 'purple' : name;
  if (name !== 'red') return name;
  if (lightness > 0.7) return 'pink';
  return isDark && saturation < 0.8 ? 'brown' : name;
}

function hueOf(red: number, green: number, blue: number, most: number, range: number): number {
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
