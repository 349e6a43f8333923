import { written } from '../../../shared/chat/written-parts';
import type { LedgerService } from '../ledger/ledger';
import type { Ports } from '../ports/ports';

/**
 * Marks what an earlier run left unfinished: a reply that is still marked as streaming is interrupted. Its text stays,
 * and its cost is unknown, since the gateway may have charged it.
 */
export function recoverReplies({ storage, clock }: Ports, credits: LedgerService): void {
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
      storage.messages.update({
        ...message,
        parts: written(message.parts),
        status: 'interrupted',
        finishedAt: clock.now(),
        error,
      });
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
}
