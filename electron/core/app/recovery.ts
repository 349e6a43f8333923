import type { CreditService } from '../credits/credits';
import type { Ports } from '../ports/ports';

/**
 * Marks what an earlier run left unfinished, then deletes for good what was deleted in it. A reply that is still marked
 * as streaming is interrupted: its text stays, and its cost is unknown, since the gateway may have charged it.
 */
export function recoverOrphans({ storage, clock }: Ports, credits: CreditService): void {
  for (const orphan of storage.messages.orphanedReplies()) {
    const { id: messageId, conversationId, profileId, model, idempotencyKey } = orphan;
    const message = storage.messages.get(messageId);
    if (!message) continue;
    // Only the first choice has a key: it carries the call and its charge.
    const isCall = idempotencyKey !== null;
    const error = {
      code: 'interrupted',
      message: 'The app ended while this reply was being written.',
      ...(isCall && { outcomeUnknown: true }),
    };
    storage.transaction(() => {
      storage.messages.update({ ...message, status: 'interrupted', finishedAt: clock.now(), error });
      if (!isCall) return;
      credits.recordUnknown({
        operation: 'chat.completions.create',
        profileId,
        model,
        conversationId,
        messageId,
        idempotencyKey,
      });
    });
  }
  // Only now: a deleted chat may hold a reply that the gateway charged.
  storage.comparisons.purgeRemoved();
  storage.conversations.purgeRemoved();
  storage.messages.purgeRemoved();
  storage.prompts.purgeRemoved();
  storage.presets.purgeRemoved();
  storage.batches.purgeRemoved();
}
