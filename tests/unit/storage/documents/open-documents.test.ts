/** OpenDocument: what its styles say of a text, what others noted, and values without a text. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../../../support/read-bytes';

const styled = (body: string) =>
  `<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style></office:automatic-styles>${body}`;
const textOf = (body: string, styles = '') =>
  zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'styles.xml': strToU8(styles),
    'content.xml': strToU8(
      `<office:document-content>${styled(`<office:body><office:text>${body}</office:text></office:body>`)}</office:document-content>`,
    ),
  });

describe('an OpenDocument text', () => {
  const item = (inside: string, more = '') => `<text:list-item${more}>${inside}</text:list-item>`;
  const list = (inside: string, more = '') => `<text:list${more}>${inside}</text:list>`;
  test.each([
    [
      'shows no hidden text',
      '<text:p>Seen<text:span text:style-name="T1"> secret <text:span>too</text:span></text:span>.</text:p>',
      'Seen.',
    ],
    [
      'has the numbers of its lists',
      list(
        item(`<text:p>One</text:p>${list(item('<text:p>a</text:p>') + item('<text:p>b</text:p>'))}`) +
          item('<text:p>Two</text:p><text:p>more</text:p>'),
        ' text:style-name="L1"',
      ) +
        '<text:p>between</text:p>' +
        list(item('<text:p>Three</text:p>'), ' text:style-name="L1" text:continue-numbering="true"') +
        list(item('<text:p>Nine</text:p>', ' text:start-value="9"'), ' text:style-name="L1"'),
      '1. One\n1.a) a\n1.b) b\n2. Two\nmore\nbetween\n3. Three\n9. Nine',
    ],
    [
      'has what others noted, by whom',
      '<text:p>Rent<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-03-02</dc:date><text:p>Too</text:p><text:p>high?</text:p></office:annotation> rises on <text:date>2 March</text:date></text:p>',
      'Rent[Comment by Ann: Too high?] rises on 2 March',
    ],
    [
      'says what pictures show',
      '<text:p>See <draw:frame><draw:image/><svg:title>Map</svg:title><svg:desc>Rome from\nabove</svg:desc></draw:frame> and <text:title>Title</text:title></text:p>',
      'See [Image: Map][Image: Rome from above] and Title',
    ],
  ])('%s', async (_, body, text) => {
    expect(await readBytes(textOf(body))).toEqual([text]);
  });

  test('has what is above and below its pages, once', async () => {
    const styles =
      '<office:document-styles><office:master-styles><style:master-page><style:header><text:p>Contoso Ltd.</text:p></style:header><style:header-first><text:p>Contoso Ltd.</text:p></style:header-first><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles></office:document-styles>';
    expect(await readBytes(textOf('<text:p>Dear Bob</text:p>', styles))).toEqual([
      '[Header] Contoso Ltd.\nDear Bob\n\n[Footer] Page',
    ]);
  });

  test('in one flat file is the same text, of a sheet too', async () => {
    const flat = (kind: string, body: string) =>
      strToU8(
        `<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:x" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${styled(body)}</office:document>`,
      );
    expect(
      await readBytes(
        flat(
          'text',
          '<office:master-styles><style:header><text:p>Top</text:p></style:header></office:master-styles><office:body><office:text><text:p>Flat <draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame></text:p></office:text></office:body>',
        ),
      ),
    ).toEqual(['[Header] Top\nFlat']);
    const table =
      '<table:table table:name="S"><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>';
    expect(
      await readBytes(
        flat('spreadsheet', `<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`),
      ),
    ).toEqual(['S\n1']);
  });
});

test('a sheet of OpenDocument says that it is hidden, and has values that are stored without a text', async () => {
  const cell = (more: string, text = '') => `<table:table-cell ${more}>${text}</table:table-cell>`;
  const cells = [
    cell('office:value-type="percentage" office:value="0.125"'),
    cell('office:value-type="currency" office:value="12.5" office:currency="EUR"'),
    cell('office:value-type="date" office:date-value="2026-03-02T00:00:00"'),
    cell('office:value-type="time" office:time-value="PT36H01M02.5S"'),
    cell('office:value-type="boolean" office:boolean-value="true"'),
    cell('office:value-type="float" office:value="0.5"', '<text:p>½</text:p>'),
  ];
  const table = (name: string, style: string, row: string) =>
    `<table:table table:name="${name}" table:style-name="${style}"><table:table-row>${row}</table:table-row></table:table>`;
  const bytes = zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(
      `<office:document-content>${styled(`<office:body><office:spreadsheet>${table('A', 'ta1', cells.join(''))}${table('B', 'ta2', cell('', '<text:p>x</text:p>'))}</office:spreadsheet></office:body>`)}</office:document-content>`,
    ),
  });
  expect(await readBytes(bytes)).toEqual([
    'A\n12.5%\t12.5 EUR\t2026-03-02\t36:01:02.5\tTRUE\t½',
    'B\thidden\nx',
  ]);
});
