/** Reads a document as its process does, in this one: for documents that are harmless. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '../../electron/storage/documents/read-document';
import { storedType } from '../../electron/storage/media/stored-type';
import { tempFolder } from './temp-folder';

/** The text of its pages, or why it can't be read. */
export async function readBytes(bytes: Uint8Array): Promise<readonly string[] | string> {
  const path = join(tempFolder(), 'document');
  writeFileSync(path, bytes);
  const { contentType } = await storedType(bytes);
  const read = await readDocument({ task: 'text', path, contentType });
  if ('unread' in read) return read.unread;
  return 'texts' in read ? read.texts : 'images';
}
