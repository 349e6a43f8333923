import { endedWhileHeld } from '../calls/paid-call';
import { progressOf, startLiveReply } from '../chat/live-reply';
import type { ReplyPlan } from '../chat/plan';
import type { Ports } from '../ports/ports';

/** A stored reply becomes one that waits to be sent: its unit asks for it like for any other, also after a kill. */
export function keepToSend(
  { storage, clock }: Pick<Ports, 'storage' | 'clock'>,
  { replyId, conversationId }: Pick<ReplyPlan, 'replyId' | 'conversationId'>,
): void {
  const finishedAt = clock.now();
  const progress = progressOf(startLiveReply(replyId, conversationId), finishedAt);
  storage.messages.update({ ...progress, status: 'failed', finishedAt, error: endedWhileHeld() });
}
