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
export function nameOfColor(red: number, green: number, blue: number): string {
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
