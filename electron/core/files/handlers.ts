import type { Handlers } from '../dispatch';
import type { Files } from './files';

export function fileHandlers(files: Files) {
  return {
    'attachments.add': files.add,
    'attachments.addFromLibrary': files.addFromLibrary,
  } satisfies Partial<Handlers>;
}
