import type { SqlValue } from './driver';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** An SQL expression for the number of a row's day since 1970, and its parameters. */
export interface DayNumber {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Days counted at a fixed number of minutes ahead of UTC. */
export const daysAt = (offsetMinutes: number): DayNumber => ({
  sql: `(at + ?) / ${DAY_MS}`,
  params: [offsetMinutes * MINUTE_MS],
});

/**
 * Days in this computer's time zone, between two times. Its offset from UTC changes with the season; asking SQLite for
 * the local date of every row takes ten times as long as listing the few moments at which it changed.
 */
export function localDays(from: number, to: number): DayNumber {
  const changes = offsetChanges(from, to);
  const first = offsetOf(from);
  if (changes.length === 0) return daysAt(first / MINUTE_MS);
  const cases = changes.map(() => 'WHEN at >= ? THEN ?').join(' ');
  const newestFirst = changes.toReversed().flatMap(({ at, offset }) => [at, offset]);
  return { sql: `(at + CASE ${cases} ELSE ? END) / ${DAY_MS}`, params: [...newestFirst, first] };
}

/** `2026-11-20`. */
export const dayName = (dayNumber: number): string => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);

const offsetOf = (at: number): number => -new Date(at).getTimezoneOffset() * MINUTE_MS;

interface OffsetChange {
  /** The first moment of the new offset. */
  readonly at: number;
  readonly offset: number;
}

function offsetChanges(from: number, to: number): readonly OffsetChange[] {
  const changes: OffsetChange[] = [];
  for (let before = from; before < to; before += DAY_MS) {
    const after = Math.min(before + DAY_MS, to);
    if (offsetOf(before) !== offsetOf(after)) changes.push(changeBetween(before, after));
  }
  return changes;
}

function changeBetween(before: number, after: number): OffsetChange {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle) === offsetOf(before)) low = middle;
    else high = middle;
  }
  return { at: high, offset: offsetOf(high) };
}
