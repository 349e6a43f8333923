/** Lab (CIE 1976) as the light of paper at noon has it (D50), and what it is in sRGB. */

/** Of white at D50. */
const white = [0.9642, 1, 0.8249] as const;
/** From D50 to sRGB, whose white is that of D65 (Bradford). */
const toRgb = [
  [3.1339, -1.6169, -0.4906],
  [-0.9788, 1.9161, 0.0335],
  [0.0719, -0.229, 1.4052],
] as const;

const LINEAR_BELOW = 6 / 29;

const unrooted = (value: number): number =>
  value > LINEAR_BELOW ? value ** 3 : 3 * LINEAR_BELOW ** 2 * (value - 4 / 29);
const encodedAt = (light: number): number =>
  255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
/** Fine enough that no step is half a level; a power for each sample of a large image takes seconds. */
const STEPS = 16_384;
const levels = Float32Array.from({ length: STEPS + 1 }, (_, step) => encodedAt(step / STEPS));
const encoded = (light: number): number => levels[Math.round(Math.min(1, Math.max(0, light)) * STEPS)] ?? 0;

/** Red, green and blue of lightness, 0 to 255, and two colors, −128 to 127. */
function rgbOfLab(lightness: number, a: number, b: number): readonly [number, number, number] {
  const level = (lightness / 2.55 + 16) / 116;
  const [x, y, z] = [level + a / 500, level, level - b / 200].map(
    (value, index) => unrooted(value) * (white[index] ?? 1),
  ) as [number, number, number];
  const [red, green, blue] = toRgb.map(([ofX, ofY, ofZ]) => encoded(ofX * x + ofY * y + ofZ * z));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/**
 * The colors of samples, three for each pixel, in place of them.
 * @param isSigned the middle of the colors is 0, below which they are negative; otherwise it is 128
 */
export function colorsOfLab(values: Uint8Array, samples: number, isSigned: boolean): void {
  const color = (value: number) => (isSigned ? (value << 24) >> 24 : value - 128);
  const bytes = new Uint8ClampedArray(3);
  for (let at = 0; at + 2 < values.length; at += samples) {
    bytes.set(rgbOfLab(values[at] ?? 0, color(values[at + 1] ?? 0), color(values[at + 2] ?? 0)));
    values.set(bytes, at);
  }
}
