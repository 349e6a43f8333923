/** Brightness and two differences of color (YCbCr; TIFF 6.0, section 21), where several pixels may share the differences. */
import type { Directory } from './directory';
import { tags } from './directory';

interface Part {
  readonly width: number;
  readonly rows: number;
}

/** Pixels that share their color: so many beside each other, so many below. */
const sharedBy = ({ all }: Directory): readonly [number, number] => {
  const [across = 2, down = 2] = all(tags.sharedColors);
  if (![1, 2, 4].includes(across) || ![1, 2, 4].includes(down))
    throw new Error('colors shared by odd numbers');
  return [across, down];
};

/** How many bytes a strip or tile of them has. */
export function lumaBytes(directory: Directory, { width, rows }: Part): number {
  const [across, down] = sharedBy(directory);
  return Math.ceil(width / across) * Math.ceil(rows / down) * (across * down + 2);
}

/** Red, green and blue of each pixel. */
export function rgbOfLuma(packed: Uint8Array, directory: Directory, { width, rows }: Part): Uint8Array {
  const [across, down] = sharedBy(directory);
  const blockBytes = across * down + 2;
  const blocksAcross = Math.ceil(width / across);
  const rgbAt = converter(directory);
  const out = new Uint8Array(width * rows * 3);
  for (let y = 0, to = 0; y < rows; y += 1)
    for (let x = 0; x < width; x += 1, to += 3) {
      const block = (Math.floor(y / down) * blocksAcross + Math.floor(x / across)) * blockBytes;
      const luma = packed[block + (y % down) * across + (x % across)] ?? 0;
      const differences = block + blockBytes - 2;
      const rgb = rgbAt(luma, packed[differences] ?? 0, packed[differences + 1] ?? 0);
      for (let color = 0; color < 3; color += 1) out[to + color] = rgb[color] ?? 0;
    }
  return out;
}

type Convert = (luma: number, blue: number, red: number) => Uint8ClampedArray;

/** How much of each color brightness is, and what black, white and no color are. */
function converter({ all }: Directory): Convert {
  const [red = 0.299, green = 0.587, blue = 0.114] = all(tags.lumaShares);
  const levels = all(tags.levels);
  const [black = 0, white = 255, noBlue = 128, mostBlue = 255, noRed = 128, mostRed = 255] = levels;
  const scaled = (value: number, none: number, most: number, range: number) =>
    ((value - none) * range) / Math.max(1, most - none);
  const rgb = new Uint8ClampedArray(3);
  return (luma, blueDifference, redDifference) => {
    const light = scaled(luma, black, white, 255);
    const [toBlue, toRed] = [
      scaled(blueDifference, noBlue, mostBlue, 127),
      scaled(redDifference, noRed, mostRed, 127),
    ];
    rgb[0] = light + toRed * (2 - 2 * red);
    rgb[2] = light + toBlue * (2 - 2 * blue);
    rgb[1] =
      (light - red * (light + toRed * (2 - 2 * red)) - blue * (light + toBlue * (2 - 2 * blue))) / green;
    return rgb;
  };
}
