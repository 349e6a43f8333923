import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import type { ArchiveService } from './archive';
import { createConversationFiles } from './conversation-files';

export function archiveHandlers(ports: Ports, archive: ArchiveService, events: EventBus) {
  const conversations = createConversationFiles(ports, events);
  return {
    'archive.sizes': () => archive.sizes(),
    'archive.export': archive.export,
    'archive.choose': archive.choose,
    'archive.inspect': ({ archiveId }) => archive.inspect(archiveId),
    'archive.import': ({ archiveId }) => nothing(void archive.import(archiveId)),
    'archive.discard': ({ archiveId }) => archive.discard(archiveId).then(nothing),
    'archive.cancel': () => nothing(void archive.cancel()),
    'archive.dismiss': () => nothing(void archive.dismiss()),
    'conversations.export': conversations.export,
    'conversations.import': conversations.import,
  } satisfies Partial<Handlers>;
}
