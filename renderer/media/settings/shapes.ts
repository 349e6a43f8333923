/** What sizes and lengths look like: pure, for the pictures of choices. */

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** `1024x1536` in pixels, `16:9` as a ratio, `720p` as a wide frame of 720 lines; `null` for a word such as `auto`. */
export function shapeOf(choice: string): Shape | null {
  const [, width, height] = /^(\d{1,5})[x×*:](\d{1,5})$/i.exec(choice) ?? [];
  const [, lines] = /^(\d{2,5})p$/.exec(choice) ?? [];
  const shape =
    lines === undefined
      ? { width: Number(width), height: Number(height) }
      : { width: (Number(lines) * 16) / 9, height: Number(lines) };
  return shape.width > 0 && shape.height > 0 ? shape : null;
}

/** Drawn within a square: all by one scale where they are of the same kind, so a larger size is larger. */
export function drawnShapes(shapes: readonly Shape[], side: number): readonly Shape[] {
  const largest = Math.max(...shapes.map(({ width, height }) => Math.max(width, height)), 1);
  return shapes.map(({ width, height }) => {
    // A ratio is not a size: `16:9` beside `1:1` is not 16 times as large.
    const own = Math.max(width, height) < 100 ? Math.max(width, height) : largest;
    const scaled = (length: number) => Math.max(4, Math.round((length / own) * side));
    return { width: scaled(width), height: scaled(height) };
  });
}

const LARGEST_TERM = 32;

/** `3:2`, or `1.85:1` where no small numbers say it. */
export function ratioText({ width, height }: Shape): string {
  const divisor = commonDivisor(Math.round(width), Math.round(height));
  const terms = [Math.round(width) / divisor, Math.round(height) / divisor] as const;
  if (Math.max(...terms) <= LARGEST_TERM) return terms.join(':');
  return width >= height ? `${short(width / height)}:1` : `1:${short(height / width)}`;
}

const short = (ratio: number): string => ratio.toFixed(2).replace(/\.?0+$/, '');

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? Math.max(1, one) : commonDivisor(other, one % other);

const usualSeconds = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120];
const MOST_CHOICES = 6;

/** The ends of a range and usual lengths between them, at most six. */
export function secondsIn({ min, max }: { readonly min: number; readonly max: number }): readonly number[] {
  const between = usualSeconds.filter((seconds) => seconds > min && seconds < max);
  const room = Math.min(between.length, min === max ? 0 : MOST_CHOICES - 2);
  const step = between.length / Math.max(1, room);
  const picked = Array.from({ length: room }, (_, index) => between[Math.floor((index + 0.5) * step)] ?? min);
  return [...new Set([min, ...picked, max])];
}

const usualRates = [8, 12, 15, 24, 25, 30, 48, 50, 60];

/** The usual frame rates within a range. */
export const ratesIn = ({ min, max }: { readonly min: number; readonly max: number }): readonly number[] =>
  usualRates.filter((rate) => rate >= min && rate <= max);
