/**
 * JSON whose numbers stay as they are written where no double holds them: an id of 19 digits is shown, filled in and
 * exported as the id that it is.
 */
import { faultOfNumber } from './json-faults';

/** A number as it is written; plain data, so that it passes between threads. */
interface WrittenNumber {
  readonly [written]: string;
}

/** No name that a model writes by chance. */
const written = '\0number';

/** Also of JSON that is not complete: a text that is still open ends with it. */
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.eE+-]*/gs;

/** Has a number of more digits than every double keeps, or one that may be too large or too small for it. */
const MAY_LOSE = /\d[\d.]{15}|[eE][+-]?\d{3}/;

/** As JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What the numbers that can’t be kept otherwise begin with, as texts. */
const markFor = (text: string): string => {
  for (let at = 0; ; at += 1) {
    const mark = `number ${at} `;
    if (!text.includes(mark)) return mark;
  }
};

/** `JSON.parse` that keeps every number. */
export const parseExactly = (text: string): unknown => readExactly(text, (marked) => JSON.parse(marked));

/** The same for a text that was parsed already. */
export const exactly = (text: string, value: unknown): unknown =>
  MAY_LOSE.test(text) ? parseExactly(text) : value;

/**
 * Reads JSON with any parser, and keeps every number.
 * @param parse of a text in which the numbers that a double can’t hold are texts
 */
export function readExactly(text: string, parse: (marked: string) => unknown): unknown {
  if (!MAY_LOSE.test(text)) return parse(text);
  const mark = markFor(text);
  const isNumber = (token: string) => NUMBER.test(token) && faultOfNumber(token) !== null;
  const marked = text.replace(TOKEN, (token) => (isNumber(token) ? `"${mark}${token}"` : token));
  return marked === text ? parse(text) : unmarked(parse(marked), mark);
}

function unmarked(value: unknown, mark: string): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? numberOf(value.slice(mark.length), value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => unmarked(one, mark));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unmarked(one, mark)]));
}

/** A text that begins with the mark by chance, because of an escape in it, stays a text. */
const numberOf = (text: string, own: string): WrittenNumber | string =>
  NUMBER.test(text) ? { [written]: text } : own;

/** A number that only its text holds; `null` for any other value. */
export function writtenNumber(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, written)) return null;
  const { [written]: text } = value as WrittenNumber;
  return typeof text === 'string' && NUMBER.test(text) ? text : null;
}

const IN_JSON = /\{\s*"\\u0000number":\s*"(-?\d[\d.eE+-]*)"\s*\}/g;

/** `JSON.stringify` of what was read exactly; `undefined` where that has no JSON. */
export const writeExactly = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(value, null, indent)?.replace(IN_JSON, '$1');
