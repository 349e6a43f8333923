/** Office documents of 1997 to 2003. Those of before, and workbooks in binary parts, are left to the programs that have them. */
import type { DocumentText } from '../../../core/ports/documents';
import { createPageWriter, type PageWriter } from '../page-writer';
import { OldFormat } from './old-format';
import { type OleFile, oleFile } from './ole-file';
import { readOldSheets } from './read-old-sheets';
import { readOldSlides } from './read-old-slides';
import { readOldWord } from './read-old-word';

const readers: Readonly<Record<string, (file: OleFile, writer: PageWriter) => void>> = {
  'application/msword': readOldWord,
  'application/vnd.ms-excel': readOldSheets,
  'application/vnd.ms-powerpoint': readOldSlides,
};

/** @throws what says that it is damaged, protected or too old */
export function readOld(bytes: Buffer, contentType: string, most?: number): DocumentText {
  const read = Object.hasOwn(readers, contentType) ? readers[contentType] : undefined;
  if (read === undefined) throw new OldFormat('a format in binary parts');
  const writer = createPageWriter(most);
  read(oleFile(bytes), writer);
  return writer.end();
}
