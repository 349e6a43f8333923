/** The text of office documents: of Office Open XML (ECMA-376) and OpenDocument (ODF 1.3), which are zips of XML. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { tabbedCell } from '../../../shared/lab/csv';
import type { DocumentText } from '../../core/ports/documents';
import { createPageWriter, type PageWriter } from './page-writer';
import { attributeOf, xmlEvents } from './xml-events';

/** Of one file in the zip, unpacked, and of all that are read: what follows is left out. */
const MOST_ENTRY_BYTES = 32 * 1024 * 1024;
const MOST_ALL_BYTES = 96 * 1024 * 1024;
const MOST_ENTRIES = 20_000;

type OfficeType = 'docx' | 'xlsx' | 'pptx' | 'odf';

type Package = (name: string) => Promise<string | null>;

/** @throws what says that it is damaged */
export async function readOffice(path: string, type: OfficeType, most?: number): Promise<DocumentText> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const writer = createPageWriter(most);
    const part = await packageOf(zip, writer);
    await readers[type](part, writer);
    return writer.end();
  } finally {
    zip.close();
  }
}

async function packageOf(zip: ZipFile, writer: PageWriter): Promise<Package> {
  if (zip.entryCount > MOST_ENTRIES) throw new Error('more files than a document has');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  let left = MOST_ALL_BYTES;
  return async (name) => {
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes < MOST_ENTRY_BYTES && bytes < left) continue;
      writer.cut();
      break;
    }
    stream.destroy();
    left -= bytes;
    return asText(Buffer.concat(pieces));
  };
}

const asText = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

async function required(part: Package, name: string): Promise<string> {
  const xml = await part(name);
  if (xml === null) throw new Error(`${name} is missing`);
  return xml;
}

const readers: Readonly<Record<OfficeType, (part: Package, writer: PageWriter) => Promise<void>>> = {
  docx: async (part, writer) => writeWord(await required(part, 'word/document.xml'), writer),
  xlsx: readSheets,
  pptx: readSlides,
  odf: async (part, writer) => writeOpenDocument(await required(part, 'content.xml'), writer),
};

/** What is written for the elements of a format; text counts inside some of them alone. */
interface Rules {
  readonly texts: readonly string[];
  readonly open?: Readonly<Record<string, (attributes: string) => void>>;
  readonly close?: Readonly<Record<string, () => void>>;
}

function follow(
  xml: string,
  writer: Pick<PageWriter, 'isFull' | 'cut'>,
  { texts, open, close }: Rules,
  say: (text: string) => void,
): void {
  let depth = 0;
  const enter = (name: string, by: 1 | -1) => {
    if (texts.includes(name)) depth = Math.max(0, depth + by);
  };
  for (const event of xmlEvents(xml)) {
    if (writer.isFull()) return void writer.cut();
    if (event.kind === 'text') {
      if (depth > 0) say(event.text);
    } else if (event.kind === 'open') {
      enter(event.name, 1);
      ownRule(open, event.name)?.(event.attributes);
    } else {
      enter(event.name, -1);
      ownRule(close, event.name)?.();
    }
  }
}

/** Names come from the document: those of every object are none. */
const ownRule = <Rule>(rules: Readonly<Record<string, Rule>> | undefined, name: string): Rule | undefined =>
  rules !== undefined && Object.hasOwn(rules, name) ? rules[name] : undefined;

/** Cells of a table are separated by tabs, rows by lines. */
function writeWord(xml: string, writer: PageWriter): void {
  let cells = 0;
  const say = writer.write;
  const open = {
    tc: () => {
      cells += 1;
    },
    tab: () => say('\t'),
    lastRenderedPageBreak: writer.next,
    br: (attributes: string) => (attributeOf(attributes, 'type') === 'page' ? writer.next() : say('\n')),
  };
  const close = {
    p: () => say(cells > 0 ? ' ' : '\n'),
    tc: () => {
      cells -= 1;
      say('\t');
    },
    tr: () => say('\n'),
  };
  follow(xml, writer, { texts: ['t'], open, close }, say);
}

/** The parts that the main one lists, in its order. */
async function listed(part: Package, folder: string, main: string, element: string) {
  const targets = new Map<string, string>();
  for (const attributes of elements((await part(`${folder}/_rels/${main}.rels`)) ?? '', 'Relationship')) {
    const target = attributeOf(attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `${folder}/${target}`;
    targets.set(attributeOf(attributes, 'Id') ?? '', path);
  }
  return elements(await required(part, `${folder}/${main}`), element).flatMap((attributes) => {
    const id = / r:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? '';
    const path = targets.get(id);
    return path === undefined ? [] : [{ name: attributeOf(attributes, 'name') ?? '', path }];
  });
}

const elements = (xml: string, wanted: string): readonly string[] =>
  [...xmlEvents(xml)].flatMap((event) =>
    event.kind === 'open' && event.name === wanted ? [event.attributes] : [],
  );

async function readSheets(part: Package, writer: PageWriter): Promise<void> {
  const sheets = await listed(part, 'xl', 'workbook.xml', 'sheet');
  const shared = sharedStrings((await part('xl/sharedStrings.xml')) ?? '');
  for (const { name, path } of sheets) {
    writer.next();
    writer.write(`${name}\n`);
    writeSheet((await part(path)) ?? '', shared, writer);
  }
}

/** Far more than the text of a document may have. */
const MOST_STRINGS = 2_000_000;

function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  const si = () => {
    strings.push(text);
    text = '';
  };
  const bounds = { isFull: () => strings.length >= MOST_STRINGS, cut: () => undefined };
  follow(xml, bounds, { texts: ['t'], close: { si } }, (more) => {
    text += more;
  });
  return strings;
}

function writeSheet(xml: string, shared: readonly string[], writer: PageWriter): void {
  let type = '';
  let value = '';
  let column = 0;
  const open = {
    row: () => {
      column = 0;
    },
    c: (attributes: string) => {
      type = attributeOf(attributes, 't') ?? '';
      value = '';
      // Empty cells are left out of the file, and have to stay between the others.
      const place = columnOf(attributeOf(attributes, 'r') ?? '');
      const left = Math.min(MOST_EMPTY, Math.max(0, place - column - 1));
      writer.write('\t'.repeat(left));
      column = Math.max(place, column + 1);
    },
  };
  const close = {
    // A line break inside a cell begins no row.
    c: () => writer.write(`${tabbedCell(type === 's' ? (shared[Number(value)] ?? '') : value)}\t`),
    row: () => writer.write('\n'),
  };
  follow(xml, writer, { texts: ['v', 't'], open, close }, (more) => {
    value += more;
  });
}

/** Beyond so many a row has no further values that a person put beside each other. */
const MOST_EMPTY = 500;

/** `C` of `C7` is 3; 0 where the cell does not say where it is. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );

async function readSlides(part: Package, writer: PageWriter): Promise<void> {
  const close = { p: () => writer.write('\n'), tc: () => writer.write('\t') };
  for (const { path } of await listed(part, 'ppt', 'presentation.xml', 'sldId')) {
    writer.next();
    if (writer.isFull()) {
      writer.cut();
      return;
    }
    follow((await part(path)) ?? '', writer, { texts: ['t'], close }, writer.write);
  }
}

/** Breaks that a program stored when it laid the pages out, sheets and slides begin a page. */
function writeOpenDocument(xml: string, writer: PageWriter): void {
  const say = writer.write;
  const isSheets = xml.includes('<office:spreadsheet');
  const open = {
    tab: () => say('\t'),
    'line-break': () => say('\n'),
    s: (attributes: string) => say(' '.repeat(Math.min(100, Number(attributeOf(attributes, 'c') ?? 1) || 1))),
    'soft-page-break': writer.next,
    page: writer.next,
    ...(isSheets && { table: writer.next }),
  };
  const line = () => say('\n');
  const close = { p: line, h: line, 'table-cell': () => say('\t'), 'table-row': line };
  follow(xml, writer, { texts: ['p', 'h'], open, close }, say);
}
