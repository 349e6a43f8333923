/** The filters of Nunjucks that are read: https://mozilla.github.io/nunjucks/templating.html#builtin-filters */
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
  join: (value, between = '') => listFrom(value).map(textFrom).join(textFrom(between)),
  reverse: (value) =>
    typeof value === 'string' ? [...value].reverse().join('') : [...listFrom(value)].reverse(),
  replace: (value, from, to) => textFrom(value).replaceAll(textFrom(from), () => textFrom(to)),
  int: (value, other = 0) => numberOr(Number.parseInt(textFrom(value), 10), other),
  float: (value, other = 0) => numberOr(Number.parseFloat(textFrom(value)), other),
  abs: (value) => Math.abs(Number(value)),
  round: (value, digits = 0, how = '') => rounded(Number(value), Number(digits), textFrom(how)),
  dump: (value, spaces) => JSON.stringify(dataIn(value), null, spaces as number | undefined),
  load: (value) => JSON.parse(textFrom(value)) as unknown,
  urlencode: (value) => encodeURIComponent(textFrom(value)),
} satisfies Record<string, Filter>;

export const filters: Readonly<Record<keyof typeof known, Filter>> = known;
export const isFilter = (name: string): name is keyof typeof known => Object.hasOwn(known, name);

/** Variables of cases are texts: a list or fields in one are JSON, and are meant. */
export function dataIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
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

const numberOr = (value: number, other: unknown): unknown => (Number.isNaN(value) ? other : value);

function rounded(value: number, digits: number, how: string): number {
  const factor = 10 ** digits;
  const round = how === 'ceil' ? Math.ceil : how === 'floor' ? Math.floor : Math.round;
  return round(value * factor) / factor;
}
