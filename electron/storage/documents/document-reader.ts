/** Reads documents one after the other, each in a process of its own that is ended with it. */
import type { Unread } from '../../../shared/media/documents';
import type { DocumentReader, DocumentText, Read } from '../../core/ports/documents';
import { whyEnded } from '../media/decoder-end';
import { type StartHelper, startHelper } from '../media/thumbnail-helper';

export interface DocumentRequest {
  readonly task: 'text' | 'images';
  readonly path: string;
  readonly contentType: string;
  readonly most?: number;
}

export type DocumentReply =
  | DocumentText
  | { readonly images: readonly string[] }
  | { readonly unread: Unread; readonly pages?: number };

export interface DocumentReaderOptions {
  /** The built `document-worker`. */
  readonly entry: string | URL;
  readonly start?: StartHelper;
  /** How long one document may take before its process is ended. */
  readonly timeoutMs?: number;
}

export function createDocumentReader({
  entry,
  start = startHelper,
  timeoutMs = 20_000,
}: DocumentReaderOptions): DocumentReader {
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = (request: DocumentRequest): Promise<DocumentReply> => {
    const read = queue.then(() => readOne(request, start(entry), timeoutMs));
    queue = read.catch(() => undefined);
    return read;
  };
  return {
    text: async (path, contentType, most) =>
      (await inTurn({
        task: 'text',
        path,
        contentType,
        ...(most !== undefined && { most }),
      })) as Read<DocumentText>,
    images: async (path) =>
      (await inTurn({ task: 'images', path, contentType: 'application/pdf' })) as Read<{
        images: readonly string[];
      }>,
  };
}

type Helper = ReturnType<StartHelper>;

async function readOne(request: DocumentRequest, helper: Helper, timeoutMs: number): Promise<DocumentReply> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<DocumentReply>((resolve) => {
      timer = setTimeout(() => resolve({ unread: 'time' }), timeoutMs);
      helper.on('message', resolve);
      helper.on('error', () => resolve({ unread: 'crash' }));
      helper.on('exit', (code: number | null, signal?: NodeJS.Signals | null) =>
        resolve({ unread: whyEnded(code, signal) === 'memory' ? 'memory' : 'crash' }),
      );
      helper.send(request);
    });
  } finally {
    clearTimeout(timer);
    await helper.end();
  }
}
