import type { Handlers } from '../dispatch';
import type { Documents } from './documents';
import type { Files } from './files';

export function fileHandlers(files: Files, documents: Documents) {
  return {
    'attachments.add': files.add,
    'attachments.addFromLibrary': files.addFromLibrary,
    'attachments.read': documents.read,
  } satisfies Partial<Handlers>;
}
