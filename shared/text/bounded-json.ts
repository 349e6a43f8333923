/** JSON from an untrusted source: its length and nesting are limited before anything walks through it. */

/** Deeper than any record the app stores (a gateway's reply is read to 200 levels), far from where recursion fails. */
const maxJsonDepth = 300;

export interface JsonBounds {
  readonly maxCharacters: number;
  readonly maxDepth?: number;
}

/** Why a text was not parsed. */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
}

/**
 * `JSON.parse` within limits. Parsing itself survives deep nesting; checking, copying and writing the value would not.
 * @throws JsonRefusal that ends the sentence "it …": `is longer than …`, `is nested deeper than …`, `is not valid JSON`.
 */
export function parseBoundedJson(
  text: string,
  { maxCharacters, maxDepth = maxJsonDepth }: JsonBounds,
): unknown {
  if (text.length > maxCharacters)
    throw new JsonRefusal(`is longer than ${maxCharacters.toLocaleString('en')} characters`);
  if (isDeeper(text, maxDepth)) throw new JsonRefusal(`is nested deeper than ${maxDepth} levels`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonRefusal('is not valid JSON');
  }
}

const [quote, backslash, squareOpen, squareClose, curlyOpen, curlyClose] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Strings are skipped whole, so that brackets in a message don't count. */
function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === squareOpen || code === curlyOpen) depth += 1;
    else if (code === squareClose || code === curlyClose) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** The offset of its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

/** Whether a JSON value is nested deeper than `levels`. Without recursion, since the stack is what it protects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((item) => Object.values(item).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
