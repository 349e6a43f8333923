/** Documents made in code: small, right, and wrong in a known way. */
import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A PDF of these objects, with a table of their places; each without its `1 0 obj`. */
export function pdfOfObjects(objects: readonly (string | Uint8Array)[], trailer = ''): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let at = pieces[0]?.length ?? 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(at);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = at;
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  add(Buffer.from(`trailer << /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`));
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(pieces));
}

/** A stream, packed. */
export function stream(content: string | Uint8Array, more = ''): Uint8Array {
  const packed = deflateSync(content);
  const head = Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`);
  return new Uint8Array(Buffer.concat([head, packed, Buffer.from('\nendstream')]));
}

interface PdfOptions {
  readonly mediaBox?: string;
  /** In the catalog. */
  readonly catalog?: string;
}

/** @param pages the text of each */
export function pdfOf(
  pages: readonly string[],
  { mediaBox = '[0 0 595 842]', catalog = '' }: PdfOptions = {},
): Uint8Array {
  const font = 3;
  const kids = pages.map((_, index) => `${font + 1 + index * 2} 0 R`).join(' ');
  const ofPages = pages.flatMap((text, index) => {
    const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents ${font + 2 + index * 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`;
    return [page, stream(`BT /F1 12 Tf 14 TL 50 780 Td ${lines.join(' ')} ET`)];
  });
  return pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...ofPages,
  ]);
}

const types = bytesOf('<Types/>');

/** @param parts texts by their names */
export const zipOf = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, bytesOf(text)])));

/** @param body what is inside `w:body` */
export const docxOf = (body: string, head = ''): Uint8Array =>
  zipSync({
    '[Content_Types].xml': types,
    'word/document.xml': bytesOf(`${head}<w:document><w:body>${body}</w:body></w:document>`),
  });

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** One sheet. @param rows the XML of its rows */
/** @param others the rows of further sheets */
export function xlsxOf(rows: string, strings = '', others: readonly string[] = []): Uint8Array {
  const sheets = [rows, ...others].map((data, index) => ({ data, number: index + 1 }));
  const names = sheets.map(
    ({ number }) =>
      `<sheet name="${number === 1 ? 'Costs' : `Sheet ${number}`}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const places = sheets.map(
    ({ number }) => `<Relationship Id="rId${number}" Target="worksheets/sheet${number}.xml"/>`,
  );
  const files = sheets.map(({ data, number }) => [
    `xl/worksheets/sheet${number}.xml`,
    bytesOf(`<worksheet><sheetData>${data}</sheetData></worksheet>`),
  ]);
  return zipSync({
    '[Content_Types].xml': types,
    'xl/workbook.xml': bytesOf(`<workbook><sheets>${names.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': bytesOf(`<Relationships>${places.join('')}</Relationships>`),
    'xl/sharedStrings.xml': bytesOf(`<sst>${strings}</sst>`),
    ...Object.fromEntries(files),
  });
}

/** @param slides the text of each */
export function pptxOf(slides: readonly string[]): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('');
  const places = slides.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="slides/slide${index + 1}.xml"/>`,
  );
  const files = slides.map((text, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    bytesOf(`<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`),
  ]);
  return zipSync({
    '[Content_Types].xml': types,
    'ppt/presentation.xml': bytesOf(`<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`),
    'ppt/_rels/presentation.xml.rels': bytesOf(`<Relationships>${places.join('')}</Relationships>`),
    ...Object.fromEntries(files),
  });
}

export const odtOf = (body: string): Uint8Array =>
  zipSync({
    mimetype: [bytesOf('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': bytesOf(
      `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ),
  });

/** A file of streams as Office wrote it before 2007, with one sector of their names. */
export function oleOf(...names: readonly string[]): Buffer {
  const file = Buffer.alloc(2 * 512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  for (const [at, name] of names.entries()) file.write(name, 512 + at * 128, 'utf16le');
  return file;
}
