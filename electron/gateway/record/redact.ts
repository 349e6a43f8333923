/**
 * Removes the API key from everything that leaves the client, even if the gateway echoes it: as it is, in base64 or
 * hexadecimal, and with any of its letters escaped.
 *
 * Two strengths. Error texts (messages, details, headers) lose every prefix of the key that is long enough to
 * recognize. Content (a reply's text) loses only the whole key: a key that begins like a common word must not remove
 * that word from a reply.
 */
import { mapStrings } from '../parse/json';
import {
  formsOf,
  HELD_FROM,
  type KeyForm,
  type KeySpan,
  prefixFinder,
  SHORTEST_KEY_IN_CONTENT,
} from './key-forms';

export type { KeySpan } from './key-forms';

export const REMOVED = '[key removed]';

export interface Redactor {
  /** Removes the key and its prefixes, in any case and any form, from all strings of `value`. */
  strict<Value>(value: Value): Value;
  /** Removes the whole key, in any form, from all strings of `value`. */
  content<Value>(value: Value): Value;
  /** {@link content} for text that arrives in pieces, cut anywhere. */
  createFilter(): ContentFilter;
  /** Where {@link strict} would cut, in order. */
  find(text: string): readonly KeySpan[];
  /** Where an ending of `text` begins that may be the key's beginning; the text's length where there is none. */
  openAt(text: string): number;
}

export interface ContentFilter {
  /** The text that is safe to show; an ending that may be the key's beginning is held back. */
  push(text: string): string;
  /** What was held back, without the key's beginning where it is long enough to recognize. */
  end(): string;
}

/** @param secrets the key, or the key and the values of secret headers and parameters; empty ones are left out. */
export function createRedactor(secrets: string | readonly string[]): Redactor {
  const each = [...new Set([secrets].flat())];
  const forms = each.flatMap(formsOf);
  const inContent = each.filter(({ length }) => length >= SHORTEST_KEY_IN_CONTENT).flatMap(formsOf);
  const findPrefixes = prefixFinder(forms);
  const find = (text: string) => inRaw(text, findPrefixes);
  const removePrefixes = (text: string) => cutSpans(text, find(text));
  const removeKeys = (text: string) =>
    cutSpans(
      text,
      inRaw(text, (plain) => findWhole(plain, inContent)),
    );
  return {
    strict: <Value>(value: Value) => mapStrings(value, removePrefixes) as Value,
    content: <Value>(value: Value) => mapStrings(value, removeKeys) as Value,
    createFilter: () => createFilter(inContent, removePrefixes),
    find,
    openAt: (text) => openAt(text, forms, anyCaseLength),
  };
}

/** An address inside an address, in JSON inside JSON: `%25252B` is escaped three times. */
const MOST_ESCAPED = 4;

/** The spans of the text and of what it reads unescaped, as places of the text: `%ca` may begin a word of its own. */
function inRaw(text: string, find: (plain: string) => readonly KeySpan[]): readonly KeySpan[] {
  const spans = [...find(text)];
  let read = unescapeText(text);
  for (let level = 1, before = text; level <= MOST_ESCAPED && read.plain !== before; level += 1) {
    const { toRaw } = read;
    spans.push(...find(read.plain).map(({ start, end }) => ({ start: toRaw(start), end: toRaw(end) })));
    before = read.plain;
    read = unescapedAgain(read);
  }
  return spans.sort((one, other) => one.start - other.start);
}

/** The text with each span replaced by a note; spans that overlap are one. */
function cutSpans(text: string, spans: readonly KeySpan[]): string {
  if (spans.length === 0) return text;
  let clean = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (start >= from) clean += `${text.slice(from, start)}${REMOVED}`;
    from = Math.max(from, end);
  }
  return clean + text.slice(from);
}

/** Every place of a whole form, in order. */
function findWhole(text: string, forms: readonly KeyForm[]): readonly KeySpan[] {
  const spans: KeySpan[] = [];
  for (const { text: form } of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
      spans.push({ start: at, end: at + form.length });
  }
  return spans.sort((one, other) => one.start - other.start);
}

function createFilter(forms: readonly KeyForm[], removePrefixes: (text: string) => string): ContentFilter {
  let held = '';
  /** The last letters that were let through: an encoded key may have begun with them. */
  let passed = '';
  const removeKeys = (text: string) => {
    const known = passed.length;
    const spans = inRaw(passed + text, (plain) => findWhole(plain, forms)).filter(({ end }) => end > known);
    return cutSpans(
      text,
      spans.map(({ start, end }) => ({ start: Math.max(0, start - known), end: end - known })),
    );
  };
  return {
    push(text) {
      const whole = removeKeys(held + text);
      const open = openAt(passed + whole, forms, heldLength) - passed.length;
      const cut = Math.max(0, open);
      held = whole.slice(cut);
      passed = (passed + whole.slice(0, cut)).slice(1 - HELD_FROM);
      return whole.slice(0, cut);
    },
    end() {
      const rest = removePrefixes(held);
      held = '';
      return rest;
    },
  };
}

/** How many letters of an ending one letter of a form can take, escaped: `\\u0041`. */
const LONGEST_LETTER = 12;

type LengthOf = (text: string, form: KeyForm) => number;

/** @param lengthOf how much of an ending may be the beginning of a form */
function openAt(text: string, forms: readonly KeyForm[], lengthOf: LengthOf): number {
  if (forms.length === 0) return text.length;
  const longest = Math.max(...forms.map((form) => form.text.length));
  const from = Math.max(0, text.length - longest * LONGEST_LETTER);
  const ending = text.slice(from);
  const openOf = (one: string) => one.length - Math.max(0, ...forms.map((form) => lengthOf(one, form)));
  let open = openOf(ending);
  let read: Unescaped = { plain: ending, toRaw: (at) => at };
  for (let level = 1; level <= MOST_ESCAPED; level += 1) {
    const { plain: before, toRaw } = read;
    const half = halfEscapeAt(before);
    read = unescapedAgain({ plain: before.slice(0, half), toRaw });
    open = Math.min(open, toRaw(half), read.toRaw(openOf(read.plain)));
    if (read.plain === before) break;
  }
  return from + open;
}

const anyCaseLength: LengthOf = (text, { text: form }) =>
  beginningLength(text.slice(-form.length).toLowerCase(), form.toLowerCase());

const heldLength: LengthOf = (text, { text: form, heldFrom }) => {
  const length = beginningLength(text, form);
  return length < heldFrom ? 0 : length;
};

/** Length of the longest ending of `text` that is a proper beginning of `form`. */
function beginningLength(text: string, form: string): number {
  const first = form.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - form.length + 1));
  while (at !== -1) {
    if (form.startsWith(text.slice(at))) return text.length - at;
    at = text.indexOf(first, at + 1);
  }
  return 0;
}

// Reads a text as if nothing in it were escaped, and finds the way back to where something is written.

/** As in JSON, code, an address or a page. A run of backslashes is tried once, from its first: it may be as long as a body. */
const ESCAPE =
  /(?<!\\)\\+(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(?=\/))|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|&(amp);/gi;
/** How many of its groups are hexadecimal digits; then a decimal number, the name of a letter and the place follow. */
const HEX_GROUPS = 5;
const MAY_BE_ESCAPED = /[%\\&]/;

interface Unescaped {
  readonly plain: string;
  /** From a place in `plain` to the same place in the text. */
  toRaw(at: number): number;
}

function unescapeText(text: string): Unescaped {
  if (!MAY_BE_ESCAPED.test(text)) return { plain: text, toRaw: (at) => at };
  /** Up to which place of `plain` each shift holds, and how far the text is ahead after it. */
  const places: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  const plain = text.replace(ESCAPE, (written: string, ...groups: (string | undefined)[]) => {
    const character = letterOf(groups);
    const at = Number(groups[HEX_GROUPS + 2]);
    places.push(at - shift + character.length);
    shift += written.length - character.length;
    shifts.push(shift);
    return character;
  });
  return { plain, toRaw: (at) => at + (shifts[lastAtMost(places, at)] ?? 0) };
}

/** Empty for backslashes in front of what needs none. */
function letterOf(groups: readonly (string | undefined)[]): string {
  const hex = groups.slice(0, HEX_GROUPS).find((digits) => digits !== undefined);
  const [decimal, name] = groups.slice(HEX_GROUPS);
  if (name !== undefined) return '&';
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return Number.isNaN(code) ? '' : String.fromCharCode(code);
}

/** What is escaped in what was unescaped already. */
function unescapedAgain({ plain: before, toRaw: outer }: Unescaped): Unescaped {
  const { plain, toRaw } = unescapeText(before);
  return { plain, toRaw: (at) => outer(toRaw(at)) };
}

/** Longest ending that may be half of an escape. */
const LONGEST_ESCAPE = 10;
const HALF =
  /(?:%[0-9a-f]?|\\+(?:u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?)?|&(?:#(?:x[0-9a-f]{0,6}|[0-9]{0,7})|am?p?)?)$/i;

/** Where an ending of `text` begins that may be the beginning of an escape; its length where there is none. */
function halfEscapeAt(text: string): number {
  const ending = text.slice(-LONGEST_ESCAPE);
  const found = HALF.exec(ending);
  return found === null ? text.length : text.length - ending.length + found.index;
}

/** Index of the last of the sorted `places` that is at most `at`; -1 where none is. */
function lastAtMost(places: readonly number[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Headers or query parameters without those whose value is a secret. */
export function openOnes(
  values: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !secrets.includes(value)));
}
