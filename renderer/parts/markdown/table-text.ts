import { csvText } from '../../../shared/lab/csv';

/** Rows of cells, the first row the headings. */
type Cells = readonly (readonly string[])[];

export function tableAsMarkdown(rows: Cells): string {
  const lines = rows.map((row) => `| ${row.map(escapeCell).join(' | ')} |`);
  const [head = '', ...body] = lines;
  const rule = `|${(rows[0] ?? []).map(() => ' --- |').join('')}`;
  return [head, rule, ...body].join('\n');
}

const escapeCell = (cell: string) =>
  cell
    .trim()
    .replace(/[\\|]/g, '\\$&')
    .replace(/\s*\n\s*/g, ' ');

/** Without the last line break: it is copied into other texts. */
export const tableAsCsv = (rows: Cells): string =>
  csvText(rows.map((row) => row.map((cell) => cell.trim()))).replace(/\r\n$/, '');
