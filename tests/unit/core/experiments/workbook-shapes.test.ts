/** Workbooks as Excel, LibreOffice, Google Sheets and libraries write them: the same cells in many shapes. */
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

interface Shape {
  readonly sheets: readonly { readonly rows: string; readonly name?: string; readonly state?: string }[];
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
  /** Of parts: beside the workbook, or from the root of the package. */
  readonly folder?: string;
  /** Of all elements, such as `x:`. */
  readonly prefix?: string;
}

function workbook({ sheets, strings = '', styles = '', properties = '', folder = '', prefix = '' }: Shape) {
  const namespace = `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${main}" xmlns:r="${office}"`;
  const root = (name: string, inside: string) =>
    bytesOf(`<?xml version="1.0"?><${prefix}${name} ${namespace}>${inside}</${prefix}${name}>`);
  const relations = (all: readonly (readonly [type: string, target: string])[]) =>
    bytesOf(
      `<Relationships>${all
        .map(([type, to], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${to}"/>`)
        .join('')}</Relationships>`,
    );
  const entries = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<${prefix}sheet name="${name ?? `S${at + 1}`}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  );
  return zipSync({
    '[Content_Types].xml': bytesOf('<Types/>'),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': root(
      'workbook',
      `${properties}<${prefix}sheets>${entries.join('')}</${prefix}sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `${folder}worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', `${folder}sharedStrings.xml`],
      ['styles', `${folder}styles.xml`],
    ]),
    'xl/sharedStrings.xml': root('sst', strings),
    'xl/styles.xml': root('styleSheet', styles),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        root('worksheet', `<${prefix}sheetData>${rows}</${prefix}sheetData>`),
      ]),
    ),
  });
}

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

async function readBook(name: string, bytes: Uint8Array, header?: number) {
  const files = [{ name, base64: base64Of(bytes) }];
  const given = { files, models: ['sandbox/echo'], prompt: 'Hi', ...(header !== undefined && { header }) };
  const { plan, notes, sheet, head } = await app.tell('experiments.readFile', given);
  return { cases: plan.cases.map(({ variables }) => variables), notes, sheet, head, title: plan.title };
}

async function read(shape: Shape) {
  const { cases, notes, sheet } = await readBook('cases.xlsx', workbook(shape));
  return { cases, notes, sheet };
}

const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const table = (header: string, value: string) =>
  `<row r="1">${inline('A1', header)}</row><row r="2">${inline('A2', value)}</row>`;
const shared = '<si><t>city</t></si><si><t>Rome</t></si>';
const ofShared = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>';
const prefixed = (xml: string) => xml.replace(/<(\/?)(?=\w)/g, '<$1x:');

test.each<[string, Shape]>([
  ['shared strings', { sheets: [{ rows: ofShared }], strings: shared }],
  ['paths from the root', { sheets: [{ rows: ofShared }], strings: shared, folder: '/xl/' }],
  ['a prefix', { sheets: [{ rows: prefixed(ofShared) }], strings: prefixed(shared), prefix: 'x:' }],
  ['no places', { sheets: [{ rows: table('city', 'Rome').replace(/ r="\w+"/g, '') }] }],
  [
    'rows and a column that are empty before it',
    {
      sheets: [
        {
          rows: `<row r="1"/><row r="2"><c r="A2" s="1"/></row><row r="3">${inline('B3', 'city')}</row><row r="4"/><row r="5">${inline('B5', 'Rome')}</row><row r="6"><c r="B6" s="1"/></row>`,
        },
      ],
    },
  ],
  [
    'cells with a style alone',
    {
      sheets: [
        {
          rows: `<row r="1">${inline('A1', 'city')}<c r="B1" s="1"/></row><row r="2">${inline('A2', 'Rome')}<c r="B2" s="1"/></row>`,
        },
      ],
    },
  ],
])('%s: one case', async (_name, shape) => {
  expect(await read(shape)).toEqual({ cases: [{ city: 'Rome' }], notes: [], sheet: 1 });
});

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; % of all&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs>';

test.each([
  ['<c r="A2" t="s"><v>1</v></c>', 'Rome\nItaly'],
  ['<c r="A2" t="s"><v>2</v></c>', 'a_x000D_b'],
  [
    '<c r="A2" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line &amp; &lt;b&gt;</t></r></is></c>',
    'in line & <b>',
  ],
  ['<c r="A2" t="str"><f>"x"&amp;"y"</f><v>xy</v></c>', 'xy'],
  ['<c r="A2"><f>1+1</f><v>2</v></c>', '2'],
  ['<c r="A2"><f>1+1</f></c>', '=1+1'],
  ['<c r="A2" t="b"><f>1=2</f><v>0</v></c>', 'FALSE'],
  ['<c r="A2" t="e"><v>#N/A</v></c>', '#N/A'],
  ['<c r="A2" t="d"><v>2026-01-02</v></c>', '2026-01-02'],
  ['<c r="A2" s="1"><v>45000</v></c>', '2023-03-15'],
  ['<c r="A2" s="2"><v>45000</v></c>', '2023-03-15'],
  ['<c r="A2" s="3"><v>45000.5</v></c>', '2023-03-15 12:00:00'],
  ['<c r="A2"><v>0.30000000000000004</v></c>', '0.3'],
  ['<c r="A2" s="4"><v>0.07</v></c>', '7%'],
  ['<c r="A2" s="4"><v>1.005</v></c>', '100.5%'],
  ['<c r="A2" s="5"><v>0.5</v></c>', '0.5 % of all'],
])('the value of %s is what is seen', async (cell, value) => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cell}</row>`;
  const strings =
    '<si><t>city</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Ro</t></r><r><t>me_x000D_\nItaly</t></r></si><si><t>a_x005F_x000D_b</t></si>';
  expect((await read({ sheets: [{ rows }], strings, styles })).cases).toEqual([{ city: value }]);
});

test('days are counted from 1904 where the workbook says so', async () => {
  const rows = `<row r="1">${inline('A1', 'day')}</row><row r="2"><c r="A2" s="1"><v>43538</v></c></row>`;
  const properties = '<workbookPr date1904="1"/>';
  expect((await read({ sheets: [{ rows }], styles, properties })).cases).toEqual([{ day: '2023-03-15' }]);
});

test('a hidden sheet is read only where nothing else has rows, and that is said', async () => {
  const sheets = ['hidden', 'veryHidden', 'visible'].map((state) => ({
    ...{ state, name: `Of ${state}` },
    rows: table('state', state),
  }));
  expect(await read({ sheets })).toEqual({
    cases: [{ state: 'visible' }],
    notes: [
      'Only “Of visible”, the first with rows that is not hidden, of the 3 sheets of “cases.xlsx” is read.',
    ],
    sheet: 3,
  });
  const empty = { ...sheets[2], rows: '' };
  expect(await read({ sheets: [...sheets.slice(0, 2), empty] })).toMatchObject({
    ...{ cases: [{ state: 'hidden' }], sheet: 1 },
  });
});

const titled = (mark: (place: string, text: string) => string) =>
  [
    `<row r="1">${mark('A1', 'Cities of Europe')}</row>`,
    `<row r="3">${mark('A3', 'city')}${mark('B3', 'land')}</row>`,
    `<row r="4">${mark('A4', 'Rome')}${mark('B4', 'Italy')}</row>`,
    `<row r="5">${mark('A5', 'Oslo')}${mark('B5', 'Norway')}</row>`,
  ].join('');

test('a title above the header is no header, and another row can be chosen', async () => {
  const bytes = workbook({ sheets: [{ rows: titled(inline) }] });
  const first = await readBook('cases.xlsx', bytes);
  expect(first.cases).toEqual([
    { city: 'Rome', land: 'Italy' },
    { city: 'Oslo', land: 'Norway' },
  ]);
  expect(first.notes).toEqual(['The row above the header is left out: “Cities of Europe”.']);
  expect(first.head).toEqual({
    header: 2,
    rows: ['Cities of Europe', 'city · land', 'Rome · Italy', 'Oslo · Norway'],
  });
  expect((await readBook('cases.xlsx', bytes, 1)).cases[0]).toEqual({ 'Cities of Europe': 'city' });
  expect((await readBook('cases.xlsx', bytes, 3)).cases).toEqual([{ Rome: 'Oslo', Italy: 'Norway' }]);
});

test('the same of a CSV, and a file that is no table has none', async () => {
  const csv = bytesOf('\uFEFFCities of Europe;\r\ncity;land\r\nRome;Italy\r\n');
  expect(await readBook('cases.csv', csv)).toMatchObject({
    ...{ cases: [{ city: 'Rome', land: 'Italy' }], head: { header: 2 }, sheet: null },
  });
  expect(await readBook('cases.jsonl', bytesOf('{"city":"Rome"}\n'))).toMatchObject({ head: null });
});

const ods = () => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const row = (...texts: readonly string[]) =>
    `<table:table-row>${texts.map(cell).join('')}</table:table-row>`;
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="Cities">${row('city', 'share')}${row('Rome', '7%')}</table:table></office:spreadsheet></office:body></office:document-content>`;
  return zipSync({
    mimetype: [bytesOf('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': bytesOf(content),
    'META-INF/manifest.xml': bytesOf('<manifest:manifest/>'),
  });
};

test.each([
  ['cases.ods', ods, { city: 'Rome', share: '7%' }],
  ['cases.xlsm', () => workbook({ sheets: [{ rows: table('city', 'Rome') }] }), { city: 'Rome' }],
])('%s is a workbook too', async (name, bytes, expected) => {
  const read = await readBook(name, bytes());
  expect(read).toMatchObject({ cases: [expected], sheet: 1, title: name });
  const file = { name, base64: base64Of(bytes()) };
  expect(await app.tell('experiments.readSheet', { file })).toMatchObject({
    ...{ text: expect.stringContaining('Rome'), sheet: 1, notes: [] },
  });
});

test('a sheet of a file that is not called a workbook is refused', async () => {
  const file = { name: 'cases.csv', base64: base64Of(bytesOf('a,b')) };
  expect(await app.refusal('experiments.readSheet', { file })).toMatchObject({ code: 'invalid_input' });
});

test('formulas without values are read as they are written, and that is said', async () => {
  const rows = `${table('sum', 'x').replace(/<row r="2">.*/, '')}<row r="2"><c r="A2"><f>1+1</f></c></row>`;
  const { cases, notes } = await read({ sheets: [{ rows }] });
  expect(cases).toEqual([{ sum: '=1+1' }]);
  expect(notes).toEqual([expect.stringContaining('formulas whose values no program has worked out')]);
  const worked = rows.replace('</f>', '</f><v>2</v>');
  expect(await read({ sheets: [{ rows: worked }] })).toMatchObject({ cases: [{ sum: '2' }], notes: [] });
});
