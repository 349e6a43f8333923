import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { sentText } from '../../../../renderer/features/batch/batch-text';
import { slashAt } from '../../../../renderer/parts/prompts/slash';
import { readTable } from '../../../../renderer/parts/tables/read-table';
import {
  noBatches,
  withBatch,
  withoutBatch,
  withRow,
  withRowPage,
} from '../../../../renderer/state/core/apply-batches';
import type { Batch, BatchRow } from '../../../../shared/lab/batch';
import { checkTable, promptOfRow } from '../../../../shared/lab/batch';
import { parseTemplate } from '../../../../shared/lab/template';
import { processorMs } from '../../../support/processor-time';

const read = (text: string) => {
  const reading = readTable(text);
  return reading.ok ? reading.table : reading.mistakes.map(({ row, message }) => `${row}: ${message}`);
};

describe('a table', () => {
  test.each([
    ['commas', 'a,b\n1,2\n3,4'],
    ['tabs, as a spreadsheet copies it', 'a\tb\r\n1\t2\r\n3\t4\r\n'],
    ['semicolons', 'a;b\n1;2\n3;4'],
    ['a byte order mark, spaces and empty lines', '\uFEFF a , b \n\n1,2\n,\n3,4\n\n'],
  ])('with %s is read', (_what, text) => {
    expect(read(text)).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
  });

  test('keeps separators, quotes and line breaks of quoted fields', () => {
    expect(read('a,b\n"1,5","say ""hi""\nand go"\n')).toEqual({
      columns: ['a', 'b'],
      rows: [['1,5', 'say "hi"\nand go']],
    });
  });

  test('of one column takes each line unchanged', () => {
    expect(read('topic\nbees, and wasps\nsnow; ice')).toEqual({
      columns: ['topic'],
      rows: [['bees, and wasps'], ['snow; ice']],
    });
  });

  test('with a quoted comma in its first line is detected by the separators outside of quotes', () => {
    expect(read('"a,x";b\n1;2')).toEqual({ columns: ['a,x', 'b'], rows: [['1', '2']] });
  });

  test('with short rows is padded', () => {
    expect(read('a,b\n1')).toEqual({ columns: ['a', 'b'], rows: [['1', '']] });
  });

  test.each([
    ['', 'null: The table is empty.'],
    ['a,b', 'null: There are no rows below the column names.'],
    ['a,,c\n1,2,3', 'null: Column 2 has no name in the first line.'],
    ['a,b,a\n1,2,3', 'null: Columns 1 and 3 are both called “a”.'],
    [
      'a,b\n1,2\n1,2,3',
      '2: it has 3 fields, and there are 2 columns. Quote a field that contains the separator.',
    ],
    ['a,b\n1,"2\n3,4', '1: a quoted field isn’t closed, or has text after its closing quote.'],
  ])('%j is refused: %s', (text, mistake) => {
    expect(read(text)).toContain(mistake);
  });

  test('with more rows than a batch may have is refused', () => {
    expect(read(`a\n${'x\n'.repeat(10_001)}`)).toEqual([
      'null: 10,001 rows are too many: the limit is 10,000.',
    ]);
  });

  test('with hundreds of thousands of columns is refused at once', () => {
    const names = Array.from({ length: 300_000 }, (_, at) => `c${at}`).join(',');
    const start = processorMs();
    expect(read(`${names}\nx`)).toEqual(['null: 300000 columns are too many: the limit is 50.']);
    // Looking for each among all of them took minutes.
    expect(processorMs() - start).toBeLessThan(5_000);
  });

  test('of any fields is read back the same, however it was written', () => {
    const field = fc.string({ maxLength: 12 }).map((text) => `x${text}`.replaceAll('\u001f', ''));
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 6 }))
      .chain(([width, height]) =>
        fc.record({
          columns: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: width, maxLength: width }),
          rows: fc.array(fc.array(field, { minLength: width, maxLength: width }), {
            minLength: height,
            maxLength: height,
          }),
          delimiter: fc.constantFrom(',', ';', '\t'),
          newline: fc.constantFrom('\n', '\r\n'),
        }),
      );
    fc.assert(
      fc.property(table, ({ columns, rows, delimiter, newline }) => {
        const text = Papa.unparse([columns, ...rows], { delimiter, newline, quotes: true });
        expect(read(text)).toEqual({ columns, rows });
      }),
    );
  });

  test('may have several line ends; those in quotes stay', () => {
    expect(read('a,b\r\n1,"x\r\ny"\n3,4\r5,6\r\n')).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', 'x\r\ny'],
        ['3', '4'],
        ['5', '6'],
      ],
    });
  });

  test('may begin with the line of a spreadsheet that states the separator', () => {
    for (const line of ['sep=;\r\n', '"sep=;"\n', 'SEP=;\n', '\ufeffsep=;\n'])
      expect(read(`${line}what;count\nbees, 3;4\n`)).toEqual({
        columns: ['what', 'count'],
        rows: [['bees, 3', '4']],
      });
    for (const line of ['sep=|\n', ''])
      expect(readTable(`${line}a|b\n1|2\n`)).toMatchObject({ ok: true, table: { columns: ['a', 'b'] } });
    expect(readTable('sep=1,other\nx,y\n')).toMatchObject({
      ok: true,
      table: { columns: ['sep=1', 'other'] },
    });
  });

  test('whatever is pasted, reading it never fails', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readTable(text)));
  });
});

describe('rows and a prompt', () => {
  const template = parseTemplate('{{what}} {{count:number=2}}');

  test('an empty cell means the default', () => {
    expect(promptOfRow(template, ['count', 'what'], ['', 'bees'])).toBe('bees 2');
  });

  test('missing values are reported with row and column', () => {
    expect(
      checkTable(
        template,
        ['what', 'count'],
        [
          ['a', 'x'],
          ['', '1'],
        ],
      ),
    ).toEqual([
      { row: 1, column: 'count', message: '“count” must be a number; “x” is not one.' },
      { row: 2, column: 'what', message: '“what” is missing.' },
    ]);
    expect(checkTable(template, ['count'], [['1']])[0]).toMatchObject({ row: null, column: 'what' });
  });

  test('only the first mistakes are listed', () => {
    expect(
      checkTable(
        template,
        ['what'],
        Array.from({ length: 5_000 }, () => ['']),
      ),
    ).toHaveLength(50);
  });
});

describe('a slash', () => {
  test.each([
    ['/', 1, { start: 0, end: 1, query: '' }],
    ['say /po', 7, { start: 4, end: 7, query: 'po' }],
    ['line\n/po and', 8, { start: 5, end: 8, query: 'po' }],
    ['and/or', 6, null],
    ['/usr/bin', 8, null],
    ['/po em', 6, null],
    [`/${'x'.repeat(60)}`, 61, null],
  ])('in %j with the caret at %i searches for %j', (text, caret, slash) => {
    expect(slashAt(text, caret)).toEqual(slash);
  });
});

describe('the window’s copy of batches', () => {
  const row = (position: number, status: BatchRow['status']) =>
    ({ batchId: 'b', position, status }) as BatchRow;

  test('a page of rows only adds: rows from events are newer', () => {
    const shown = { ...noBatches, batchRows: { batchId: 'b', rows: {} } };
    const opened = { ...shown, ...withRowPage(shown, 'b', [row(0, 'waiting')]) };
    const told = withRow(opened, row(0, 'done'));
    const paged = withRowPage(told, 'b', [row(0, 'running'), row(1, 'waiting')]);
    expect(Object.values(paged.batchRows?.rows ?? {}).map(({ status }) => status)).toEqual([
      'done',
      'waiting',
    ]);
  });

  test('rows of a batch that is not displayed cost nothing', () => {
    expect(withRow(noBatches, row(0, 'done'))).toBe(noBatches);
  });

  test('a deleted batch is removed, and a restored one returns', () => {
    const batch = { id: 'b', name: 'One' } as Batch;
    const known = { ...noBatches, ...withBatch(noBatches, batch) };
    const gone = { ...known, ...withoutBatch(known, 'b') };
    expect(gone.batches).toEqual({});
    expect(withBatch(gone, batch).batches).toEqual({ b: batch });
  });
});

test('what rows are sent with has each field by its name, also behind a long one', () => {
  const long = 'x'.repeat(200);
  expect(sentText({ settings: { temperature: 0.5, extra: { long, n: 10 } } })).toBe(
    `temperature 0.5, long ${'x'.repeat(59)}…, n 10`,
  );
  expect(sentText({ parameters: { size: '512x512' }, extra: { long, n: 10 } })).toBe(
    `size 512x512, long ${'x'.repeat(59)}…, n 10`,
  );
  expect(sentText({ settings: {} })).toBe('');
});
