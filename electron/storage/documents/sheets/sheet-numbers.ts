/** Numbers of a workbook as they are seen: days are counted from 1900 or 1904, and only a style says that they are days. */
import { follow } from '../follow';
import { attributeOf } from '../xml-events';
import { formatted, MOST_CODE, type NumberFormat, numberFormat } from './sheet-formats';

export interface NumberStyles {
  /** Of each style of a cell, in order. */
  readonly cells: readonly CellFormat[];
  /** The day that is number 0, in milliseconds. */
  readonly firstDay: number;
}

type NumberKind = 'number' | 'date' | 'time' | 'both';

interface CellFormat {
  readonly kind: NumberKind;
  readonly format: NumberFormat;
  /** Seconds have parts. */
  readonly hasParts?: boolean;
}

/** Formats that files name by their number alone (ECMA-376, part 1, 18.8.30), with those of East Asia. */
const builtIn = (id: number): CellFormat => {
  const format = numberFormat(builtInCode(id));
  if (id === 22) return { kind: 'both', format };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36)
    return { kind: 'date', format };
  const isTime = (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47);
  return { kind: isTime ? 'time' : 'number', format };
};

/** A program that shows another currency writes the code down with its number. */
function builtInCode(id: number): string {
  if (id === 9 || id === 10) return '0%';
  return (id >= 5 && id <= 8) || id === 42 || id === 44 ? '$0' : 'General';
}

/** What is quoted, an amount of blank, a color or a condition, a power of ten, and the halves of a day. */
const notLetters = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\][]*\]|e[+-]|am\/pm|a\/p/gi;

/** By the letters of its code, of which only the first section counts: `m` is a minute beside an hour or a second. */
function kindOfCode(code: string): NumberKind {
  const [bare = ''] = code.toLowerCase().replace(notLetters, '').split(';');
  if (bare.includes('general')) return 'number';
  const letters = (bare.match(/([ymdhsg])\1*|e+/g) ?? []).map(([first]) => first);
  const isMonth = (letter: string | undefined, at: number) =>
    letter === 'm' && letters[at - 1] !== 'h' && letters[at + 1] !== 's' && !bare.includes('[m');
  const hasTime = letters.some((letter) => letter === 'h' || letter === 's') || bare.includes('[m');
  const hasDate = letters.some((letter, at) => /[ydeg]/.test(letter ?? '') || isMonth(letter, at));
  if (hasDate) return hasTime ? 'both' : 'date';
  return hasTime ? 'time' : 'number';
}

const formatOf = (code: string): CellFormat => ({
  kind: kindOfCode(code),
  format: numberFormat(code),
  hasParts: /s\]?[.,]0/i.test(code),
});

const DAY_MS = 86_400_000;
const FIRST_DAY_1900 = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);

/** @param ids the format of each style, in order @param codes of formats that the workbook defines itself */
export function stylesOf(
  ids: readonly number[],
  codes: ReadonlyMap<number, string>,
  is1904: boolean,
): NumberStyles {
  const known = new Map<number, CellFormat>();
  const cells = ids.map((id) => {
    const code = codes.get(id);
    const format = known.get(id) ?? (code === undefined ? builtIn(id) : formatOf(code.slice(0, MOST_CODE)));
    known.set(id, format);
    return format;
  });
  return { cells, firstDay: is1904 ? FIRST_DAY_1904 : FIRST_DAY_1900 };
}

/** @param styles the part of styles @param workbook the main part */
export function numberStyles(styles: string, workbook: string): NumberStyles {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  const open = {
    numFmt: (attributes: string) =>
      void codes.set(
        Number(attributeOf(attributes, 'numFmtId')),
        (attributeOf(attributes, 'formatCode') ?? '').slice(0, MOST_CODE),
      ),
    cellXfs: () => {
      isInCells = true;
    },
    xf: (attributes: string) => {
      if (isInCells) ids.push(Number(attributeOf(attributes, 'numFmtId') ?? 0));
    },
  };
  const close = {
    cellXfs: () => {
      isInCells = false;
    },
  };
  const bounds = { isFull: () => ids.length > 100_000, cut: () => undefined };
  follow(styles, bounds, { texts: [], open, close }, () => undefined);
  const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904\s*=\s*["'](?:1|true)["']/.test(workbook);
  return stylesOf(ids, codes, is1904);
}

/** Days after this one have no year of four digits. */
const LAST_DAY = 2_958_466;

export function numberText(value: string, style: number, { cells, firstDay }: NumberStyles): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return value;
  const { kind, format, hasParts = false } = cells[style] ?? { kind: 'number', format: [] };
  if (kind === 'number') return formatted(plainNumber(value, number), number, format);
  if (number < 0 || number >= LAST_DAY) return plainNumber(value, number);
  // The first calendar took 1900 for a leap year: its first two months are a day off.
  const day = firstDay === FIRST_DAY_1900 && number >= 1 && number < 60 ? number + 1 : number;
  const unit = hasParts ? 1 : 1_000;
  const passed = (days: number) => Math.round((days * DAY_MS) / unit) * unit;
  // A time of more than a day counts its hours on.
  if (kind === 'time') return clock(number < 1 ? passed(number) % DAY_MS : passed(number));
  const date = new Date(firstDay + passed(day)).toISOString().slice(0, 10);
  const time = clock(passed(day) % DAY_MS);
  return kind === 'date' && time === '00:00:00' ? date : `${date} ${time}`;
}

function clock(passed: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const [hours, minutes, seconds] = [passed / 3_600_000, (passed / 60_000) % 60, (passed / 1_000) % 60];
  const parts = passed % 1_000;
  const behind = parts === 0 ? '' : `.${String(parts).padStart(3, '0').replace(/0+$/, '')}`;
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${behind}`;
}

/** Files hold 17 digits, of which the last two are beyond what a program shows: 1.1 is written 1.1000000000000001. */
const plainNumber = (value: string, number: number): string =>
  value.length > 15 && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
