/** Where the header of a table is: people write a title, a date or a note above it. */
import { placedRows, separatorOf } from './csv';

/** A table from its header on. */
export interface HeadedTable {
  readonly text: string;
  /** The row that is the header, from 1; empty rows don’t count. */
  readonly header: number;
  /** The first rows in short, of which each may be the header. */
  readonly rows: readonly string[];
}

/** So many rows are looked at. */
const MOST_ROWS = 20;
const MOST_CHARACTERS = 60;

/**
 * The table without the rows above its header.
 * @param mark between cells; where left out the one that the file states or shows
 * @param chosen the row that is the header; where left out the first that looks like one
 */
export function fromHeader(given: string, mark?: string, chosen?: number): HeadedTable {
  const text = given.replace(/^\uFEFF/, '');
  const stated = mark === undefined ? text.length - separatorOf(text).rest.length : 0;
  const body = text.slice(stated);
  const rows = firstRows(body, mark ?? separatorOfTable(text));
  const at = chosen === undefined ? headerOf(rows) : Math.min(Math.max(0, chosen - 1), rows.length - 1);
  const start = rows[at]?.at ?? 0;
  return {
    text: at <= 0 ? given : `${text.slice(0, stated)}${body.slice(start)}`,
    header: Math.max(0, at) + 1,
    rows: rows.map(({ cells }) => inShort(cells)),
  };
}

interface PlacedRow {
  readonly cells: readonly string[];
  readonly at: number;
}

function firstRows(body: string, mark: string): readonly PlacedRow[] {
  const rows: PlacedRow[] = [];
  for (const row of placedRows(body, mark)) {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length >= MOST_ROWS) break;
  }
  return rows;
}

/** A title has no separator: with an empty line behind it, the line below that one tells. */
function separatorOfTable(text: string): string {
  const { rest, separator } = separatorOf(text);
  const [, title = '', below] =
    /^([^\r\n"]*)(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*(\S[\s\S]*)/.exec(text.trimStart()) ?? [];
  if (rest !== text || below === undefined || /[\t;,|]/.test(title)) return separator;
  return separatorOf(below).separator;
}

const filled = ({ cells }: PlacedRow): number => cells.filter((cell) => cell.trim() !== '').length;

/**
 * The first row with several names below rows with a single value each, where most rows below it have several values
 * too; else the first row.
 */
function headerOf(rows: readonly PlacedRow[]): number {
  const at = rows.findIndex((row) => filled(row) > 1);
  const [header, below] = [rows[at], rows.slice(at + 1)];
  if (at <= 0 || header === undefined || below.length === 0) return 0;
  const names = header.cells.map((cell) => cell.trim()).filter((name) => name !== '');
  const isNamed =
    new Set(names).size === names.length && names.every((name) => name.length <= MOST_CHARACTERS);
  const isTable = below.filter((row) => filled(row) > 1).length * 2 >= below.length;
  return isNamed && isTable ? at : 0;
}

function inShort(cells: readonly string[]): string {
  const text = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ')
    .replace(/\s+/g, ' ');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** What is said where rows are left out. */
export function aboveHeaderText({ header, rows }: Pick<HeadedTable, 'header' | 'rows'>): string | null {
  if (header === 1) return null;
  const above = rows.slice(0, header - 1).map((row) => `“${row}”`);
  const few = above.length > 2 ? [...above.slice(0, 2), `${above.length - 2} more`] : above;
  const rowsText = above.length === 1 ? 'The row' : 'The rows';
  return `${rowsText} above the header ${above.length === 1 ? 'is' : 'are'} left out: ${few.join(', ')}.`;
}
