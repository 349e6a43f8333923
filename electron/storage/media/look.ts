/** What an image looks like, in 64 bits and one color: enough to find copies and similar ones without a model. */
import { createCanvas } from '@napi-rs/canvas';
import type { ColorName, Look } from '../../../shared/media/order';

type Drawable = Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0];

const columns = 9;
const rows = 8;
const sampleSide = 24;

/** @param image drawn already, such as a thumbnail */
export function lookOf(image: Drawable): Look {
  return {
    likeness: likenessOf(pixelsOf(image, columns, rows)),
    color: mainColor(pixelsOf(image, sampleSide, sampleSide)),
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

/** A difference hash: of each pixel whether the one to its right is brighter. */
function likenessOf(pixels: Uint8ClampedArray): string {
  const brightness = (row: number, column: number) => {
    const at = 4 * (row * columns + column);
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  };
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    let byte = 0;
    for (let column = 0; column + 1 < columns; column += 1)
      byte = 2 * byte + Number(brightness(row, column + 1) > brightness(row, column));
    text += byte.toString(16).padStart(2, '0');
  }
  return text;
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
  [340, 'pink'],
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
  return (name === 'orange' || name === 'red') && lightness < 0.35 && saturation < 0.75 ? 'brown' : name;
}

function hueOf(red: number, green: number, blue: number, most: number, range: number): number {
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
