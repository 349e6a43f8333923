/** Small readers for JSON of unknown shape. */
import { cutText } from '../../../shared/text/cut-text';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `videoUrl`, `video_url` and `VIDEO-URL` are one name. */
export const plainName = (field: string): string => field.toLowerCase().replace(/[_-]/g, '');

const plainFields = new WeakMap<JsonRecord, ReadonlyMap<string, unknown>>();

/** The fields of a record by their names without case and signs; of several of one name, the first. */
export function fieldsOf(record: JsonRecord): ReadonlyMap<string, unknown> {
  const known = plainFields.get(record);
  if (known !== undefined) return known;
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(record)) {
    const plain = plainName(name);
    if ((fields.get(plain) ?? null) === null) fields.set(plain, value);
  }
  plainFields.set(record, fields);
  return fields;
}

/** The string, or `null` for anything else and for the empty string. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * What came as a word or a number, as a word; empty where nothing came. `String` throws for objects whose own `toString` is a
 * value and not a function, which any answer can hold.
 */
export function wordOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? '{}' : String(value);
}

/** A finite number, given as a number or as a numeric string; `null` for everything else. */
export function numberOrNull(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
}

/** The same for what is never below zero, such as a cost or a length: there it is unknown. Never `-0`. */
export function amountOrNull(value: unknown): number | null {
  const amount = numberOrNull(value);
  return amount === null || amount < 0 ? null : Math.abs(amount);
}

/** Beyond it, a number of tokens is a mistake: no model takes or writes as many. */
const MOST_TOKENS = 1e9;

/** A number of tokens; `null` also for one that can't be. */
export function tokensOrNull(value: unknown): number | null {
  const tokens = amountOrNull(value);
  return tokens !== null && tokens <= MOST_TOKENS ? tokens : null;
}

/** Beyond it, in any unit, a price is a mistake. */
const HIGHEST_PRICE = 1e9;

/** A price; `null` also for one that can't be. */
export function priceOrNull(value: unknown): number | null {
  const price = amountOrNull(value);
  return price !== null && price <= HIGHEST_PRICE ? price : null;
}

export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Of a list of names, or of records that each have one: the name that a request sends. */
export const namesOf = (value: unknown): readonly string[] =>
  [value].flat().flatMap((item) => {
    if (typeof item === 'string') return [item];
    return isRecord(item) ? (textOrNull(item.voice_id ?? item.id ?? item.value ?? item.name) ?? []) : [];
  });

class TooDeepError extends Error {}

/** A copy with every string, keys included, passed through `change`. Throws {@link TooDeepError}. */
export function mapStrings(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new TooDeepError(`nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change, depth + 1)]),
  );
}

// Judges JSON by its text, before it is parsed: a few megabytes can become gigabytes, or exhaust the stack.

/** Deeper than any reply needs; beyond it a recursive reader could exhaust the stack. */
const MAX_DEPTH = 200;
/** Ten times the largest catalogue known. As objects, so many values take about 250 MB. */
export const MAX_VALUES = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What is wrong with JSON of correct grammar, for the end of a sentence; `null` where it may be parsed. */
export function shapeProblem(text: string): string | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (isOpening(sign)) depth++;
    else if (isClosing(sign)) depth--;
    if (isOpening(sign) || sign === COMMA) values++;
    if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    if (values > MAX_VALUES) return `of more than ${MAX_VALUES} values`;
  }
  return null;
}

/** What a text holds that is JSON of a moderate shape; `undefined` for any other. */
export function jsonIn(text: string): unknown {
  if (shapeProblem(text) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const COMMA = 0x2c;
/** `{` and `[`. */
const isOpening = (sign: number): boolean => sign === 0x7b || sign === 0x5b;
/** `}` and `]`. */
const isClosing = (sign: number): boolean => sign === 0x7d || sign === 0x5d;

/** The place of the closing quote; the text's end where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

const EXCERPT_CHARACTERS = 300;

/** The first 300 characters of an unreadable body, never cutting a character in two. */
export const excerpt = (text: string): string => cutText(text.trim(), EXCERPT_CHARACTERS).toWellFormed();
