import type { Handlers } from '../dispatch';
import type { Services } from '../services';

export function attachmentHandlers({ attachments }: Services) {
  return {
    'attachments.add': attachments.add,
    'attachments.addFromLibrary': attachments.addFromLibrary,
  } satisfies Partial<Handlers>;
}
