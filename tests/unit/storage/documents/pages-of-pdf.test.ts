/** Pages of a PDF in the order in which a person reads them, and PDFs whose end is missing. */
import { describe, expect, test } from 'vitest';
import { pdfOf, pdfOfObjects, stream } from '../../../support/documents';
import { readBytes } from '../../../support/read-bytes';

/** Pieces at their places, as they are drawn. */
const draw = (pieces: readonly (readonly [text: string, x: number, y: number])[]) =>
  pieces.map(([text, x, y]) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join('\n');

const pageOf = (content: string, more = '') =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    stream(content),
  ]);

const left = (row: number) => `Left line ${row} of the first column`;
const right = (row: number) => `Right line ${row} of the other column`;
const rows = [1, 2, 3, 4, 5, 6];
const columns = `${rows.map(left).join('\n')}\n${rows.map(right).join('\n')}`;
const y = (row: number) => 700 - row * 12;

describe('a page is read', () => {
  test.each([
    [
      'from above, where its foot is drawn first',
      draw([
        ['Page 1 of 3', 50, 40],
        ['Contoso Ltd.', 50, 800],
        ['Dear Bob,', 50, 700],
        ['the rent rises.', 50, 688],
      ]),
      'Contoso Ltd.\nDear Bob,\nthe rent rises.\nPage 1 of 3',
    ],
    [
      'column by column, where its lines are drawn across both',
      draw([
        ['The title of both', 50, 760],
        ...rows.flatMap(
          (row) =>
            [
              [left(row), 50, y(row)],
              [right(row), 310, y(row)],
            ] as const,
        ),
      ]),
      `The title of both\n${columns}`,
    ],
    [
      'column by column, where the right one is drawn first',
      draw([
        ...rows.map((row) => [right(row), 310, y(row)] as const),
        ...rows.map((row) => [left(row), 50, y(row)] as const),
        ['The title of both columns, as wide as the page', 50, 760],
      ]),
      `The title of both columns, as wide as the page\n${columns}`,
    ],
    [
      'column by column, where it is drawn so',
      draw([
        ...rows.map((row) => [left(row), 50, y(row)] as const),
        ...rows.map((row) => [right(row), 310, y(row)] as const),
      ]),
      columns,
    ],
    [
      'row by row in a table',
      draw(
        [1, 2, 3, 4, 5, 6].flatMap(
          (row) =>
            [
              [`Item ${row}`, 50, y(row)],
              [`${row}.50`, 310, y(row)],
            ] as const,
        ),
      ),
      [1, 2, 3, 4, 5, 6].map((row) => `Item ${row} ${row}.50`).join('\n'),
    ],
    [
      'as words, where each letter is drawn alone',
      draw(
        [...'Hello'].map((letter, at) => [letter, 50 + ([0, 7.2, 12.8, 15, 17.2][at] ?? 0), 700] as const),
      ),
      'Hello',
    ],
    [
      'upright, where the page is turned',
      `BT /F1 10 Tf 0 1 -1 0 560 50 Tm (Foot) Tj ET\nBT /F1 10 Tf 0 1 -1 0 60 50 Tm (Head) Tj ET\nBT /F1 10 Tf 0 1 -1 0 72 50 Tm (and more) Tj ET`,
      'Head\nand more\nFoot',
    ],
  ])('%s', async (_, content, text) => {
    expect(await readBytes(pageOf(content, '/Rotate 0'))).toEqual([text]);
  });
});

const cutBefore = (bytes: Uint8Array, mark: string) => bytes.slice(0, Buffer.from(bytes).lastIndexOf(mark));

describe('a PDF whose end is missing has the pages that are there', () => {
  test('behind its last object', async () => {
    expect(await readBytes(cutBefore(pdfOf(['One', 'Two']), 'xref\n0'))).toEqual(['One', 'Two']);
  });

  test('without the list of its pages', async () => {
    const objects = [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Page /Parent 4 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 1 0 R >> >> >>',
      stream('BT /F1 12 Tf 50 700 Td (First) Tj ET'),
      '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
      '<< /Type /Catalog /Pages 4 0 R >>',
    ];
    expect(await readBytes(cutBefore(pdfOfObjects(objects), '4 0 obj'))).toEqual(['First']);
  });

  test('where its objects are packed', async () => {
    const packed = [
      '<< /Type /Catalog /Pages 3 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 3 0 R /MediaBox [0 0 595 842] /Contents 1 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ];
    let at = 0;
    const places = packed.map((object, index) => {
      const place = `${index + 2} ${at}`;
      at += object.length + 1;
      return place;
    });
    const list = `${places.join(' ')} `;
    const objects = [
      stream('BT /F1 12 Tf 50 700 Td (Packed) Tj ET'),
      stream(`${list}${packed.join(' ')}`, `/Type /ObjStm /N 4 /First ${list.length}`),
    ];
    expect(await readBytes(cutBefore(pdfOfObjects(objects), 'xref\n0'))).toEqual(['Packed']);
  });

  test('and none where no page is there', async () => {
    expect(await readBytes(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Fo'))).toBe('damaged');
  });
});
