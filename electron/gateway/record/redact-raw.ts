/** Redacts raw text, in which the key may be escaped as in JSON, an address or a page. */
import { cutSpans, type Redactor } from './redact';

/** A run of backslashes is looked at once, from its first: begun at each of them, the work would grow with its square. */
const ESCAPE =
  /(?<!\\)\\+u([0-9a-f]{4})|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});|(?<!\\)\\+(?=\/)/gi;

export function createRawRedactor({ find }: Pick<Redactor, 'find'>): (text: string) => string {
  return (text) => {
    const { plain, toRaw } = unescapeText(text);
    const spans = find(plain).map(({ start, end }) => ({ start: toRaw(start), end: toRaw(end) }));
    return spans.length === 0 ? text : cutSpans(text, spans);
  };
}

interface Unescaped {
  readonly plain: string;
  /** From a place in `plain` to the same place in the text. */
  toRaw(at: number): number;
}

function unescapeText(text: string): Unescaped {
  /** Up to which place of `plain` each shift holds, and how far the text is ahead after it. */
  const places: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  const plain = text.replace(ESCAPE, (written, json, address, hex, decimal, at: number) => {
    const digits = json ?? address ?? hex;
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    const character = Number.isNaN(code) ? '' : String.fromCharCode(code);
    places.push(at - shift + character.length);
    shift += written.length - character.length;
    shifts.push(shift);
    return character;
  });
  return { plain, toRaw: (at) => at + (shifts[lastAtMost(places, at)] ?? 0) };
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
