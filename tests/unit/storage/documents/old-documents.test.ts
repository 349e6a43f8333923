/** Office documents of 1997 to 2003. */
import { describe, expect, test } from 'vitest';
import { oleOf } from '../../../support/documents';
import {
  atom,
  numbers,
  oldSlidesOf,
  oldWordOf,
  oldWorkbookOf,
  oleWith,
  record,
} from '../../../support/old-documents';
import { readBytes } from '../../../support/read-bytes';

describe('a Word document of 1997 to 2003', () => {
  test('is its text with tables, results of fields, notes and comments, without what is hidden', async () => {
    const before = 'Terms \x80\rA\x07B\x07';
    const bytes = oldWordOf({
      text: `${before}\x07\x13 HYPERLINK "x" \x14link\x15 seen SECRET\x1eon\x0b\x01x\r\x0c`,
      wide: '東京\r',
      notes: '\x02 By 3 %\r',
      comments: '\x05Too high?\r',
      hidden: 'SECRET',
      rowEnd: before.length,
    });
    expect(await readBytes(bytes)).toEqual([
      'Terms €\nA\tB\nlink seen -on\nx',
      '東京\n\n By 3 %\n\n[Comments]\nToo high?',
    ]);
  });

  test('that is long lies in sectors of their own', async () => {
    const text = `${'plain words '.repeat(3_000)}\r`;
    expect(await readBytes(oldWordOf({ text }))).toEqual([text.trim()]);
  });

  test('that a password protects says so, and one of before 1997 that it is too old', async () => {
    expect(await readBytes(oldWordOf({ text: 'x', flags: 0x0300 }))).toBe('encrypted');
    const bytes = Buffer.alloc(5_000);
    bytes.writeUInt16LE(0x68, 2);
    expect(await readBytes(oleWith({ WordDocument: bytes }))).toBe('old');
  });

  test('whose sectors are not there is damaged', async () => {
    expect(await readBytes(oleOf('Root Entry', 'WordDocument'))).toBe('damaged');
  });
});

describe('a workbook of 1997 to 2003', () => {
  const cell = (row: number, column: number, style: number) => {
    const head = Buffer.alloc(6);
    head.writeUInt16LE(row, 0);
    head.writeUInt16LE(column, 2);
    head.writeUInt16LE(style, 4);
    return head;
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes;
  };
  const joined = (...parts: readonly Buffer[]) => Buffer.concat(parts);
  const word = (text: string) => joined(Buffer.from([text.length, 0, 0]), Buffer.from(text, 'latin1'));
  const format = joined(Buffer.from([164, 0]), word('0.0" kg"'));
  const styles = [0, 9, 14, 164].map((id) =>
    record(0xe0, joined(Buffer.from([0, 0, id, 0]), Buffer.alloc(16))),
  );
  const strings = record(
    0xfc,
    joined(
      numbers([3, 3]),
      word('Rent'),
      // Rich text: a run behind the signs, of which the last three are in another record, and wide there.
      Buffer.from([5, 0, 8, 1, 0]),
      Buffer.from('ab', 'latin1'),
    ),
  );
  const more = record(
    0x3c,
    joined(Buffer.from([1]), Buffer.from('東京c', 'utf16le'), Buffer.alloc(4), word('End')),
  );

  test('has its values as they are seen, by rows and columns', async () => {
    const text = joined(
      cell(2, 0, 0),
      Buffer.from('00000000000000ff', 'hex').subarray(0, 6),
      Buffer.from([0xff, 0xff]),
      Buffer.alloc(6),
    );
    const bytes = oldWorkbookOf(
      [record(0x41e, format), ...styles, strings, more],
      [
        [
          'Costs',
          0,
          [
            record(0xfd, joined(cell(0, 0, 0), numbers([0]))),
            record(0xfd, joined(cell(0, 2, 0), numbers([1]))),
            record(0x203, joined(cell(1, 0, 1), double(0.125))),
            record(0x27e, joined(cell(1, 1, 2), numbers([(45_356 << 2) | 2]))),
            record(
              0xbd,
              joined(
                cell(1, 2, 3),
                numbers([(1_250 << 2) | 3]),
                Buffer.from([0, 0]),
                numbers([(7 << 2) | 2]),
                Buffer.from([3, 0]),
              ),
            ),
            record(0x809, '00060020'),
            record(0x203, joined(cell(9, 9, 0), double(1))),
            record(0x0a),
            record(0x06, text),
            record(0x207, joined(Buffer.from([2, 0, 0]), Buffer.from('ok'))),
            record(0x205, joined(cell(2, 1, 0), Buffer.from([1, 0]))),
            record(0x205, joined(cell(2, 2, 0), Buffer.from([7, 1]))),
          ],
        ],
        ['Secret', 1, [record(0xfd, joined(cell(0, 0, 0), numbers([2])))]],
      ],
    );
    expect(await readBytes(bytes)).toEqual([
      'Costs\nRent\t\tab東京c\n12.5%\t2024-03-05\t12.5 kg\t7\nok\tTRUE\t#DIV/0!',
      'Secret\thidden\nEnd',
    ]);
  });

  test('is the one that was opened, not one that lies in it', async () => {
    const inner = Buffer.concat([record(0x809, '00060500'), record(0x2f, '0100'), record(0x0a)]);
    const outer = Buffer.concat([record(0x809, '00060500'), record(0x0a)]);
    expect(await readBytes(oleWith({ 'MBD1/Workbook': inner, Workbook: outer }))).toBe('empty');
  });

  test('that a password protects says so, and one of before 1997 that it is too old', async () => {
    expect(await readBytes(oldWorkbookOf([record(0x2f, '0100')], []))).toBe('encrypted');
    expect(await readBytes(oleWith({ Book: record(0x809, '00050500') }))).toBe('old');
  });
});

test('a presentation of 1997 to 2003 is its slides in their order, with their notes', async () => {
  const wide = (text: string) => atom(0x0fa0, Buffer.from(text, 'utf16le'));
  const narrow = (text: string) => atom(0x0fa8, Buffer.from(text, 'latin1'));
  const place = (id: number, slide: number) => atom(0x03f3, numbers([id, 0, 0, slide, 0]));
  const slide = (text: string) => atom(0x03ee, [atom(0x040c, [atom(0xf00d, [narrow(text)])])]);
  const document = atom(0x03e8, [
    atom(0x0ff0, [place(9, 1), wide('Master')], 1),
    atom(0x0ff0, [place(3, 257), wide('Zweite → Folie'), place(2, 256), narrow('First\rline')], 0),
    atom(0x0ff0, [place(4, 0)], 2),
  ]);
  const notes = atom(0x03f0, [
    atom(0x03f1, numbers([257, 0])),
    atom(0x040c, [atom(0xf00d, [narrow('Say hello first')])]),
  ]);
  expect(await readBytes(oldSlidesOf([document, slide('Box'), slide('Other box'), notes]))).toEqual([
    'Zweite → Folie\nOther box\n\nNotes: Say hello first',
    'First\nline\nBox',
  ]);
});
