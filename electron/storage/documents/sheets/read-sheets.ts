/** Workbooks of Office Open XML: each sheet is its name, then its rows with a tab behind each value. */
import { tabbedCell } from '../../../../shared/lab/csv';
import { follow } from '../follow';
import { listed, mainPart, type Package, relatedPart, required } from '../package';
import type { PageWriter } from '../page-writer';
import { attributeOf } from '../xml-events';
import { type NumberStyles, numberStyles, numberText } from './sheet-numbers';

interface Workbook {
  readonly strings: readonly string[];
  readonly styles: NumberStyles;
}

export async function readSheets(part: Package, writer: PageWriter): Promise<void> {
  const main = await mainPart(part, 'xl/workbook.xml');
  const sheets = await listed(part, main, 'sheet');
  const styles = await relatedPart(part, main, 'styles', 'styles.xml');
  const book = {
    strings: sharedStrings(await relatedPart(part, main, 'sharedStrings', 'sharedStrings.xml')),
    styles: numberStyles(styles, await required(part, main)),
  };
  for (const { name, path, attributes } of sheets) {
    writer.next();
    writer.write(`${name}${hiddenMark(attributes)}\n`);
    writeSheet((await part(path)) ?? '', book, writer);
  }
}

/** Behind the name of a sheet that no program shows (`hidden`, `veryHidden`); no name has a tab. */
const hiddenMark = (attributes: string): string =>
  /hidden/i.test(attributeOf(attributes, 'state') ?? '') ? '\thidden' : '';

/** How characters are read is beside them (`rPh`). */
const skipped = ['rPh'];

/** Signs that XML does not take are written as `_x000D_`; a return is part of a line end. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Far more than the text of a document may have. */
const MOST_STRINGS = 2_000_000;

function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  const si = () => {
    strings.push(text);
    text = '';
  };
  const bounds = { isFull: () => strings.length >= MOST_STRINGS, cut: () => undefined };
  follow(xml, bounds, { texts: ['t'], skipped, close: { si } }, (more) => {
    text += more;
  });
  return strings;
}

/** Beyond so many a row has no further values that a person put beside each other. */
const MOST_EMPTY = 500;

interface Cell {
  readonly type: string;
  /** The number of its style. */
  readonly style: number;
  value: string;
  formula: string;
}

const cellOf = (attributes: string): Cell => ({
  type: attributeOf(attributes, 't') ?? '',
  style: Number(attributeOf(attributes, 's') ?? 0),
  value: '',
  formula: '',
});

function writeSheet(xml: string, book: Workbook, writer: PageWriter): void {
  let cell = cellOf('');
  let column = 0;
  let isFormula = false;
  const open = {
    row: () => {
      column = 0;
    },
    f: () => {
      isFormula = true;
    },
    c: (attributes: string) => {
      cell = cellOf(attributes);
      // Empty cells are left out of the file, and have to stay between the others.
      const place = columnOf(attributeOf(attributes, 'r') ?? '');
      const left = Math.min(MOST_EMPTY, Math.max(0, place - column - 1));
      writer.write('\t'.repeat(left));
      column = Math.max(place, column + 1);
    },
  };
  const close = {
    f: () => {
      isFormula = false;
    },
    // A line break inside a cell begins no row.
    c: () => writer.write(`${tabbedCell(cellText(cell, book))}\t`),
    row: () => writer.write('\n'),
  };
  follow(xml, writer, { texts: ['v', 't', 'f'], skipped, open, close }, (more) => {
    if (isFormula) cell.formula += more;
    else cell.value += more;
  });
}

/** A formula whose value no program has worked out yet is what the cell holds. */
function cellText({ type, style, value, formula }: Cell, { strings, styles }: Workbook): string {
  if (value === '' && formula !== '') return `=${formula}`;
  if (type === 's') return unescaped(strings[Number(value)] ?? '').replaceAll('\r', '');
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
  return type === '' || type === 'n'
    ? numberText(value, style, styles)
    : unescaped(value).replaceAll('\r', '');
}

/** `C` of `C7` is 3; 0 where the cell does not say where it is. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
