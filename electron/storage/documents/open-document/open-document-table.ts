/** Tables of an OpenDocument: cells of a row are separated by tabs; a table may lie in a cell of another. */
import { tabbedCell } from '../../../../shared/lab/csv';
import { documentLimits } from '../../../../shared/media/documents';

/** Beyond so many empty cells a row has no further values that a person put beside each other. */
const MOST_EMPTY = 500;

/** As often as a document may be long: what is beyond that is left out, and said. */
const repeated = (text: string, times: number): string =>
  text.repeat(Math.min(times, Math.ceil(documentLimits.characters / text.length) + 1));

interface Row {
  readonly times: number;
  text: string;
  /** Empty cells, which are only written before a value. */
  empty: number;
}

interface Cell {
  readonly times: number;
  /** What it holds where no text of it is stored. */
  readonly value: string;
  text: string;
}

export function openDocumentTable(isSheets: boolean, write: (text: string) => void) {
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
    beginCell: (times: number, value: string) => void cells.push({ times, value, text: '' }),
    endCell() {
      const cell = cells.pop();
      const row = rows.at(-1);
      if (cell === undefined || row === undefined) return;
      const text = cell.text.trim() || cell.value;
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
