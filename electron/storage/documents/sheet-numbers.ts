/** Numbers of a workbook as they are seen: days are counted from 1900 or 1904, and only a style says that they are days. */
import { follow } from './follow';
import { attributeOf } from './xml-events';

export interface NumberStyles {
  /** Of each style of a cell, in order. */
  readonly kinds: readonly NumberKind[];
  /** The day that is number 0, in milliseconds. */
  readonly firstDay: number;
}

type NumberKind = 'number' | 'percent' | 'date' | 'time' | 'both';

/** Formats that files name by their number alone (ECMA-376, part 1, 18.8.30), with those of East Asia. */
const builtIn = (id: number): NumberKind => {
  if (id === 22) return 'both';
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36) return 'date';
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? 'time' : 'number';
};

/** What is quoted, an amount of blank, a color or a condition, a power of ten, and the halves of a day. */
const notLetters = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|e[+-]|am\/pm|a\/p/gi;

/** By the letters of its code, of which only the first section counts: `m` is a minute beside an hour or a second. */
function kindOfCode(code: string): NumberKind {
  const [bare = ''] = code.toLowerCase().replace(notLetters, '').split(';');
  if (bare.includes('general')) return 'number';
  if (bare.includes('%')) return 'percent';
  const letters = (bare.match(/([ymdhsg])\1*|e+/g) ?? []).map(([first]) => first);
  const isMonth = (letter: string | undefined, at: number) =>
    letter === 'm' && letters[at - 1] !== 'h' && letters[at + 1] !== 's' && !bare.includes('[m');
  const hasTime = letters.some((letter) => letter === 'h' || letter === 's') || bare.includes('[m');
  const hasDate = letters.some((letter, at) => /[ydeg]/.test(letter ?? '') || isMonth(letter, at));
  if (hasDate) return hasTime ? 'both' : 'date';
  return hasTime ? 'time' : 'number';
}

const DAY_MS = 86_400_000;
const FIRST_DAY_1900 = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);

/** @param styles the part of styles @param workbook the main part */
export function numberStyles(styles: string, workbook: string): NumberStyles {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let isInCells = false;
  const open = {
    numFmt: (attributes: string) =>
      void codes.set(
        Number(attributeOf(attributes, 'numFmtId')),
        attributeOf(attributes, 'formatCode') ?? '',
      ),
    cellXfs: () => {
      isInCells = true;
    },
    xf: (attributes: string) => {
      if (!isInCells) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      const code = codes.get(id);
      kinds.push(code === undefined ? builtIn(id) : kindOfCode(code));
    },
  };
  const close = {
    cellXfs: () => {
      isInCells = false;
    },
  };
  const bounds = { isFull: () => kinds.length > 100_000, cut: () => undefined };
  follow(styles, bounds, { texts: [], open, close }, () => undefined);
  const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904\s*=\s*["'](?:1|true)["']/.test(workbook);
  return { kinds, firstDay: is1904 ? FIRST_DAY_1904 : FIRST_DAY_1900 };
}

/** Days after this one have no year of four digits. */
const LAST_DAY = 2_958_466;

export function numberText(value: string, style: number, { kinds, firstDay }: NumberStyles): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return value;
  const kind = kinds[style] ?? 'number';
  if (kind === 'percent') return `${Number((number * 100).toPrecision(15))}%`;
  if (kind === 'number' || number < 0 || number >= LAST_DAY) return plainNumber(value, number);
  // The first calendar took 1900 for a leap year: its first two months are a day off.
  const day = firstDay === FIRST_DAY_1900 && number >= 1 && number < 60 ? number + 1 : number;
  const moment = new Date(firstDay + Math.round(day * (DAY_MS / 1_000)) * 1_000).toISOString();
  const [date = '', time = ''] = [moment.slice(0, 10), moment.slice(11, 19)];
  if (kind === 'time') return number < 1 ? time : hoursOf(number);
  return kind === 'date' && time === '00:00:00' ? date : `${date} ${time}`;
}

/** A time of more than a day counts its hours on. */
function hoursOf(days: number): string {
  const seconds = Math.round(days * 86_400);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Files hold 17 digits, of which the last two are beyond what a program shows: 1.1 is written 1.1000000000000001. */
const plainNumber = (value: string, number: number): string =>
  value.length > 15 && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
