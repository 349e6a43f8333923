/** The text of office documents: of Office Open XML (ECMA-376) and OpenDocument (ODF 1.3) and EPUB, which are zips of XML. */
import type { DocumentText } from '../../core/ports/documents';
import { readOpenDocument } from './open-document/read-open-document';
import { type Package, withPackage } from './package';
import { createPageWriter, type PageWriter } from './page-writer';
import { readBook } from './read-book';
import { readSlides } from './read-slides';
import { readSheets } from './sheets/read-sheets';
import { readWord } from './word/read-word';

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
