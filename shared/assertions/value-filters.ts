/** The filters of Nunjucks that are read: https://mozilla.github.io/nunjucks/templating.html#builtin-filters */
import { limits } from '../limits';
import { parseBoundedJson } from '../text/bounded-json';
import { wordOf } from '../text/word-of';

type Filter = (value: unknown, ...given: readonly unknown[]) => unknown;

const textFrom = (value: unknown): string => (value === undefined || value === null ? '' : wordOf(value));
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const known = {
  upper: (value) => textFrom(value).toUpperCase(),
  lower: (value) => textFrom(value).toLowerCase(),
  trim: (value) => textFrom(value).trim(),
  capitalize: (value) => capital(textFrom(value).toLowerCase()),
  title: (value) => textFrom(value).toLowerCase().split(' ').map(capital).join(' '),
  string: (value) => textFrom(value),
  safe: (value) => textFrom(value),
  length: (value) => lengthOf(value),
  wordcount: (value) => textFrom(value).match(/\w+/g)?.length ?? null,
  default: (value, other = '', isStrict) => (isStrict ? value || other : value === undefined ? other : value),
  d: (value, other = '', isStrict) => (isStrict ? value || other : value === undefined ? other : value),
  first: (value) => listFrom(value)[0],
  last: (value) => listFrom(value).at(-1),
  join: (value, between = '') => joined(listFrom(value).map(textFrom), textFrom(between)),
  reverse: (value) =>
    typeof value === 'string' ? [...value].reverse().join('') : [...listFrom(value)].reverse(),
  replace: (value, from, to) => joined(partsOf(textFrom(value), textFrom(from)), textFrom(to)),
  int: (value, other = 0) => numberOr(Number.parseInt(textFrom(value), 10), other),
  float: (value, other = 0) => numberOr(Number.parseFloat(textFrom(value)), other),
  abs: (value) => Math.abs(Number(value)),
  round: (value, digits = 0, how = '') => rounded(Number(value), Number(digits), textFrom(how)),
  dump: (value, spaces) => JSON.stringify(dataIn(value), null, spaces as number | undefined),
  load: (value) => dataOf(textFrom(value)),
  urlencode: (value) => encodeURIComponent(textFrom(value)),
} satisfies Record<string, Filter>;

export const filters: Readonly<Record<keyof typeof known, Filter>> = known;
export const isFilter = (name: string): name is keyof typeof known => Object.hasOwn(known, name);

const dataOf = (text: string): unknown => parseBoundedJson(text, { maxCharacters: limits.messageCharacters });

/** Variables of cases are texts: a list or fields in one are JSON, and are meant. */
export function dataIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return dataOf(value);
  } catch {
    return value;
  }
}

function listFrom(value: unknown): readonly unknown[] {
  const data = dataIn(value);
  return Array.isArray(data) ? data : typeof data === 'string' ? [...data] : [];
}

function lengthOf(value: unknown): number {
  const data = dataIn(value);
  if (typeof data === 'string' || Array.isArray(data)) return data.length;
  return typeof data === 'object' && data !== null ? Object.keys(data).length : 0;
}

// Each filter may make a text ten times as long, and there may be many of them.

const tooLong = () =>
  new Error(
    `A filter makes a text of more than ${limits.messageCharacters.toLocaleString('en')} characters.`,
  );

/** @throws where it is a text that no request could hold */
export function withinLength(value: unknown): unknown {
  if (typeof value === 'string' && value.length > limits.messageCharacters) throw tooLong();
  return value;
}

function joined(texts: readonly string[], between: string): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length + between.length * Math.max(0, texts.length - 1) > limits.messageCharacters) throw tooLong();
  return texts.join(between);
}

/** Nothing is between all letters, and around them. */
const partsOf = (text: string, mark: string): readonly string[] =>
  mark === '' ? ['', ...text, ''] : text.split(mark);

const numberOr = (value: number, other: unknown): unknown => (Number.isNaN(value) ? other : value);

function rounded(value: number, digits: number, how: string): number {
  const factor = 10 ** digits;
  const round = how === 'ceil' ? Math.ceil : how === 'floor' ? Math.floor : Math.round;
  return round(value * factor) / factor;
}
