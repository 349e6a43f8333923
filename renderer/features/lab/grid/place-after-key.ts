/** A cell of a grid, both from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

const pageRows = 5;

interface Size {
  readonly rows: number;
  readonly columns: number;
  /** With Ctrl or Cmd, Home and End go to the corners of the grid. */
  readonly isFar: boolean;
}

/** The next place that has a cell, or the one before, row by row; `null` at the end. */
export function placeInOrder(
  { row, column }: Place,
  by: 1 | -1,
  { rows, columns }: Omit<Size, 'isFar'>,
  hasCell: (place: Place) => boolean,
): Place | null {
  for (let at = row * columns + column + by; at >= 0 && at < rows * columns; at += by) {
    const place = { row: Math.floor(at / columns), column: at % columns };
    if (hasCell(place)) return place;
  }
  return null;
}

/** The cell that a key moves to, as grids of spreadsheets do; `null` for every other key. */
export function placeAfterKey(
  key: string,
  { row, column }: Place,
  { rows, columns, isFar }: Size,
): Place | null {
  if (rows === 0 || columns === 0) return null;
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(isFar ? rows : row + 1, column);
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isFar ? columns : column + 1);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'PageDown':
      return to(row + pageRows, column);
    case 'PageUp':
      return to(row - pageRows, column);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows : row, columns);
    default:
      return null;
  }
}

/** Of the element of a cell. */
export const idOf = (row: number, column: number): string => `lab-cell-${row}-${column}`;
