/** Judges JSON by its text, before it is parsed: a few megabytes can become gigabytes, or exhaust the stack. */

/** Deeper than any reply needs; beyond it a recursive reader could exhaust the stack. */
export const MAX_DEPTH = 200;
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
