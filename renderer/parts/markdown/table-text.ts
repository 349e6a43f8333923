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

/** As in RFC 4180. A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export function tableAsCsv(rows: Cells): string {
  return rows.map((row) => row.map(quoteCell).join(',')).join('\r\n');
}

function quoteCell(cell: string): string {
  const text = /^[=@\t\r]|^[+-](?![\d.,\s%]*$)/.test(cell.trim()) ? `'${cell.trim()}` : cell.trim();
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
