/** Colors as `#rrggbb`, mixed in OKLab, where half-way between two colors looks like it. */

type Triple = readonly [number, number, number];

/** `share` 0 is `one`, 1 is `other`. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [toLab(one), toLab(other)];
  const at = Math.max(0, Math.min(1, share));
  return fromLab([0, 1, 2].map((axis) => pick(a, axis) * (1 - at) + pick(b, axis) * at));
}

/** Lighter for a positive `amount` (1 is white), darker for a negative one (-1 is black). */
export function shade(color: string, amount: number): string {
  return amount >= 0 ? mix(color, '#ffffff', amount) : mix(color, '#000000', -amount);
}

/** The color at an opacity of 0 to 1. */
export function alpha(color: string, opacity: number): string {
  const byte = Math.round(Math.max(0, Math.min(1, opacity)) * 255);
  return `${color}${byte.toString(16).padStart(2, '0')}`;
}

/** How light a color looks, 0 to 1. */
export function lightness(color: string): number {
  return toLab(color)[0];
}

/** The one of two colors that stands out more on `ground`. */
export function contrasting(ground: string, one: string, other: string): string {
  const far = (color: string): number => Math.abs(lightness(color) - lightness(ground));
  return far(one) >= far(other) ? one : other;
}

const pick = (values: readonly number[], index: number): number => values[index] ?? 0;

function toLab(color: string): Triple {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const [r, g, b] = [red ?? 0, green ?? 0, blue ?? 0];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab(lab: readonly number[]): string {
  const [lightness, a, b] = [pick(lab, 0), pick(lab, 1), pick(lab, 2)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(hexByte).join('')}`;
}

function hexByte(value: number): string {
  const byte = Math.round(Math.max(0, Math.min(1, gamma(value))) * 255);
  return byte.toString(16).padStart(2, '0');
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const gamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055;
