/** Parses a table from the text of spreadsheets and editors. */
import Papa from 'papaparse';
import { batchLimits, type TableMistake } from '../../../shared/lab/batch';
import { separatorOf } from '../../../shared/lab/csv';
import { fromHeader, type HeadedTable } from '../../../shared/lab/table-head';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type TableReading =
  | { readonly ok: true; readonly table: Table; readonly head: Pick<HeadedTable, 'header' | 'rows'> }
  | { readonly ok: false; readonly mistakes: readonly TableMistake[] };

const mistakesAtMost = 20;

export interface TableWay {
  /** Between cells, where it is known. */
  readonly mark?: string | undefined;
  /** The row that is the header, from 1; one that looks like it where left out. */
  readonly header?: number | undefined;
}

/**
 * Parses CSV or TSV, with the names of the columns in the first line; a title above them is left out. Fields may be quoted
 * and hold line breaks; the header decides the separator: tabs, semicolons, commas or bars.
 */
export function readTable(text: string, { mark, header: chosen }: TableWay = {}): TableReading {
  const { text: headed, ...head } = fromHeader(text.replace(/^\uFEFF/, ''), mark, chosen);
  const { rest, separator } = mark === undefined ? separatorOf(headed) : { rest: headed, separator: mark };
  const { data, errors } = Papa.parse<string[]>(withOneLineEnd(rest), {
    delimiter: separator,
    skipEmptyLines: 'greedy',
  });
  const [header = [], ...rows] = data;
  const columns = header.map((name) => name.trim());
  const mistakes = [
    ...quoteMistakes(errors),
    ...headerMistakes(columns),
    ...sizeMistakes(columns, rows),
    ...rowMistakes(columns, rows),
  ];
  if (mistakes.length > 0) return { ok: false, mistakes: mistakes.slice(0, mistakesAtMost) };
  const table = { columns, rows: rows.map((row) => columns.map((_, at) => row[at] ?? '')) };
  return { ok: true, table, head };
}

/** Files that went through several programs have several line ends, of which the parser takes one; those in quotes stay. */
function withOneLineEnd(text: string): string {
  const ends = new Set<string>();
  const plain = text.replace(/"(?:[^"]|"")*"|\r\n?|\n/g, (found) => {
    if (found.startsWith('"')) return found;
    ends.add(found);
    return '\n';
  });
  return ends.size > 1 ? plain : text;
}

function quoteMistakes(errors: readonly Papa.ParseError[]): TableMistake[] {
  return errors
    .filter(({ type }) => type === 'Quotes')
    .slice(0, 1)
    .map(({ row }) => ({
      row: row === undefined || row === 0 ? null : row,
      column: null,
      message: 'a quoted field isn’t closed, or has text after its closing quote.',
    }));
}

function headerMistakes(columns: readonly string[]): TableMistake[] {
  if (columns.length === 0) return [{ row: null, column: null, message: 'The table is empty.' }];
  const firstAt = new Map<string, number>();
  return columns.flatMap((column, at): TableMistake[] => {
    if (column === '')
      return [{ row: null, column: null, message: `Column ${at + 1} has no name in the first line.` }];
    const first = firstAt.get(column);
    if (first === undefined) firstAt.set(column, at);
    if (first === undefined) return [];
    return [
      { row: null, column, message: `Columns ${first + 1} and ${at + 1} are both called “${column}”.` },
    ];
  });
}

function sizeMistakes(columns: readonly string[], rows: readonly (readonly string[])[]): TableMistake[] {
  const mistakeOf = (message: string) => [{ row: null, column: null, message }];
  const figure = (count: number) => count.toLocaleString('en');
  if (columns.length > 0 && rows.length === 0) return mistakeOf('There are no rows below the column names.');
  if (rows.length > batchLimits.rows)
    return mistakeOf(`${figure(rows.length)} rows are too many: the limit is ${figure(batchLimits.rows)}.`);
  if (columns.length > batchLimits.columns)
    return mistakeOf(`${columns.length} columns are too many: the limit is ${batchLimits.columns}.`);
  return [];
}

function rowMistakes(columns: readonly string[], rows: readonly (readonly string[])[]): TableMistake[] {
  return rows.flatMap((row, index) => {
    const rest = row.slice(columns.length);
    if (rest.some((field) => field.trim() !== '')) {
      const message = `it has ${row.length} fields, and there are ${columns.length} columns. Quote a field that contains the separator.`;
      return [{ row: index + 1, column: columns.at(-1) ?? null, message }];
    }
    const long = row.findIndex((field) => field.length > batchLimits.cellCharacters);
    if (long === -1) return [];
    const column = columns[long] ?? '';
    return [
      {
        row: index + 1,
        column,
        message: `“${column}” is longer than ${batchLimits.cellCharacters} characters.`,
      },
    ];
  });
}
