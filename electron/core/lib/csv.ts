/**
 * One cell of a CSV file, quoted as in RFC 4180. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe: models, replies and request ids come from the gateway.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isFormula ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of cells as a file. */
export const csvText = (lines: readonly (readonly (string | number | null)[])[]): string =>
  lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
