import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, csvText } from '../../../shared/lab/csv';

/** The cells that a spreadsheet sees which takes this sign for the end of one; quotes count at its beginning only. */
function cellsOf(text: string, separator: string): readonly string[] {
  const found = text.matchAll(
    new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`, 'g'),
  );
  return [...found].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
}

/** Where a comma or a line break ends no cell, a number and what follows it are one cell, which is no formula either. */
const isNumber = (cell: string) => /^[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?\s*%?\s*(?:"?$|[,;\t\r\n])/.test(cell);
const isFormula = (cell: string) =>
  /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell.replace(/^[\s"]+/, ''));

const pieces = fc.constantFrom(
  ...['=1+1', '=HYPERLINK("http://x")', '+cmd', '-', '@SUM(A1)', '＝1', '-5', '12,5', 'text', ' ', '"', "'"],
  ...[',', ';', '\t', '\r', '\n', '\r\n', '%', '4e-7'],
);
const cell = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(''));

describe('a CSV file', () => {
  test('has no cell that begins a formula, whatever a spreadsheet takes for the end of one', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const text = csvText(rows);
        for (const separator of [',', ';', '\t'])
          expect(cellsOf(text, separator).filter(isFormula), JSON.stringify(text)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['a;=1+1', `"a;'=1+1"`],
    ['a\t@cmd', `"a\t'@cmd"`],
    ['one\n- two', `"one\n'- two"`],
    ['="x"', `"'=""x"""`],
    ['a;"=1"', `"a;""'=1"""`],
    ['\t=1', `"'\t'=1"`],
    ['plain', 'plain'],
    ['a = b, c - d', '"a = b, c - d"'],
  ])('writes %j as %j', (text, written) => {
    expect(csvCell(text)).toBe(written);
  });

  test('keeps numbers as numbers, also below zero', () => {
    const numbers = ['-5', '-0.25', '+3', '-1,5 %', '4e-7', -5, -1e-7, 0];
    expect(numbers.map(csvCell)).toEqual(['-5', '-0.25', '+3', '"-1,5 %"', '4e-7', '-5', '-1e-7', '0']);
    expect(csvCell('-5+cmd')).toBe("'-5+cmd");
    expect(csvCell(null)).toBe('');
  });
});

test('no other file of the app writes CSV', async () => {
  const { readFileSync } = await import('node:fs');
  const { sourcesIn } = await import('../../support/imports');
  const writers = ['electron/core', 'renderer', 'shared']
    .flatMap((folder) => sourcesIn(folder))
    .filter((file) => /replaceAll\('"', '""'\)|replace\(\/"\/g, '""'\)/.test(readFileSync(file, 'utf8')));
  expect(writers).toEqual(['shared/lab/csv.ts']);
});
