import { written } from '../../../shared/chat/written-parts';
import { callStates, stateOfReply } from '../calls/call-states';
import type { LedgerService } from '../ledger/ledger';
import type { Ports } from '../ports/ports';
import { errorAfterEnd, replyCall } from './reply-call';

/**
 * Marks what an earlier run left unfinished: a reply that is still marked as streaming is interrupted. Its text stays.
 * If it was sent, its cost is unknown, since the gateway may have charged it; one that was held is not sent by itself:
 * the person may have gone on elsewhere.
 */
export function recoverReplies({ storage, clock }: Ports, ledger: LedgerService): void {
  for (const orphan of storage.messages.orphanedReplies()) {
    const { id: messageId, conversationId, profileId, model, idempotencyKey, isHeld } = orphan;
    const message = storage.messages.get(messageId);
    if (!message) continue;
    // Only the first choice has a key: it carries the call and its charge.
    const isCall = idempotencyKey !== null;
    storage.transaction(() => {
      storage.messages.update({
        ...message,
        parts: written(message.parts),
        status: 'interrupted',
        finishedAt: clock.now(),
        error: errorAfterEnd({ isHeld, isCall }),
      });
      if (!isCall || !callStates[stateOfReply({ isHeld })].isWithGateway) return;
      ledger.recordUnknown({ ...replyCall, profileId, model, conversationId, messageId, idempotencyKey });
    });
  }
}
