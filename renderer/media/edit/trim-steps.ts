/** Where a handle of the trimmed part goes: pure. Seconds, to the millisecond, as the fields have them. */

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export type TrimEnd = keyof Stretch;

/** The part that is kept is never shorter. */
const SHORTEST = 0.001;
const [FINE, USUAL, COARSE] = [0.01, 0.1, 1];

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** How far a handle can go: to the end of the file, and to the other handle. */
export function boundsOf(which: TrimEnd, { start, end }: Stretch, length: number) {
  return which === 'start'
    ? { min: 0, max: rounded(Math.max(0, Math.min(end, length) - SHORTEST)) }
    : { min: rounded(Math.min(length, Math.max(0, start) + SHORTEST)), max: length };
}

/** A handle at a time, as near as it can go. */
export function movedTo(which: TrimEnd, seconds: number, part: Stretch, length: number): number {
  const { min, max } = boundsOf(which, part, length);
  return rounded(Math.min(max, Math.max(min, seconds)));
}

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Where a key leads a handle; `null` for a key that moves nothing. */
export function movedBy(
  which: TrimEnd,
  { key, shiftKey }: Pressed,
  part: Stretch,
  length: number,
): number | null {
  const { min, max } = boundsOf(which, part, length);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  const step = shiftKey ? FINE : USUAL;
  const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step, PageDown: -COARSE }[key];
  const moved = key === 'PageUp' ? COARSE : by;
  return moved === undefined ? null : movedTo(which, part[which] + moved, part, length);
}
