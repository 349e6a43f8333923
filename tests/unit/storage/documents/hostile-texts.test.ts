/** What is made to be endless, deep or in a circle, for each reader of texts: it ends in a sentence or in what could be read. */
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocumentReader } from '../../../../electron/storage/documents/document-reader';
import { storedType } from '../../../../electron/storage/media/stored-type';
import { documentLimits, unreadReasons } from '../../../../shared/media/documents';
import { buildDocumentWorker, type DocumentWorker } from '../../../support/document-worker';
import { docxOf, odtOf, paragraph, pdfOfObjects, stream, zipOf } from '../../../support/documents';
import { atom, numbers, oldSlidesOf, oldWorkbookOf, oleWith, record } from '../../../support/old-documents';

let worker: DocumentWorker;
beforeAll(async () => {
  worker = await buildDocumentWorker();
});
afterAll(() => worker.end());

const head = 'From: a@example.org\nSubject: S\nMIME-Version: 1.0\n';
const mail = (more: string) => strToU8(`${head}${more}`);
const word = (parts: Readonly<Record<string, string>>, body = paragraph('Text')) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document>${body}</w:document>`,
    ...parts,
  });
const bookOf = (chapter: string) =>
  zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8('<container><rootfile full-path="b.opf"/></container>'),
    'b.opf': strToU8('<package><item id="c" href="c.xhtml"/><itemref idref="c"/></package>'),
    'c.xhtml': strToU8(`<html><body>${chapter}</body></html>`),
  });
const nested = (depth: number) => {
  const level = (at: number) => `Content-Type: multipart/mixed; boundary=b${at}b\n\n--b${at}b\n`;
  return `${Array.from({ length: depth }, (_, at) => level(at)).join('')}\n\ndeep`;
};
const cut = (bytes: Uint8Array) => bytes.slice(0, Buffer.from(bytes).lastIndexOf('xref\n0'));
const million = 1_000_000;

/** Each as a function: some take a second to be made. */
const hostile: Readonly<Record<string, () => Uint8Array>> = {
  'a mail in parts a thousand deep': () => mail(nested(1_000)),
  'a mail of 100,000 parts': () =>
    mail(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\npart\n'.repeat(100_000)}`),
  'a mail in mails a thousand deep': () =>
    mail(`\n${`Content-Type: message/rfc822\n\n${head}`.repeat(1_000)}`),
  'a mail with a head that never ends': () => mail('X-A: b\n'.repeat(million / 2)),
  'a mail with a parameter of nothing but quotes': () =>
    mail(`Content-Type: text/plain; a="${'\\"; a="'.repeat(100_000)}\n\nx`),
  'a mail with a subject of a million words': () => mail(`X: ${'=?utf-8?q?=41?= '.repeat(200_000)}\n\nx`),
  'a mail of a million soft line ends': () =>
    mail(`Content-Transfer-Encoding: quoted-printable\n\n${'= \n'.repeat(million)}`),
  'a mail in a charset that nobody knows': () => mail('Content-Type: text/plain; charset=__proto__\n\nknown'),
  'a mail of HTML 50,000 deep': () => mail(`Content-Type: text/html\n\n${'<b><div>'.repeat(50_000)}`),
  'a mail of a million cells': () => mail(`Content-Type: text/html\n\n<table>${'<td>'.repeat(million)}x`),
  'a mailbox of 100,000 mails': () =>
    strToU8('From a Mon Mar  2 10:00:00 2026\nFrom: a\nSubject: b\nDate: c\n\nx\n'.repeat(50_000)),
  'a notebook in brackets a million deep': () => strToU8(`{"nbformat":4,"cells":${'['.repeat(million)}`),
  'a notebook of numbers for cells': () =>
    strToU8(
      '{"nbformat":4,"cells":[1,null,{"source":{"a":1}},{"cell_type":"code","outputs":[null,{"data":1}]}]}',
    ),
  'a book of lists a million deep': () => bookOf('<ul><li>'.repeat(million / 4)),
  'a book of ordered lists that begin at the end of numbers': () =>
    bookOf('<ol start="999999999999999999999"><li>a</li></ol>'),
  'a book of entities of every name': () =>
    bookOf(Array.from({ length: 50_000 }, (_, at) => `&e${at};`).join('')),
  'a docx of styles in a circle': () =>
    word(
      {
        'word/styles.xml':
          '<w:style w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style>',
      },
      `<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:rPr><w:rStyle w:val="b"/></w:rPr><w:t>Text</w:t></w:r></w:p>`,
    ),
  'a docx of fields 300,000 deep': () =>
    docxOf(
      `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(300_000)}<w:r><w:t>Text</w:t></w:r></w:p>`,
    ),
  'a docx of lists with levels beyond all numbers': () =>
    word(
      {
        'word/numbering.xml':
          '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="99999999999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1%2%9."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
      },
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1e9"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Text</w:t></w:r></w:p>'.repeat(
        2,
      ),
    ),
  'a docx of 100,000 headers that are one': () =>
    word({
      'word/_rels/document.xml.rels': Array.from(
        { length: 100_000 },
        (_, at) => `<Relationship Id="r${at}" Type="x/header" Target="h.xml"/>`,
      ).join(''),
      'word/h.xml': `<w:hdr>${paragraph('Head '.repeat(10_000))}</w:hdr>`,
    }),
  'a docx of headers that unpack to 100 MB each': () =>
    word({
      'word/_rels/document.xml.rels': [1, 2, 3]
        .map((at) => `<Relationship Id="r${at}" Type="x/header" Target="h${at}.xml"/>`)
        .join(''),
      ...Object.fromEntries([1, 2, 3].map((at) => [`word/h${at}.xml`, ' '.repeat(60 * 1024 * 1024)])),
    }),
  'an odt of lists a million deep': () => odtOf('<text:list><text:list-item>'.repeat(million / 4)),
  'an odt of comments in comments': () => odtOf(`<text:p>${'<office:annotation><text:p>a'.repeat(100_000)}`),
  'an rtf of notes in notes': () => strToU8(`{\\rtf1 a${'{\\footnote b'.repeat(200_000)}`),
  'an rtf of fields in fields': () =>
    strToU8(`{\\rtf1 a${'{\\field{\\fldinst PAGE}{\\fldrslt '.repeat(100_000)}`),
  'an rtf of fonts': () =>
    strToU8(`{\\rtf1{\\fonttbl${Array.from({ length: 100_000 }, (_, at) => `{\\f${at} A;}`).join('')}}a}`),
  'an rtf of binary data without an end': () => strToU8(`{\\rtf1 a${'\\bin9999999999 '.repeat(10)}`),
  'a workbook of formats of nothing but marks': () =>
    zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook><sheet name="S" r:id="a"/></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="a" Target="s.xml"/></R>',
      'xl/styles.xml': `<numFmts>${Array.from({ length: 5_000 }, (_, at) => `<numFmt numFmtId="${at + 200}" formatCode="${'[$'.repeat(400)}${'\\'.repeat(99)}0${','.repeat(200)}"/>`).join('')}</numFmts><cellXfs>${Array.from({ length: 5_000 }, (_, at) => `<xf numFmtId="${at + 200}"/>`).join('')}</cellXfs>`,
      'xl/s.xml': '<worksheet><row><c s="5"><v>1e308</v></c><c s="9"><v>-0</v></c></row></worksheet>',
    }),
  'a Word document of 1997 whose pieces are all the same': () => {
    const document = Buffer.alloc(8_192, 'a');
    document.fill(0, 0, 0x1aa);
    document.writeUInt16LE(0xc1, 2);
    document.writeUInt32LE(0xffff_ffff, 0x4c);
    document.writeUInt32LE(2_000_000, 0x1a6);
    const count = 100_000;
    const table = Buffer.alloc(5 + (count + 1) * 4 + count * 8);
    table[0] = 2;
    table.writeUInt32LE(table.length - 5, 1);
    for (let at = 0; at <= count; at += 1) table.writeUInt32LE(at * 8_000, 5 + at * 4);
    return oleWith({ WordDocument: document, '0Table': table });
  },
  'a workbook of 1997 with strings without an end': () =>
    oldWorkbookOf(
      [
        record(0xfc, Buffer.concat([numbers([1, 0xffff_ffff]), Buffer.from('ffff0fffffffffffff', 'hex')])),
        ...Array<Buffer>(500).fill(record(0x3c, Buffer.alloc(8_000, 1))),
      ],
      [['S', 0, [record(0xfd, Buffer.alloc(10))]]],
    ),
  'a workbook of 1997 with sheets in sheets': () =>
    oldWorkbookOf([], [['S', 0, Array<Buffer>(500_000).fill(record(0x809, '00060500'))]]),
  'a presentation of 1997 with atoms half a million deep': () => {
    const head = Buffer.from('0f00ee03ffffff7f', 'hex');
    const deep = Buffer.concat(Array<Buffer>(500_000).fill(head));
    const list = atom(0x0ff0, Buffer.concat(Array<Buffer>(100).fill(atom(0x03f3, numbers([2, 0, 0, 1, 0])))));
    return oldSlidesOf([atom(0x03e8, [list]), deep]);
  },
  'a file of streams whose sectors go in a circle': () => {
    const bytes = oleWith({ WordDocument: Buffer.alloc(600_000) });
    for (let at = 0; at < 1_000; at += 1) bytes.writeUInt32LE(0, bytes.length - 4_000 + at * 4);
    return bytes;
  },
  'a cut PDF of 50,000 pages': () => cut(pdfOfObjects([...Array(50_000).fill('<< /Type /Page >>')])),
  'a cut PDF whose packed objects unpack to a gigabyte': () => {
    const bomb = stream(Buffer.alloc(100 * 1024 * 1024, ' '), '/Type /ObjStm /N 1 /First 9');
    return cut(pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', ...Array(10).fill(bomb)]));
  },
  'a page of 100,000 pieces at any place': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream(
        Array.from(
          { length: 100_000 },
          (_, at) => `BT /F1 5 Tf 1 0 0 1 ${(at * 7_919) % 600} ${(at * 104_729) % 800} Tm (a${at}) Tj ET`,
        ).join('\n'),
      ),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
};

const expected: Readonly<Record<string, RegExp>> = {
  'a docx of headers that unpack to 100 MB each': /^Text$/,
  'a mail in a charset that nobody knows': /known$/,
  'a docx of styles in a circle': /^Text$/,
  'a docx of fields 300,000 deep': /^Text$/,
  'a docx of lists with levels beyond all numbers': /^Text\nText$/,
  'a mail of a million soft line ends': /^From: a@example\.org\nSubject: S$/,
  'an rtf of binary data without an end': /^a$/,
};

/** What takes longer than the app waits for a document would be `time`. */
test.each(Object.keys(hostile))('%s ends', async (name) => {
  const bytes = hostile[name]?.() ?? new Uint8Array();
  const reader = createDocumentReader({ entry: worker.entry });
  const read = await reader.text(worker.written(bytes), (await storedType(bytes)).contentType);
  const said = 'unread' in read ? read.unread : read.texts.join('\n');
  if ('unread' in read) expect([...unreadReasons]).toContain(read.unread);
  else expect(read.texts.join('').length).toBeLessThanOrEqual(documentLimits.characters);
  expect(said).not.toMatch(/^(?:time|crash)$/);
  expect(said).toMatch(expected[name] ?? /^/);
});
