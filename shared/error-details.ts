/** What a gateway says about an error beyond its message, within limits that a card and the database can hold. */

/** One field of a gateway may nest a whole request: this much of it explains an error. */
const MAX_LEVELS = 6;
const MAX_ITEMS = 40;
const MAX_VALUES = 200;
const MAX_CHARACTERS = 1_000;
/** Signed addresses are long, and of no use when they are cut. */
const MAX_ADDRESS_CHARACTERS = 8_000;
const MAX_NAME_CHARACTERS = 100;

/**
 * A copy of `details` that is small enough to store and to show; what is left out is counted in its place. The
 * inspector has the whole response. Recursion ends at {@link MAX_LEVELS}, so any depth is safe.
 */
export function boundDetails(details: unknown): unknown {
  const budget = { left: MAX_VALUES };
  return bound(details, 1, budget);
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

interface Budget {
  left: number;
}

function bound(value: unknown, level: number, budget: Budget): unknown {
  budget.left -= 1;
  if (typeof value === 'string')
    return shorten(value, isAddress(value) ? MAX_ADDRESS_CHARACTERS : MAX_CHARACTERS);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? boundList(value, level, budget) : boundRecord(value, level, budget);
}

function boundList(list: readonly unknown[], level: number, budget: Budget): unknown {
  if (level > MAX_LEVELS) return list.length === 0 ? [] : leftOut(list.length);
  const kept: unknown[] = [];
  for (const item of list.slice(0, MAX_ITEMS)) {
    if (budget.left <= 0) break;
    kept.push(bound(item, level + 1, budget));
  }
  return kept.length === list.length ? kept : [...kept, leftOut(list.length - kept.length)];
}

function boundRecord(record: object, level: number, budget: Budget): unknown {
  const names = Object.keys(record);
  if (level > MAX_LEVELS) return names.length === 0 ? {} : leftOut(names.length);
  const kept: [string, unknown][] = [];
  for (const name of names.slice(0, MAX_ITEMS)) {
    if (budget.left <= 0) break;
    const value = bound((record as Record<string, unknown>)[name], level + 1, budget);
    kept.push([shorten(name, MAX_NAME_CHARACTERS), value]);
  }
  if (kept.length < names.length) kept.push(['…', leftOut(names.length - kept.length)]);
  return Object.fromEntries(kept);
}

const leftOut = (count: number): string => `… ${count} more`;

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** The number of plain values in it, to tell a small tree from a large one. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 0);
}
