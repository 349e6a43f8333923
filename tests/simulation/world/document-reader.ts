/** Replaces the process that reads documents: a text is its bytes, and any small image is a page. */
import type { DocumentReader, Read } from '../../../electron/core/ports/documents';
import { readFile } from './disk/promises';
import { setTimeout } from './timers';
import { here, never } from './world';

const READING_MS = 300;
const PAGE = Buffer.from([0xff, 0xd8, 0xff, 0xd9]).toString('base64');

export function createDocumentReader(): DocumentReader {
  return {
    text: (path) => reading(async () => ({ texts: [String(await readFile(path))], pages: 1, isCut: false })),
    images: () => reading(async () => ({ images: [PAGE] })),
  };
}

async function reading<Answer>(read: () => Promise<Answer>): Promise<Read<Answer>> {
  const { life } = here();
  try {
    await setTimeout(READING_MS);
    return await read();
  } catch {
    return { unread: 'damaged' };
  } finally {
    if (!life?.isAlive) await never();
  }
}
