/** Numbers of a workbook with what their format adds to them; all digits are kept. */
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../../support/documents';
import { readBytes } from '../../../support/read-bytes';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Each cell has a format of its own: a code, or the number of one that every program knows. */
const workbookOf = (cells: readonly (readonly [format: string | number, value: string])[]) => {
  const codes = cells.map(([format], at) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>` : '',
  );
  const styles = cells.map(
    ([format], at) => `<xf numFmtId="${typeof format === 'number' ? format : 200 + at}"/>`,
  );
  const row = cells.map(([, value], at) => `<c s="${at}"><v>${value}</v></c>`);
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<R><Relationship Id="a" Target="worksheets/sheet1.xml"/></R>',
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${row.join('')}</row></sheetData></worksheet>`,
  });
};

describe('a number of a workbook has', () => {
  test.each([
    ['its percentage', 9, '0.125', '12.5%'],
    ['its percentage as its language writes it', '0.0\\ %', '0.07', '7 %'],
    ['a share below zero', '0.00%;[Red]-0.00%', '-0.0525', '-5.25%'],
    ['its currency behind it', '#,##0.00\\ [$€-407];[Red]-#,##0.00\\ [$€-407]', '-1234.5', '-1234.5 €'],
    ['its currency in front', '[$£-809]#,##0.00', '12', '£12'],
    [
      'the currency of accounts',
      '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
      '-7.25',
      '-$7.25',
    ],
    ['the currency that every program knows', 44, '3', '$3'],
    ['its unit', '0.0" kg"', '12.345', '12.345 kg'],
    ['zeros in front', '00000', '1234', '01234'],
    ['the parts of a number of a phone', '(000) 000-0000', '5551234567', '(555) 123-4567'],
    ['words instead', '"Yes";"Yes";"No"', '0', 'No'],
    ['words by a bound', '[>=90]"good";[<50]"poor";0', '30', 'poor'],
    ['thousands that are shown as one', '#,##0.0,,"M"', '1234567', '1.234567M'],
    ['no mask where blanks only part its digits', '# ##0', '1234567', '1234567'],
    ['parts of its seconds', '[h]:mm:ss.0', '1.5007233796296296', '36:01:02.5'],
    ['seconds alone where its format has no parts', 'h:mm:ss', '0.5007233796296296', '12:01:03'],
    ['itself in a fraction', '# ?/?', '0.5', '0.5'],
    ['itself in a power of ten', '0.00E+00', '45356', '45356'],
    ['itself where its format says nothing', 'General', '1.1000000000000001', '1.1'],
    ['itself where its format hides it', ';;;', '5', '5'],
    ['a unit behind any digits', 'General" h"', '7.5', '7.5 h'],
  ])('%s', async (_, format, value, text) => {
    expect(await readBytes(workbookOf([[format, value]]))).toEqual([`S\n${text}`]);
  });

  test('what its own cell says, apart from the others', async () => {
    const bytes = workbookOf([
      ['0%', '1'],
      [0, '2'],
      ['yyyy-mm-dd', '45356'],
      ['0%', '-0.5'],
    ]);
    expect(await readBytes(bytes)).toEqual(['S\n100%\t2\t2024-03-05\t-50%']);
  });
});

test('a cell has its error, and strings of several runs or in the sheet itself', async () => {
  const bytes = zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A" r:id="a"/><sheet name="B" state="veryHidden" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<R><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></R>',
    'xl/sharedStrings.xml': '<sst><si><r><t>Rent </t></r><r><rPr><b/></rPr><t>2026</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="e"><v>#DIV/0!</v></c><c r="C1" t="inlineStr"><is><r><t>in </t></r><r><t>line</t></r></is></c></row><row r="2"><c r="B2" t="d"><v>2026-03-02</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>',
    'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  });
  expect(await readBytes(bytes)).toEqual(['A\nRent 2026\t#DIV/0!\tin line\n\t2026-03-02', 'B\thidden\n1']);
});
