/** What office programs really write, and how a person reads it: nothing twice, nothing in another column, days as days. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { docxOf, odtOf, paragraph, pptxOf, xlsxOf, zipOf } from '../../../support/documents';
import { readBytes } from '../../../support/read-bytes';

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe('a Word document', () => {
  test.each([
    [
      'stops of tabs are no tabs',
      `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>${run('One')}<w:r><w:tab/></w:r>${run('1')}</w:p>`,
      'One\t1',
    ],
    [
      'a text box stands once, though an older form of it is there too',
      `<w:p><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></mc:Choice><mc:Fallback><w:pict>${paragraph('Boxed')}</w:pict></mc:Fallback></mc:AlternateContent></w:p>`,
      'Boxed',
    ],
    [
      'what was moved stands where it is now',
      `<w:p><w:moveFrom>${run('Moved')}</w:moveFrom>${run('Stays')}</w:p><w:p><w:moveTo>${run('Moved')}</w:moveTo></w:p>`,
      'Stays\nMoved',
    ],
    [
      'what is deleted is gone',
      `<w:p>${run('Kept')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`,
      'Kept',
    ],
    [
      'how characters are read is left out',
      `<w:p><w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r></w:p>`,
      '東京',
    ],
    [
      'a hyphen that keeps a line together is one',
      `<w:p>${run('e')}<w:r><w:noBreakHyphen/></w:r>${run('mail')}</w:p>`,
      'e-mail',
    ],
  ])('%s', async (_, body, text) => {
    expect(await readBytes(docxOf(body))).toEqual([text]);
  });

  test('has its notes at its end', async () => {
    const bytes = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:document><w:p>${run('Rent')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' rises')}</w:p></w:document>`,
      'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2">${paragraph('By 3 %')}</w:footnote></w:footnotes>`,
    });
    expect(await readBytes(bytes)).toEqual(['Rent[^2] rises\n\n[^2] By 3 %']);
  });

  test('may call its text by another name', async () => {
    const bytes = zipOf({
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://x/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>',
      'word/document2.xml': `<w:document>${paragraph('Second name')}</w:document>`,
      '[Content_Types].xml': '<Types/>',
    });
    expect(await readBytes(bytes)).toEqual(['Second name']);
  });
});

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407];[Red]-#,##0.00"/><numFmt numFmtId="166" formatCode="0.00E+00"/><numFmt numFmtId="167" formatCode="[h]:mm"/><numFmt numFmtId="168" formatCode="mmm&quot; d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 164, 165, 166, 167, 21, 168].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;

const workbookOf = (row: string, workbook = '', strings = '') =>
  zipOf({
    'docProps/app.xml': '<Properties/>',
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${row}</row></sheetData></worksheet>`,
    'xl/workbook.xml': `<workbook>${workbook}<sheets><sheet name="S" sheetId="1" ns0:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    '[Content_Types].xml': '<Types/>',
  });

describe('a workbook', () => {
  test.each([
    ['a day', '<c r="A1" s="1"><v>45356</v></c>', '2024-03-05'],
    ['a day with its time', '<c r="A1" s="2"><v>45356.604166666664</v></c>', '2024-03-05 14:30:00'],
    ['a time', '<c r="A1" s="6"><v>0.60416666666666663</v></c>', '14:30:00'],
    ['hours beyond a day', '<c r="A1" s="5"><v>1.5</v></c>', '36:00:00'],
    ['a month before words', '<c r="A1" s="7"><v>45356</v></c>', '2024-03-05'],
    ['money', '<c r="A1" s="3"><v>1234.5</v></c>', '1234.5 €'],
    ['a power of ten', '<c r="A1" s="4"><v>45356</v></c>', '45356'],
    ['a plain number with two digits too many', '<c r="A1"><v>1.1000000000000001</v></c>', '1.1'],
    ['an account number', '<c r="A1"><v>123456789012345</v></c>', '123456789012345'],
    ['yes and no', '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>', 'TRUE\tFALSE'],
    ['a formula with its value', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula that nothing has worked out', '<c r="A1"><f>SUM(B1:C1)</f></c>', '=SUM(B1:C1)'],
    ['a return that XML does not take', '<c r="A1" t="inlineStr"><is><t>a_x000D_</t></is></c>', 'a'],
  ])('shows %s as it is seen', async (_, cells, text) => {
    expect(await readBytes(workbookOf(cells))).toEqual([`S\n${text}`]);
  });

  test('may count its days from 1904', async () => {
    const bytes = workbookOf('<c r="A1" s="1"><v>43894</v></c>', '<workbookPr date1904="1"/>');
    expect(await readBytes(bytes)).toEqual(['S\n2024-03-05']);
  });

  test('has each Japanese word once, without how it is read', async () => {
    const bytes = xlsxOf(
      '<row><c t="s"><v>0</v></c></row>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
    );
    expect(await readBytes(bytes)).toEqual(['Costs\n東京']);
  });
});

test('a slide has its lines and tables as they are seen', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const slide = `One</a:t></a:r><a:br/><a:r><a:t>Two</a:t></a:r></a:p><a:tbl><a:tr>${cell('A')}${cell('B')}</a:tr><a:tr>${cell('C')}${cell('D')}</a:tr></a:tbl><a:p><a:r><a:t>End`;
  expect(await readBytes(pptxOf([slide]))).toEqual(['One\nTwo\nA \tB\nC \tD\nEnd']);
});

const sheetsOf = (tables: string, more: Readonly<Record<string, string>> = {}) =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    'content.xml': strToU8(
      `<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ),
  });
const odsCell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const odsRow = (cells: string, attributes = '') =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;

describe('an OpenDocument', () => {
  test('sheet has each value in its column, with repeated ones', async () => {
    const rows = [
      odsRow(odsCell('Name') + odsCell('March') + odsCell('April')),
      odsRow(`${odsCell('Rent')}<table:table-cell table:number-columns-repeated="1"/>${odsCell('5')}`),
      odsRow(odsCell('0', 'table:number-columns-repeated="3"'), 'table:number-rows-repeated="2"'),
      odsRow(
        '<table:table-cell table:number-columns-repeated="16384"/>',
        'table:number-rows-repeated="1048570"',
      ),
    ];
    expect(
      await readBytes(sheetsOf(`<table:table table:name="Costs">${rows.join('')}</table:table>`)),
    ).toEqual(['Costs\nName\tMarch\tApril\nRent\t\t5\n0\t0\t0\n0\t0\t0']);
  });

  test('sheet keeps lines of a value inside it, and no notes about it', async () => {
    const note = '<office:annotation><text:p>check this</text:p></office:annotation>';
    const cell = `<table:table-cell>${note}<text:p>one</text:p><text:p>two</text:p></table:table-cell>`;
    expect(
      await readBytes(sheetsOf(`<table:table table:name="S">${odsRow(cell + odsCell('x'))}</table:table>`)),
    ).toEqual(['S\n"one\ntwo"\tx']);
  });

  test('text has what stands, its notes in brackets, and its tables by rows', async () => {
    const deleted =
      '<text:tracked-changes><text:deletion><text:p>old</text:p></text:deletion></text:tracked-changes>';
    const noted =
      '<text:p>Rent<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>By 3 %</text:p></text:note-body></text:note> rises</text:p>';
    const table = `<table:table>${odsRow(odsCell('A') + odsCell('B'))}${odsRow(odsCell('C') + odsCell('D'))}</table:table>`;
    expect(await readBytes(odtOf(deleted + noted + table))).toEqual(['Rent [By 3 %] rises\nA\tB\nC\tD']);
  });
});

describe('a document with a password says so', () => {
  test('of OpenDocument', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
    expect(await readBytes(sheetsOf('', { 'META-INF/manifest.xml': manifest }))).toBe('encrypted');
  });

  test('of a zip with protected files', async () => {
    const bytes = Buffer.from(docxOf(paragraph('Secret')));
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
      bytes.writeUInt16LE(1, at + 8);
    expect(await readBytes(new Uint8Array(bytes))).toBe('encrypted');
  });
});
