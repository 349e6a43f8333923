/** CSV files as RFC 4180 has them; the app writes all of them here. */

export type CsvCell = string | number | null;

/** Rows of cells as a file. */
export const csvText = (lines: readonly (readonly CsvCell[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');

/** One cell; an unknown value is empty. */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : withoutFormulas(value);
  return /[",;\t\r\n]/.test(text) ? quotedCell(text) : text;
}

/** A cell of a table whose cells are between tabs, as spreadsheets copy them. */
export const tabbedCell = (text: string): string => (/^"|[\t\r\n]/.test(text) ? quotedCell(text) : text);

/** A text between quotation marks, each of its own doubled. */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Signs that begin a formula, also in their wide forms, which some spreadsheets take for the same. */
const BEGIN = '=+\\-@＝＋－＠';

/** A cell that is a number as a whole, which no spreadsheet runs. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?\s*%?$/;

/**
 * Where a spreadsheet may see a cell begin: at the beginning, and behind what it may take for the end of a cell. Which
 * sign that is depends on the language of the computer, and quotes don't count where it is another one than ours.
 */
const FORMULA = new RegExp(`(^|[;,\\t\\r\\n])([\\s"']*)(?=[${BEGIN}])`, 'g');

/**
 * A text with an apostrophe before whatever a spreadsheet would run as a formula: replies, models and request ids come
 * from the gateway, and a formula can send what is in the table elsewhere. Numbers below zero stay numbers.
 */
const withoutFormulas = (text: string): string => {
  if (NUMBER.test(text)) return text;
  const safe = text.replace(FORMULA, "$1$2'");
  // A leading tab or line break is skipped by some, so the text behind it begins the cell.
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
};

/**
 * The rows of a file as RFC 4180 has it, the header among them. Quotes that are never closed go to the end.
 * @param mark between cells; where left out the one that the file states, or that its first line has most of
 */
export function readCsv(text: string, mark?: string): readonly (readonly string[])[] {
  const whole = text.replace(/^\uFEFF/, '');
  if (mark !== undefined) return rowsBetween(whole, mark);
  const { rest, separator } = separatorOf(whole);
  return rowsBetween(rest, separator);
}

/** In the order that decides between those of which a line has equally many. */
const SEPARATORS = ['\t', ';', ',', '|'] as const;
/** A character that no text contains: as separator, it makes a line one cell. */
const NONE = '\u001f';

/**
 * What is between the cells of a table: what a first line such as `sep=;` states, as spreadsheets write and read it, or
 * else what the first line has most of, outside of quotes.
 * @returns the table without the line that states it
 */
export function separatorOf(text: string): { readonly rest: string; readonly separator: string } {
  const [line = '', , stated] = /^("?)sep=([^\r\n"])\1[;,\t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(line.length);
  if (stated !== undefined) return { rest, separator: stated };
  const first = /^(?:"(?:[^"]|"")*"|[^\r\n"]|"(?!"))*/.exec(rest.trimStart())?.[0] ?? '';
  const bare = first.replace(/"(?:[^"]|"")*"/g, '');
  const counted = SEPARATORS.map((sign) => ({ sign, count: bare.split(sign).length - 1 }));
  const most = counted.reduce((one, other) => (other.count > one.count ? other : one));
  return { rest, separator: most.count === 0 ? NONE : most.sign };
}

const rowsBetween = (whole: string, mark: string): readonly (readonly string[])[] =>
  [...placedRows(whole, mark)].map(({ cells }) => cells);

/** Each row that is not empty, and where in the text it begins. */
export function* placedRows(
  whole: string,
  mark: string,
): Generator<{ readonly cells: readonly string[]; readonly at: number }> {
  const sign = mark.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');
  const cell = new RegExp(`("(?:[^"]|"")*(?:"|$)|[^${sign}\\r\\n]*)(${sign}|\\r?\\n|\\r|$)`, 'gy');
  let row: string[] = [];
  let at = 0;
  for (const found of whole.matchAll(cell)) {
    const [, value = '', end = ''] = found;
    if (value === '' && end === '' && row.length === 0) break;
    if (row.length === 0) at = found.index;
    row.push(value.startsWith('"') ? value.replace(/^"|"$/g, '').replaceAll('""', '"') : value);
    if (end === mark) continue;
    if (row.some((one) => one !== '')) yield { cells: row, at };
    row = [];
    if (end === '') break;
  }
}
