import type { Handlers } from '../dispatch';
import type { Attachments } from './attachments';

export function attachmentHandlers(attachments: Attachments) {
  return {
    'attachments.add': attachments.add,
    'attachments.addFromLibrary': attachments.addFromLibrary,
  } satisfies Partial<Handlers>;
}
