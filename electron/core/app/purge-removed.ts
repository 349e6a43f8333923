import type { Ports } from '../ports/ports';

/** Deletes for good what an earlier run deleted; after recovery, since a deleted chat may hold a charged reply. */
export function purgeRemoved({ storage }: Pick<Ports, 'storage'>): void {
  storage.comparisons.purgeRemoved();
  storage.conversations.purgeRemoved();
  storage.messages.purgeRemoved();
  storage.chatEdits.purge();
  storage.prompts.purgeRemoved();
  storage.presets.purgeRemoved();
  storage.savedTools.purgeRemoved();
  storage.batches.purgeRemoved();
  storage.experiments.purgeRemoved();
  storage.boards.purgeRemoved();
}
