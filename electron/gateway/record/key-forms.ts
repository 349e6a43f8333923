/** How a secret may be written, in which beginnings of it are found: as it is, in hexadecimal, in base64. */

export interface KeyForm {
  readonly text: string;
  /** A beginning of this length is recognized in an error. */
  readonly shortest: number;
  /** A stream is held back from this many letters on: every sixth piece of it ends in the first of some form. */
  readonly heldFrom: number;
}

/** Shorter prefixes (`sk-live`) are not secret and occur in ordinary text. */
const SHORTEST_PREFIX = 8;
/** As many letters of an encoded form as stand for the shortest prefix, and some. */
const SHORTEST_HEX = 18;
const SHORTEST_BASE64 = 12;
/** Fewer letters of an encoded form hold less than three of the key. */
export const HELD_FROM = 4;
/** A "key" below this would be found inside most words. */
const SHORTEST_KEY = 4;
/** Below this a "key" is a placeholder such as `none`, and would be found in any prose. */
export const SHORTEST_KEY_IN_CONTENT = 8;

export function formsOf(secret: string): readonly KeyForm[] {
  const plain = { text: secret, shortest: SHORTEST_PREFIX, heldFrom: 1 };
  if (secret.length < SHORTEST_KEY) return [];
  if (secret.length < SHORTEST_KEY_IN_CONTENT) return [plain];
  const bytes = Buffer.from(secret);
  const lower = bytes.toString('hex');
  const hex = [lower, lower.toUpperCase()].map((text) => ({
    text,
    shortest: SHORTEST_HEX,
    heldFrom: HELD_FROM,
  }));
  const base64 = [0, 1, 2].flatMap((before) => base64Forms(bytes, before));
  const packed = [...new Set(base64)].map((text) => ({
    text,
    shortest: SHORTEST_BASE64,
    heldFrom: HELD_FROM,
  }));
  return [plain, ...hex, ...packed];
}

/** The letters that are the same whatever surrounds the secret, in both alphabets. */
function base64Forms(bytes: Buffer, before: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor((padded.length * 8) / 6);
  return [padded.toString('base64'), padded.toString('base64url')].map((text) => text.slice(first, end));
}

// Finds the beginnings of secrets that are long enough to recognize, in any case.

/** A stretch of text that is the key or a beginning of it. */
export interface KeySpan {
  readonly start: number;
  readonly end: number;
}

/** A beginning of letters only, such as `gatehouse` of `gatehouse-4711…`, is a word as long as words are. */
const LONGEST_WORD = 11;

/** @returns the spans in order of their start */
export function prefixFinder(forms: readonly KeyForm[]): (text: string) => readonly KeySpan[] {
  const each = forms.map(({ text, shortest }) => ({
    form: text.toLowerCase(),
    beginning: new RegExp(escapePattern(text.toLowerCase().slice(0, shortest)), 'gi'),
  }));
  return (text) =>
    each
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
