/** Workbooks of 1997 to 2003: each sheet is its name, then its rows, as in any other workbook (MS-XLS). */
import { tabbedCell } from '../../../../shared/lab/csv';
import { protectedError } from '../package';
import type { PageWriter } from '../page-writer';
import { type NumberStyles, numberText, stylesOf } from '../sheets/sheet-numbers';
import { OldFormat } from './old-format';
import type { OleFile } from './ole-file';
import { recordsFrom, type SheetRecord, sharedStrings, shortString } from './sheet-records';

const TYPES = {
  formula: 0x06,
  end: 0x0a,
  dates: 0x22,
  password: 0x2f,
  more: 0x3c,
  sheet: 0x85,
  numbers: 0xbd,
  richLabel: 0xd6,
  style: 0xe0,
  strings: 0xfc,
  sharedLabel: 0xfd,
  number: 0x203,
  label: 0x204,
  truth: 0x205,
  string: 0x207,
  short: 0x27e,
  format: 0x41e,
  begin: 0x809,
} as const;
/** Of 1997, as the first record states it. */
const VERSION = 0x600;
const MOST_STYLES = 100_000;

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly start: number;
}

interface Workbook {
  readonly strings: readonly string[];
  readonly styles: NumberStyles;
  readonly sheets: readonly Sheet[];
}

export function readOldSheets(file: OleFile, writer: PageWriter): void {
  const stream = file('Workbook') ?? file('Book');
  if (stream === null || stream.length < 8) throw new Error('no workbook');
  if (stream.readUInt16LE(0) !== TYPES.begin || stream.readUInt16LE(4) !== VERSION)
    throw new OldFormat('a version of before 1997');
  const book = readBook(stream);
  for (const { name, isHidden, start } of book.sheets) {
    writer.next();
    writer.write(`${name}${isHidden ? '\thidden' : ''}\n`);
    writeSheet(stream, start, book, writer);
  }
}

function readBook(stream: Buffer): Workbook {
  const sheets: Sheet[] = [];
  const strings: Buffer[] = [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let [is1904, last] = [false, 0];
  const take: Readonly<Record<number, (body: Buffer) => void>> = {
    [TYPES.password]: () => {
      throw protectedError();
    },
    [TYPES.dates]: (body) => {
      is1904 = body[0] === 1;
    },
    [TYPES.format]: (body) =>
      void (body.length > 2 && codes.set(body.readUInt16LE(0), shortString(body, 2, 2))),
    [TYPES.style]: (body) =>
      void (ids.length < MOST_STYLES && ids.push(body.length < 4 ? 0 : body.readUInt16LE(2))),
    [TYPES.sheet]: (body) => void (body.length > 8 && sheets.push(...sheetOf(body))),
    [TYPES.strings]: (body) => void strings.push(body),
    [TYPES.more]: (body) => void (last === TYPES.strings && strings.push(body)),
  };
  for (const { type, body } of recordsFrom(stream, 0)) {
    if (type === TYPES.end) break;
    take[type]?.(body);
    if (type !== TYPES.more) last = type;
  }
  return { sheets, strings: sharedStrings(strings), styles: stylesOf(ids, codes, is1904) };
}

/** Charts and macros have sheets of their own, without cells. */
function sheetOf(body: Buffer): readonly Sheet[] {
  if (body[5] !== 0) return [];
  const isHidden = ((body[4] ?? 0) & 3) !== 0;
  return [{ name: shortString(body, 6, 1), isHidden, start: body.readUInt32LE(0) }];
}

/** Beyond so many a row has no further values that a person put beside each other. */
const MOST_EMPTY = 500;

type Place = readonly [row: number, column: number];

function writeSheet(stream: Buffer, start: number, book: Workbook, writer: PageWriter): void {
  const write = cellWriter(writer);
  let due: Place | null = null;
  for (const { type, body } of recordsOfSheet(stream, start)) {
    if (writer.isFull()) return void writer.cut();
    if (type === TYPES.string && due !== null) write(...due, shortString(body, 0, 2));
    for (const cell of cellsOf(type, body, book)) write(...cell);
    due = dueText(type, body);
  }
}

/** Of a formula the cell whose text is in the next record. */
const dueText = (type: number, body: Buffer): Place | null =>
  type === TYPES.formula && isText(body) ? [body.readUInt16LE(0), body.readUInt16LE(2)] : null;

/** A chart in a sheet has records of its own between those of the sheet. */
function* recordsOfSheet(stream: Buffer, start: number): Generator<SheetRecord> {
  let depth = 0;
  for (const record of recordsFrom(stream, start)) {
    if (record.type === TYPES.begin) depth += 1;
    else if (record.type === TYPES.end) depth -= 1;
    if (depth === 0) return;
    if (depth === 1) yield record;
  }
}

function cellWriter(writer: PageWriter) {
  let [row, column] = [-1, 0];
  return (atRow: number, atColumn: number, text: string) => {
    if (text === '') return;
    if (row >= 0 && atRow !== row) writer.write('\n');
    if (atRow !== row) [row, column] = [atRow, 0];
    const empty = Math.min(MOST_EMPTY, Math.max(0, atColumn - column));
    writer.write(`${'\t'.repeat(empty)}${tabbedCell(text)}\t`);
    column = atColumn + 1;
  };
}

type Cell = readonly [row: number, column: number, text: string];

interface Reader {
  /** Bytes of a whole one. */
  readonly least: number;
  text(body: Buffer, book: Workbook, number: (value: number) => string): string;
}

const label: Reader = { least: 9, text: (body) => shortString(body, 6, 2) };

/** Of records that hold one cell. */
const readers: Readonly<Record<number, Reader>> = {
  [TYPES.sharedLabel]: { least: 10, text: (body, book) => book.strings[body.readUInt32LE(6)] ?? '' },
  [TYPES.label]: label,
  [TYPES.richLabel]: label,
  [TYPES.number]: { least: 14, text: (body, _, number) => number(body.readDoubleLE(6)) },
  [TYPES.short]: { least: 10, text: (body, _, number) => number(shortNumber(body.readInt32LE(6))) },
  [TYPES.truth]: { least: 8, text: (body) => truth(body[6] ?? 0, body[7] === 1) },
  [TYPES.formula]: { least: 14, text: (body, _, number) => resultOf(body, number) },
};

function cellsOf(type: number, body: Buffer, book: Workbook): readonly Cell[] {
  if (body.length < 6) return [];
  const [row, column] = [body.readUInt16LE(0), body.readUInt16LE(2)];
  const number = (value: number, style: number) => numberText(String(value), style, book.styles);
  const reader = readers[type];
  if (reader !== undefined && body.length >= reader.least)
    return [[row, column, reader.text(body, book, (value) => number(value, body.readUInt16LE(4)))]];
  if (type !== TYPES.numbers) return [];
  return Array.from({ length: Math.floor((body.length - 6) / 6) }, (_, at): Cell => {
    const place = 4 + at * 6;
    return [row, column + at, number(shortNumber(body.readInt32LE(place + 2)), body.readUInt16LE(place))];
  });
}

/** The upper 30 bits of a number, or a whole number; of either maybe the hundredth. */
function shortNumber(packed: number): number {
  const high = Buffer.alloc(8);
  high.writeInt32LE(packed & ~3, 4);
  const number = (packed & 2) === 0 ? high.readDoubleLE(0) : packed >> 2;
  return (packed & 1) === 0 ? number : number / 100;
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

const truth = (value: number, isError: boolean): string =>
  isError ? (errors[value] ?? '#N/A') : value === 1 ? 'TRUE' : 'FALSE';

/** Where the result of a formula is a text, true or false, its number has a form that other numbers never have. */
const isNoNumber = (body: Buffer): boolean => body.length >= 14 && body.readUInt16LE(12) === 0xffff;
const isText = (body: Buffer): boolean => isNoNumber(body) && body[6] === 0;

function resultOf(body: Buffer, number: (value: number) => string): string {
  if (!isNoNumber(body)) return number(body.readDoubleLE(6));
  return body[6] === 1 || body[6] === 2 ? truth(body[8] ?? 0, body[6] === 2) : '';
}
