/** Reads a text as if nothing in it were escaped, and finds the way back to where something is written. */

/** As in JSON, an address or a page. A run of backslashes is tried once, from its first: it may be as long as a body. */
const ESCAPE = /(?<!\\)\\+(?:u([0-9a-f]{4})|(?=\/))|%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});/gi;
const MAY_BE_ESCAPED = /[%\\&]/;

export interface Unescaped {
  readonly plain: string;
  /** From a place in `plain` to the same place in the text. */
  toRaw(at: number): number;
}

export function unescapeText(text: string): Unescaped {
  if (!MAY_BE_ESCAPED.test(text)) return { plain: text, toRaw: (at) => at };
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

/** Longest ending that may be half of an escape. */
const LONGEST_ESCAPE = 10;
const HALF = /(?:%[0-9a-f]?|\\+(?:u[0-9a-f]{0,3})?|&(?:#(?:x[0-9a-f]{0,6}|[0-9]{0,7}))?)$/i;

/** Where an ending of `text` begins that may be the beginning of an escape; its length where there is none. */
export function halfEscapeAt(text: string): number {
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
