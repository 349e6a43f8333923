/**
 * Entry of the process that reads one document. A thread of it does the work with a bound for its heap, so that this one
 * still sees to the memory of the whole process while a page is read.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { endAbove } from '../media/decoder-end';
import type { DocumentReply, DocumentRequest } from './document-reader';
import { readDocument, whyUnread } from './read-document';

const MOST_HEAP_MB = 400;
const MOST_BYTES = 1024 * 1024 * 1024;

interface ElectronPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: DocumentRequest }) => void): void;
}

function begin(request: DocumentRequest, reply: (message: DocumentReply) => void): void {
  const thread = new Worker(fileURLToPath(import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    stdout: true,
    stderr: true,
  });
  thread.once('message', reply);
  thread.once('error', (error) => reply({ unread: whyUnread(error) }));
}

if (isMainThread) {
  endAbove(MOST_BYTES);
  const electronPort = (process as { parentPort?: ElectronPort }).parentPort;
  if (electronPort !== undefined)
    electronPort.on('message', ({ data }) => begin(data, (message) => electronPort.postMessage(message)));
  else
    process.on('message', (request: DocumentRequest) => begin(request, (message) => process.send?.(message)));
} else {
  void readDocument(workerData as DocumentRequest).then((reply) => parentPort?.postMessage(reply));
}
