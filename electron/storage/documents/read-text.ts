/** Texts as they are written, apart from those that are only the clothes of a text: mails, notebooks, flat OpenDocument. */
import { documentLimits } from '../../../shared/media/documents';
import { decodeText } from '../../../shared/text/decode-text';
import type { DocumentText } from '../../core/ports/documents';
import { isMail, readMail } from './mail/read-mail';
import { writeFlatDocument } from './open-document/read-open-document';
import { createPageWriter } from './page-writer';
import { notebookCells, writeNotebook } from './read-notebook';

/** @param bytes of the whole file */
export function readText(bytes: Uint8Array, most?: number): DocumentText {
  if (isMail(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))) return readMail(bytes, most);
  const text = decodeText(bytes)?.text ?? new TextDecoder().decode(bytes);
  const cells = notebookCells(text);
  if (cells === null && !isFlat(text)) return asWritten(text);
  const writer = createPageWriter(most);
  if (cells === null) writeFlatDocument(text, writer);
  else writeNotebook(cells, writer);
  return writer.end();
}

const HEAD_BYTES = 32 * 1024;

const isFlat = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?<office:document\s/.test(text.slice(0, 1_000)) &&
  text.slice(0, HEAD_BYTES).includes('application/vnd.oasis.opendocument.');

/** Blanks and empty lines inside count: a model may be asked about line 12. */
function asWritten(text: string): DocumentText {
  const { characters } = documentLimits;
  const isCut = text.length > characters;
  return { texts: [(isCut ? text.slice(0, characters) : text).trimEnd()], pages: 1, isCut };
}
