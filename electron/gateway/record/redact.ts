/**
 * Removes the API key from everything that leaves the client, even if the gateway echoes it.
 *
 * Two strengths. Error texts (messages, details, headers) lose every prefix of the key that is long enough to
 * recognize. Content (a reply's text) loses only the whole key: a key that begins like a common word must not remove
 * that word from a reply.
 */
import { mapStrings } from '../parse/json';

export const REMOVED = '[key removed]';
/** Shorter prefixes (`sk-live`) are not secret and occur in ordinary text. */
const SHORTEST_PREFIX = 8;
/** A beginning of letters only, such as `gatehouse` of `gatehouse-4711…`, is a word as long as words are. */
const LONGEST_WORD = 11;
/** A "key" below this would be found inside most words. */
const SHORTEST_KEY = 4;
/** Below this a "key" is a placeholder such as `none`, and would be found in any prose. */
const SHORTEST_KEY_IN_CONTENT = 8;

export interface Redactor {
  /** Removes the key and its prefixes, in any case and percent-encoded, from all strings of `value`. */
  strict<Value>(value: Value): Value;
  /** Removes the whole key from all strings of `value`. */
  content<Value>(value: Value): Value;
  /** {@link content} for text that arrives in pieces, cut anywhere. */
  createFilter(): ContentFilter;
  /** Where {@link strict} would cut, in order. */
  find(text: string): readonly KeySpan[];
  /** Where an ending of `text` begins that may be the key's beginning; the text's length where there is none. */
  openAt(text: string): number;
}

/** A stretch of text that is the key or a beginning of it. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

export interface ContentFilter {
  /** The text that is safe to show; an ending that may be the key's beginning is held back. */
  push(text: string): string;
  /** What was held back, without the key's beginning where it is long enough to recognize. */
  end(): string;
}

/** @param secrets the key, or the key and the values of secret headers; empty ones are left out. */
export function createRedactor(secrets: string | readonly string[]): Redactor {
  const each = [...new Set([secrets].flat())].filter((secret) => secret !== '').map(redactorOf);
  const [only = redactorOf('')] = each;
  return each.length < 2 ? only : joinRedactors(each);
}

function joinRedactors(each: readonly Redactor[]): Redactor {
  const find = (text: string) =>
    each.flatMap((one) => one.find(text)).sort((one, other) => one.start - other.start);
  return {
    strict: (value) => mapStrings(value, (text) => cutSpans(text, find(text))) as typeof value,
    content: (value) => each.reduce((clean, one) => one.content(clean), value),
    createFilter() {
      const filters = each.map((one) => one.createFilter());
      return {
        push: (text) => filters.reduce((rest, filter) => filter.push(rest), text),
        end: () => filters.reduce((rest, filter) => filter.push(rest) + filter.end(), ''),
      };
    },
    find,
    openAt: (text) => Math.min(...each.map((one) => one.openAt(text))),
  };
}

function redactorOf(apiKey: string): Redactor {
  const find = keyFinder(apiKey);
  const removePrefixes = (text: string) => cutSpans(text, find(text));
  const hidesContent = apiKey.length >= SHORTEST_KEY_IN_CONTENT;
  const removeKey = (text: string) => (hidesContent ? text.replaceAll(apiKey, REMOVED) : text);
  return {
    strict: <Value>(value: Value) => mapStrings(value, removePrefixes) as Value,
    content: <Value>(value: Value) => mapStrings(value, removeKey) as Value,
    createFilter: () =>
      hidesContent
        ? createFilter(apiKey, removeKey, removePrefixes)
        : { push: (text) => text, end: () => '' },
    find,
    openAt: (text) =>
      apiKey.length < SHORTEST_KEY
        ? text.length
        : text.length - beginningLength(text.slice(-apiKey.length).toLowerCase(), apiKey.toLowerCase()),
  };
}

/** The text with each span replaced by a note; spans that overlap are one. */
export function cutSpans(text: string, spans: readonly KeySpan[]): string {
  let clean = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (start >= from) clean += `${text.slice(from, start)}${REMOVED}`;
    from = Math.max(from, end);
  }
  return clean + text.slice(from);
}

function createFilter(
  apiKey: string,
  removeKey: (text: string) => string,
  removePrefixes: (text: string) => string,
): ContentFilter {
  let held = '';
  return {
    push(text) {
      const whole = removeKey(held + text);
      const cut = whole.length - beginningLength(whole, apiKey);
      held = whole.slice(cut);
      return whole.slice(0, cut);
    },
    end() {
      const rest = removePrefixes(held);
      held = '';
      return rest;
    },
  };
}

/** Length of the longest ending of `text` that is a proper beginning of `apiKey`. */
function beginningLength(text: string, apiKey: string): number {
  const first = apiKey.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - apiKey.length + 1));
  while (at !== -1) {
    if (apiKey.startsWith(text.slice(at))) return text.length - at;
    at = text.indexOf(first, at + 1);
  }
  return 0;
}

function keyFinder(apiKey: string): (text: string) => readonly KeySpan[] {
  if (apiKey.length < SHORTEST_KEY) return () => [];
  const forms = [...new Set([apiKey, encodeURIComponent(apiKey)])].map((form) => ({
    form: form.toLowerCase(),
    beginning: new RegExp(escapePattern(form.slice(0, SHORTEST_PREFIX)), 'gi'),
  }));
  return (text) =>
    forms
      .flatMap(({ form, beginning }) => findForm(text, form, beginning))
      .sort((one, other) => one.start - other.start);
}

function findForm(text: string, form: string, beginning: RegExp): KeySpan[] {
  const spans: KeySpan[] = [];
  for (const { index: start } of text.matchAll(beginning)) {
    const length = matchLength(text, start, form);
    if (start < (spans.at(-1)?.end ?? 0) || isWord(form.slice(0, length), form)) continue;
    spans.push({ start, end: start + length });
  }
  return spans;
}

function isWord(beginning: string, form: string): boolean {
  return beginning.length < form.length && beginning.length <= LONGEST_WORD && /^[a-z]+$/.test(beginning);
}

function matchLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text.charAt(at + length).toLowerCase() === form.charAt(length)) length++;
  return length;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
