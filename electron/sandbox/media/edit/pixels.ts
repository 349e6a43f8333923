/** Work on the bytes of pixels: red, green, blue and alpha of each, row by row. */
import type { Size } from '../art/drawing';
import type { Scene } from '../art/scene-types';

type Pixels = Uint8ClampedArray;

const lights: Readonly<Record<Scene['hour'], readonly [number, number, number]>> = {
  night: [0.36, 0.44, 0.72],
  dusk: [1.08, 0.74, 0.62],
  dawn: [1.05, 0.9, 0.84],
  day: [1.12, 1.1, 1.02],
};

/** Colors everything as the light of an hour does. */
export function lit(pixels: Pixels, hour: Scene['hour']): void {
  const light = lights[hour];
  for (let at = 0; at < pixels.length; at += 4)
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = (pixels[at + channel] ?? 0) * (light[channel] ?? 1);
}

/** How far a color may be from its neighbor's in the background, summed over red, green and blue. */
const NEAR = 36;

/** Makes transparent what is reached from the border over neighbors of nearly one color. */
export function clearBackground(pixels: Pixels, { width, height }: Size): void {
  const isBackground = new Uint8Array(width * height);
  const waiting: number[] = [];
  const reach = (place: number) => {
    if (isBackground[place] === 1) return;
    isBackground[place] = 1;
    waiting.push(place);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) reach(y * width + x);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) reach(y * width + x);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
    for (const next of neighbors(place, width, height)) if (isNear(pixels, place, next)) reach(next);
  for (const [place, mark] of isBackground.entries()) if (mark === 1) pixels[place * 4 + 3] = 0;
}

function neighbors(place: number, width: number, height: number): readonly number[] {
  const x = place % width;
  return [
    ...(x > 0 ? [place - 1] : []),
    ...(x < width - 1 ? [place + 1] : []),
    ...(place >= width ? [place - width] : []),
    ...(place < width * (height - 1) ? [place + width] : []),
  ];
}

function isNear(pixels: Pixels, one: number, other: number): boolean {
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1)
    sum += Math.abs((pixels[one * 4 + channel] ?? 0) - (pixels[other * 4 + channel] ?? 0));
  return sum <= NEAR;
}
