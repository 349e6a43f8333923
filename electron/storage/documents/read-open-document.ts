/** OpenDocument: pages, sheets and slides of one part. */
import { tabbedCell } from '../../../shared/lab/csv';
import { documentLimits } from '../../../shared/media/documents';
import { follow } from './follow';
import { type Package, protectedError, required } from './package';
import type { PageWriter } from './page-writer';
import { attributeOf } from './xml-events';

export async function readOpenDocument(part: Package, writer: PageWriter): Promise<void> {
  const manifest = (await part('META-INF/manifest.xml')) ?? '';
  if (manifest.includes('encryption-data')) throw protectedError();
  writeOpenDocument(await required(part, 'content.xml'), writer);
}

/** Words of others about the text, what was deleted from it, how characters are read, and the marks of notes. */
const skipped = ['annotation', 'tracked-changes', 'ruby-text', 'note-citation'];

/** Beyond so many empty cells a row has no further values that a person put beside each other. */
const MOST_EMPTY = 500;

const timesOf = (attributes: string, name: string): number =>
  Math.max(1, Number(attributeOf(attributes, name) ?? 1) || 1);

/** As often as a document may be long: what is beyond that is left out, and said. */
const repeated = (text: string, times: number): string =>
  text.repeat(Math.min(times, Math.ceil(documentLimits.characters / text.length) + 1));

/** Breaks that a program stored when it laid the pages out, sheets and slides begin a page. */
function writeOpenDocument(xml: string, writer: PageWriter): void {
  const isSheets = xml.includes('<office:spreadsheet');
  const table = createTable(isSheets, writer.write);
  let notes = 0;
  const say = (text: string) => table.say(text);
  const line = () => say(notes > 0 ? ' ' : '\n');
  const cell = (attributes: string) => table.beginCell(timesOf(attributes, 'number-columns-repeated'));
  const open = {
    tab: () => say('\t'),
    'line-break': line,
    s: (attributes: string) => say(' '.repeat(Math.min(100, Number(attributeOf(attributes, 'c') ?? 1) || 1))),
    'soft-page-break': () => table.isOpen() || writer.next(),
    page: writer.next,
    'table-row': (attributes: string) => table.beginRow(timesOf(attributes, 'number-rows-repeated')),
    'table-cell': cell,
    'covered-table-cell': cell,
    'note-body': () => {
      notes += 1;
      say(' [');
    },
    ...(isSheets && {
      table: (attributes: string) => {
        writer.next();
        writer.write(`${attributeOf(attributes, 'name') ?? ''}\n`);
      },
    }),
  };
  const close = {
    p: line,
    h: line,
    'note-body': () => {
      notes = Math.max(0, notes - 1);
      say('] ');
    },
    'table-cell': table.endCell,
    'covered-table-cell': table.endCell,
    'table-row': table.endRow,
  };
  follow(xml, writer, { texts: ['p', 'h'], skipped, open, close }, say);
}

interface Row {
  readonly times: number;
  text: string;
  /** Empty cells, which are only written before a value. */
  empty: number;
}

interface Cell {
  readonly times: number;
  text: string;
}

/** Cells of a row are separated by tabs; a table may lie in a cell of another. */
function createTable(isSheets: boolean, write: (text: string) => void) {
  const rows: Row[] = [];
  const cells: Cell[] = [];
  const say = (text: string) => {
    const cell = cells.at(-1);
    if (cell === undefined) write(text);
    else cell.text += text;
  };
  return {
    say,
    isOpen: () => cells.length > 0,
    beginRow: (times: number) => void rows.push({ times, text: '', empty: 0 }),
    beginCell: (times: number) => void cells.push({ times, text: '' }),
    endCell() {
      const cell = cells.pop();
      const row = rows.at(-1);
      if (cell === undefined || row === undefined) return;
      const text = cell.text.trim();
      if (text === '') row.empty = Math.min(MOST_EMPTY, row.empty + cell.times);
      if (text === '' || row.text.length > documentLimits.characters) return;
      // In a sheet, lines inside a value belong to it.
      const value = isSheets ? tabbedCell(text) : text.replace(/\s*\n\s*/g, ' ');
      row.text += `${'\t'.repeat(row.empty)}${repeated(`${value}\t`, cell.times)}`;
      row.empty = 0;
    },
    endRow() {
      const row = rows.pop();
      if (row !== undefined && (row.text !== '' || !isSheets)) say(repeated(`${row.text}\n`, row.times));
    },
  };
}
