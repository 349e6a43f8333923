import type { CreditService } from '../credits/credits';
import type { Ports } from '../ports/ports';

/**
 * Flags what an earlier run left unfinished, and deletes for good what was deleted in it. A reply still marked as being written has no writer any more: it is
 * interrupted, its text is kept, and its cost is unknown, since the gateway may have charged it.
 */
export function recoverOrphans({ storage, clock }: Ports, credits: CreditService): void {
  storage.comparisons.purgeRemoved();
  storage.conversations.purgeRemoved();
  storage.messages.purgeRemoved();
  storage.prompts.purgeRemoved();
  storage.presets.purgeRemoved();
  storage.batches.purgeRemoved();
  for (const orphan of storage.messages.orphanedReplies()) {
    const { id: messageId, conversationId, profileId, model, idempotencyKey } = orphan;
    const message = storage.messages.get(messageId);
    if (!message) continue;
    const error = {
      code: 'interrupted',
      message: 'The app ended while this reply was being written.',
      outcomeUnknown: true,
    };
    storage.transaction(() => {
      storage.messages.update({ ...message, status: 'interrupted', finishedAt: clock.now(), error });
      credits.recordUnknown({
        operation: 'chat.completions.create',
        ...{ profileId, model, conversationId, messageId, idempotencyKey },
      });
    });
  }
}
