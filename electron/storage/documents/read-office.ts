/** The text of office documents: of Office Open XML (ECMA-376) and OpenDocument (ODF 1.3) and EPUB, which are zips of XML. */
import type { DocumentText } from '../../core/ports/documents';
import { follow } from './follow';
import { listed, mainPart, type Package, relatedPart, required, withPackage } from './package';
import { createPageWriter, type PageWriter } from './page-writer';
import { readBook } from './read-book';
import { readOpenDocument } from './read-open-document';
import { readSheets } from './read-sheets';
import { attributeOf } from './xml-events';

type OfficeType = 'docx' | 'xlsx' | 'pptx' | 'odf' | 'epub';

/** @throws what says that it is damaged */
export async function readOffice(path: string, type: OfficeType, most?: number): Promise<DocumentText> {
  const writer = createPageWriter(most);
  await withPackage(path, writer, (part) => readers[type](part, writer));
  return writer.end();
}

const readers: Readonly<Record<OfficeType, (part: Package, writer: PageWriter) => Promise<void>>> = {
  docx: readWord,
  xlsx: readSheets,
  pptx: readSlides,
  odf: readOpenDocument,
  epub: readBook,
};

/**
 * What Office writes twice: text boxes in an older form, what was moved at its old place, and how characters are read.
 * Where tabs stop isn’t a tab.
 */
const skipped = ['Fallback', 'moveFrom', 'rt', 'tabs'];

/** The text, then its footnotes and endnotes. */
async function readWord(part: Package, writer: PageWriter): Promise<void> {
  const main = await mainPart(part, 'word/document.xml');
  writeWord(await required(part, main), writer);
  for (const kind of ['footnote', 'endnote'] as const)
    writeNotes(await relatedPart(part, main, `${kind}s`, `${kind}s.xml`), kind, writer);
}

const noteMark = (kind: 'footnote' | 'endnote', id: string): string =>
  `[^${kind === 'endnote' ? 'e' : ''}${id}]`;

/** Cells of a table are separated by tabs, rows by lines; what ends a line elsewhere is a blank in a cell. */
function tableRules(say: PageWriter['write']) {
  let cells = 0;
  const endLine = () => say(cells > 0 ? ' ' : '\n');
  const enter = () => {
    cells += 1;
  };
  const leave = () => {
    cells = Math.max(0, cells - 1);
    say('\t');
  };
  return { endLine, open: { tc: enter }, close: { p: endLine, tc: leave, tr: () => say('\n') } };
}

function wordRules(writer: PageWriter) {
  const say = writer.write;
  const { open, close } = tableRules(say);
  const marks = {
    tab: () => say('\t'),
    cr: () => say('\n'),
    noBreakHyphen: () => say('-'),
    lastRenderedPageBreak: writer.next,
    br: (attributes: string) => (attributeOf(attributes, 'type') === 'page' ? writer.next() : say('\n')),
    footnoteReference: (attributes: string) => say(noteMark('footnote', attributeOf(attributes, 'id') ?? '')),
    endnoteReference: (attributes: string) => say(noteMark('endnote', attributeOf(attributes, 'id') ?? '')),
  };
  return { texts: ['t'], skipped, open: { ...open, ...marks }, close };
}

function writeWord(xml: string, writer: PageWriter): void {
  follow(xml, writer, wordRules(writer), writer.write);
}

/** Those that only draw the line above the others are of a type. */
function writeNotes(xml: string, kind: 'footnote' | 'endnote', writer: PageWriter): void {
  const rules = wordRules(writer);
  const open = {
    ...rules.open,
    [kind]: (attributes: string) => {
      if (attributeOf(attributes, 'type') === null)
        writer.write(`${noteMark(kind, attributeOf(attributes, 'id') ?? '')} `);
    },
  };
  follow(xml, writer, { ...rules, open }, writer.write);
}

async function readSlides(part: Package, writer: PageWriter): Promise<void> {
  const main = await mainPart(part, 'ppt/presentation.xml');
  for (const { path } of await listed(part, main, 'sldId')) {
    writer.next();
    if (writer.isFull()) {
      writer.cut();
      return;
    }
    writeSlide((await part(path)) ?? '', writer);
  }
}

function writeSlide(xml: string, writer: PageWriter): void {
  const say = writer.write;
  const { endLine, open, close } = tableRules(say);
  const rules = { texts: ['t'], skipped: ['Fallback'], open: { ...open, br: endLine }, close };
  follow(xml, writer, rules, say);
}
