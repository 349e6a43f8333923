import { readFile } from 'node:fs/promises';
import { documentLimits, documentTypes, type Unread } from '../../../shared/media/documents';
import type { DocumentText } from '../../core/ports/documents';
import type { DocumentReply, DocumentRequest } from './document-reader';
import { readOutlook } from './mail/read-outlook';
import { OldFormat } from './old/old-format';
import { readOld } from './old/read-old';
import { protectedError } from './package';
import { drawPdf, NoReader, readPdf } from './pdf/read-pdf';
import { readOffice } from './read-office';
import { readText } from './read-text';
import { readRtf } from './rtf/read-rtf';

async function textOf({ path, contentType, most }: DocumentRequest): Promise<DocumentText> {
  const type = documentTypes[contentType] ?? 'text';
  if (type === 'pdf') return await readPdf(path, most);
  if (type === 'protected') throw protectedError();
  if (type === 'old') return readOld(await readFile(path), contentType, most);
  if (type === 'outlook') return readOutlook(await readFile(path), most);
  if (type === 'iwork') throw Object.assign(new Error('a format that nothing describes'), { name: 'IWork' });
  if (type === 'rtf') return readRtf(await readFile(path), most);
  if (type !== 'text') return await readOffice(path, type, most);
  return readText(await readFile(path), most);
}

/** Never throws for what the bytes are. */
export async function readDocument(request: DocumentRequest): Promise<DocumentReply> {
  try {
    if (request.task === 'images') return { images: await drawPdf(request.path) };
    const read = await textOf(request);
    return read.texts.some((text) => text.trim() !== '')
      ? read
      : { unread: 'empty', pages: Math.min(read.pages, documentLimits.pages) };
  } catch (error) {
    return { unread: whyUnread(error) };
  }
}

export function whyUnread(error: unknown): Unread {
  if (error instanceof NoReader) return 'missing';
  if (error instanceof OldFormat) return 'old';
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'PasswordException') return 'encrypted';
  if (name === 'IWork') return 'iwork';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'RangeError' ? 'memory' : 'damaged';
}
