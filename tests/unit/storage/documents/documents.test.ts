import { loadImage } from '@napi-rs/canvas';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReader } from '../../../../electron/core/ports/documents';
import { createDocumentReader } from '../../../../electron/storage/documents/document-reader';
import { storedType } from '../../../../electron/storage/media/stored-type';
import { documentLimits, unreadReasons } from '../../../../shared/media/documents';
import { buildDocumentWorker, type DocumentWorker } from '../../../support/document-worker';
import {
  docxOf,
  odtOf,
  paragraph,
  pdfOf,
  pdfOfObjects,
  pptxOf,
  stream,
  xlsxOf,
} from '../../../support/documents';

/** Of those that are ended by their time; all others end far before the app's own bound. */
const SHORT_MS = 1_500;
const TIMEOUT_MS = 20_000;
/** Of 500 pages on a machine that runs all other tests too: nobody waits for the end of so many. */
const LONG_MS = 120_000;
let worker: DocumentWorker;
let reader: DocumentReader;

beforeAll(async () => {
  worker = await buildDocumentWorker();
  reader = open();
});
afterAll(() => worker.end());

const open = (timeoutMs = TIMEOUT_MS) => createDocumentReader({ entry: worker.entry, timeoutMs });
const written = (bytes: Uint8Array) => worker.written(bytes);

async function read(bytes: Uint8Array, by = reader, most?: number) {
  const path = written(bytes);
  const { contentType } = await storedType(bytes);
  return await by.text(path, contentType, most);
}

describe('the text of a document', () => {
  test('of a PDF comes page by page, and its pages can be drawn', async () => {
    const bytes = pdfOf(['The first page\nin two lines', 'The second (page)']);
    const whole = { pages: 2, isCut: false };
    expect(await read(bytes)).toEqual({
      ...whole,
      texts: ['The first page\nin two lines', 'The second (page)'],
    });
    expect(await read(bytes, reader, 1)).toEqual({
      texts: ['The first page\nin two lines'],
      pages: 2,
      isCut: true,
    });
    const drawn = await reader.images(written(bytes));
    const images = 'images' in drawn ? drawn.images : [];
    expect(images).toHaveLength(2);
    const image = await loadImage(Buffer.from(images[0] ?? '', 'base64'));
    expect([image.width, image.height]).toEqual([1_109, documentLimits.pagePixels]);
  });

  test.each([
    [
      'docx',
      docxOf(
        `${paragraph('One &amp; two')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${paragraph('Next page')}`,
      ),
      ['One & two', 'Next page'],
    ],
    [
      'xlsx',
      xlsxOf(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>12.5</v></c></row><row r="2"><c t="inlineStr"><is><t>Paper</t></is></c></row>',
        '<si><t>Rent</t></si>',
      ),
      ['Costs\nRent\t12.5\nPaper'],
    ],
    ['pptx', pptxOf(['Welcome', 'The end']), ['Welcome', 'The end']],
    [
      'odt',
      odtOf('<text:h>Title</text:h><text:p>A<text:s text:c="2"/>B<text:tab/>C</text:p>'),
      ['Title\nA  B\tC'],
    ],
    ['txt', new TextEncoder().encode('Plain words'), ['Plain words']],
  ])('of %s', async (_, bytes, texts) => {
    expect(await read(bytes)).toEqual({ texts, pages: texts.length, isCut: false });
  });

  test('of a PDF has what was filled in in its form, and words that lie on its pages', async () => {
    const field = (more: string) => `<< /Type /Annot /Subtype /Widget /Rect [9 9 99 29] ${more} >>`;
    const bytes = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R 7 0 R] /DA (/Helv 9 Tf) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R 9 0 R] >>',
      stream(''),
      field('/FT /Tx /T (Name) /V (Ada Lovelace)'),
      field('/FT /Tx /T (Empty) /V ()'),
      field('/FT /Tx /T (Secret) /V (hidden) /F 2'),
      '<< /Type /Annot /Subtype /FreeText /Rect [9 99 99 129] /Contents (Approved) /DA (/Helv 9 Tf) >>',
      '<< /Type /Annot /Subtype /Text /Rect [9 99 29 129] /Contents (A note in an icon) >>',
    ]);
    expect(await read(bytes)).toMatchObject({ texts: ['Approved\nName: Ada Lovelace'] });
  });

  test('of 500 pages: the first page is there within a second', async () => {
    const line = 'The quick brown fox jumps over the lazy dog. ';
    const bytes = pdfOf(Array.from({ length: 500 }, (_, at) => `Page ${at}\n${`${line}\n`.repeat(40)}`));
    const patient = open(LONG_MS);
    const began = performance.now();
    const first = await read(bytes, patient, 1);
    const firstMs = performance.now() - began;
    const whole = await read(bytes, patient);
    const wholeMs = performance.now() - began - firstMs;
    expect(first).toMatchObject({ pages: 500 });
    expect('texts' in whole && whole.texts.length).toBe(500);
    // 400 ms of 1,800 where nothing else runs.
    expect(firstMs).toBeLessThan(wholeMs);
  });
});

const page = (more: string) =>
  pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', more]);
const content = (code: string | Uint8Array, resources = '') =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream(code),
    stream('/X Do', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>'),
  ]);
const text = (value: string) => new TextEncoder().encode(value);
const zip = (name: string, value: Uint8Array) =>
  zipSync({ '[Content_Types].xml': text('<Types/>'), [name]: value }, { level: 1 });
const cutAt = (bytes: Uint8Array, share: number) => bytes.slice(0, Math.floor(bytes.length * share));
const declared = (bytes: Uint8Array, size: number) => {
  const copy = Buffer.from(bytes);
  const at = copy.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  copy.writeUInt32LE(size, at + 24);
  return new Uint8Array(copy);
};
const ENCRYPTED =
  '/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <' +
  `${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}> >> /ID [<${'c3'.repeat(16)}> <${'c3'.repeat(16)}>]`;

/** Each as a function: some take a second and tens of megabytes to be made. */
const hostile: Readonly<Record<string, () => Uint8Array>> = {
  'a PDF that ends in its header': () => text('%PDF-1.7\n'),
  'a PDF cut in half': () => cutAt(pdfOf(['One', 'Two']), 0.5),
  'a PDF without its last bytes': () => cutAt(pdfOf(['One', 'Two']), 0.97),
  'a PDF of noise': () => text(`%PDF-1.7\n${'\u0001ÿþ<<>>[['.repeat(50_000)}`),
  'an encrypted PDF': () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'], ENCRYPTED),
  'pages that are their own parents': () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  'two groups of pages in a circle': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 5 >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 5 /Parent 2 0 R >>',
    ]),
  'a billion pages that are not there': () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 1000000000 >>']),
  'pages below zero': () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count -7 >>']),
  '100,000 objects': () => pdfOfObjects([...Array(100_000).fill('<< /A [1 2 3] >>')]),
  '100,000 pages': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    ]),
  'arrays 200,000 deep': () => page('['.repeat(200_000)),
  'dictionaries 100,000 deep': () => page('<< /A '.repeat(100_000)),
  'a stream that unpacks twice': () => {
    const hundred = Buffer.alloc(100 * 1024 * 1024, ' ');
    const once = stream(hundred);
    return content(once.length > 0 ? stream(once) : '');
  },
  'a page of 100 MB of blanks': () => content(Buffer.alloc(100 * 1024 * 1024, ' ')),
  'a page of ten million pieces of text': () => content('BT /F1 1 Tf (a) Tj ET '.repeat(4_000_000)),
  'a form that draws itself': () => content('/X Do', '/XObject << /X 5 0 R >>'),
  'graphics states a million deep': () => content('q '.repeat(1_000_000)),
  'a page as large as a country': () => pdfOf(['Far'], { mediaBox: '[0 0 100000000 100000000]' }),
  'a page of no size': () => pdfOf(['Flat'], { mediaBox: '[0 0 0 0]' }),
  'a page with a size of words': () => pdfOf(['Odd'], { mediaBox: '[/A (b) null 1e999]' }),
  'a script that runs when it opens': () =>
    pdfOf(['Quiet'], {
      catalog: '/OpenAction << /S /JavaScript /JS (while \\(true\\) {} app.alert\\(1\\)) >>',
    }),
  'a link that is fetched when it opens': () =>
    pdfOf(['Quiet'], { catalog: '/OpenAction << /S /URI /URI (http://127.0.0.1:9/secret) >>' }),
  'a form of XFA': () =>
    pdfOf(['Quiet'], { catalog: '/AcroForm << /XFA (<xdp><script>1</script></xdp>) >>' }),
  'an object stream that holds itself': () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '2 0 R',
      stream('2 0 3 5 ', '/Type /ObjStm /N 2 /First 8'),
    ]),
  'a length that is a reference to itself': () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Length 2 0 R >>\nstream\nabc\nendstream']),
  'a table of places that begins at itself': () =>
    text(
      '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF',
    ),
  'a docx called a PDF by its name': () => docxOf(paragraph('Not a PDF')),
  'a docx of a billion laughs': () =>
    docxOf(
      paragraph('&lol9;'),
      `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`).join('')}]>`,
    ),
  'a docx with an external entity': () =>
    docxOf(paragraph('&file;'), '<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
  'a docx that unpacks to 100 MB': () => zip('word/document.xml', new Uint8Array(100 * 1024 ** 2)),
  'a docx with elements a million deep': () => docxOf('<w:p>'.repeat(1_000_000)),
  'a docx with a tag that never ends': () => docxOf(`<w:p a="${'x'.repeat(5_000_000)}`),
  'a docx of nothing but opened tags': () => docxOf('<'.repeat(2_000_000)),
  'a docx cut in half': () => cutAt(docxOf(paragraph('Half')), 0.5),
  'a docx that declares another length': () => declared(docxOf(paragraph('Long')), 7),
  'a docx without its text': () => zip('word/other.xml', text('<w:document/>')),
  'an xlsx of 10 million cells': () => xlsxOf(`<row>${'<c><v>1</v></c>'.repeat(10_000_000 / 2)}</row>`),
  'an xlsx that names a string it lacks': () => xlsxOf('<row><c t="s"><v>99999999999</v></c></row>'),
  'an xlsx with a sheet outside of it': () =>
    zipSync({
      '[Content_Types].xml': text('<Types/>'),
      'xl/workbook.xml': text('<workbook><sheet name="A" r:id="r"/></workbook>'),
      'xl/_rels/workbook.xml.rels': text('<R><Relationship Id="r" Target="../../../etc/passwd"/></R>'),
    }),
  'a pptx of 50,000 slides that are one': () =>
    zipSync({
      '[Content_Types].xml': text('<Types/>'),
      'ppt/presentation.xml': text(`<p>${'<p:sldId r:id="r"/>'.repeat(50_000)}</p>`),
      'ppt/_rels/presentation.xml.rels': text('<R><Relationship Id="r" Target="slides/s.xml"/></R>'),
      'ppt/slides/s.xml': text(`<a:p><a:t>${'slide '.repeat(1_000)}</a:t></a:p>`),
    }),
  'an odt of spaces': () => odtOf(`<text:p>${'<text:s text:c="999999999"/>'.repeat(20_000)}</text:p>`),
  'a zip of 25,000 files': () =>
    zipSync({
      '[Content_Types].xml': text('<Types/>'),
      'word/document.xml': text('<w/>'),
      ...Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`word/${at}`, new Uint8Array(1)])),
    }),
};

describe('a hostile document ends in a sentence or in what of it could be read', () => {
  const names = Object.keys(hostile);
  const seen: Record<string, string> = {};
  const times: number[] = [];

  const endless = ['100,000 pages', 'a page of ten million pieces of text', 'graphics states a million deep'];

  async function readHostile(patient: DocumentReader, { name, path, type }: Made): Promise<void> {
    const by = endless.includes(name) ? open(SHORT_MS) : patient;
    const began = performance.now();
    const answer = await by.text(path, type);
    // Drawing what has no end says nothing new.
    const isOver = type !== 'application/pdf' || endless.includes(name);
    const drawn = isOver ? { images: [] } : await by.images(path);
    times.push(performance.now() - began);
    seen[name] = `${describeRead(answer)}; ${'unread' in drawn ? drawn.unread : drawn.images.length}`;
  }

  test(`${names.length} of them, each within its time`, async () => {
    expect(names.length).toBeGreaterThanOrEqual(40);
    const made = await Promise.all(names.map(madeOf));
    const halfOf = async (by: DocumentReader, side: number) => {
      for (const one of made.filter((_, at) => at % 2 === side)) await readHostile(by, one);
    };
    await Promise.all([halfOf(open(), 0), halfOf(open(), 1)]);
    expect(Object.keys(seen)).toHaveLength(names.length);
    expect(Math.max(...times)).toBeLessThan(TIMEOUT_MS * 2);
    for (const name of endless) expect(seen[name]).toMatch(/^(time|memory)/);
    expect(seen['an encrypted PDF']).toBe('encrypted; encrypted');
    expect(seen['a PDF cut in half']).toBe('One; 2');
    expect(seen['a docx with an external entity']).toBe('&file;; 0');
    expect(seen['an odt of spaces']).toBe('empty; 0');
    expect(seen['a docx of a billion laughs']).toBe('&lol9;; 0');
    expect(seen['a script that runs when it opens']).toBe('Quiet; 1');
    expect(seen['an xlsx with a sheet outside of it']).toBe('A; 0');
    expect(seen['a page as large as a country']).toBe('Far; 1');
  }, 240_000);
});

interface Made {
  readonly name: string;
  readonly path: string;
  readonly type: string;
}

async function madeOf(name: string): Promise<Made> {
  const bytes = hostile[name]?.() ?? new Uint8Array();
  const type = name.includes('called a PDF') ? 'application/pdf' : (await storedType(bytes)).contentType;
  return { name, path: written(bytes), type };
}

function describeRead(answer: Awaited<ReturnType<DocumentReader['text']>>): string {
  if ('unread' in answer) {
    expect(unreadReasons).toContain(answer.unread);
    return answer.unread;
  }
  const characters = answer.texts.join('').length;
  expect(characters).toBeLessThanOrEqual(documentLimits.characters);
  return `${answer.texts[0]?.slice(0, 20)}`;
}
