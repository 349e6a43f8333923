/** Work on the bytes of pixels: red, green, blue and alpha of each, row by row. */
import type { Scene } from './art/scene-words';

export type Pixels = Uint8ClampedArray;

const lights: Readonly<Record<Scene['hour'], readonly [number, number, number]>> = {
  night: [0.36, 0.44, 0.72],
  dusk: [1.08, 0.74, 0.62],
  dawn: [1.05, 0.9, 0.84],
  day: [1.12, 1.1, 1.02],
};

/** Colors everything as the light of an hour does, by a share of it. */
export function lit(pixels: Pixels, hour: Scene['hour'], share: number): void {
  const light = lights[hour].map((factor) => (share === 1 ? factor : 1 + (factor - 1) * share));
  for (let at = 0; at < pixels.length; at += 4)
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = (pixels[at + channel] ?? 0) * (light[channel] ?? 1);
}
