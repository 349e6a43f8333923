/** A reply as the owner of its call. */
import { isMeasured } from '../../../shared/assertions/types';
import { written } from '../../../shared/chat/written-parts';
import { callStates, stateOfReply } from '../calls/call-states';
import { type CallOwner, endedWhileHeld, endedWhileSent, type FailedCall } from '../calls/paid-call';
import type { LedgerService } from '../ledger/ledger';
import type { Ports } from '../ports/ports';
import type { LiveReply } from './live-reply';
import { measuredCall } from './measured-reply';
import type { StopReason } from './outcome';

/** What each call of a reply is. */
export const replyCall = { operation: 'chat.completions.create' } as const;

interface OwnerOptions {
  readonly live: LiveReply;
  readonly announce: (conversationId: string, messageIds: readonly string[]) => void;
  readonly persist: <Result>(work: () => Result) => Promise<Result>;
}

/**
 * A reply is stored as sent with its question, so that its first words wait for no further write; only a call that has to
 * wait is stored as held.
 */
export function replyOwner(
  { storage, log, describeError }: Ports,
  { live, announce, persist }: OwnerOptions,
): CallOwner {
  return {
    async mark(state) {
      const isHeld = state === 'held';
      if (live.isHeld === isHeld) return;
      await persist(() => storage.messages.setHeld(live.id, isHeld));
      live.isHeld = isHeld;
    },
    showWait(wait) {
      live.wait = wait;
      try {
        announce(live.conversationId, [live.id]);
      } catch (error) {
        // The next event of the reply tells it.
        log(`a wait could not be shown: ${describeError(error).code}`);
      }
    },
  };
}

/**
 * The error of a reply whose call failed or was stopped; `null` where the person ended it, or where the app closes and
 * the reply is gone on with by hand.
 */
export function errorOf(
  { error, mayBeCharged }: FailedCall,
  stop: StopReason | null,
  { isHeld }: LiveReply,
): FailedCall['error'] | null {
  if (stop === 'closing' && isHeld) return endedWhileHeld();
  if (stop !== null) return null;
  return mayBeCharged ? { ...error, outcomeUnknown: true } : error;
}

/** What the next start says of a reply that the app's end cut off. */
const errorAfterEnd = ({ isHeld, isCall }: { readonly isHeld: boolean; readonly isCall: boolean }) => {
  if (isHeld) return endedWhileHeld();
  const { outcomeUnknown, ...error } = endedWhileSent('The app ended while this reply was being written.');
  return { ...error, ...(isCall && { outcomeUnknown }) };
};

/** What a reply was asked as: one that is measured is what a unit of an experiment asks about an answer. */
const callOf = (storage: Ports['storage'], replyId: string): { readonly operation: string } =>
  isMeasuredReply(storage, replyId) ? measuredCall : replyCall;

/**
 * Whether a reply says how alike texts are, by their vectors. Of an experiment that was deleted the ledger still says what
 * was asked.
 */
export function isMeasuredReply(
  { experiments, messages, ledger }: Pick<Ports['storage'], 'experiments' | 'messages' | 'ledger'>,
  replyId: string,
): boolean {
  const place = experiments.units.placeOfReply(replyId);
  const judgement = place && experiments.judgement(place);
  if (judgement !== undefined) return isMeasured(judgement.type);
  const key = place === undefined ? messages.idempotencyKey(replyId) : null;
  return key !== null && ledger.operationOf(key) === measuredCall.operation;
}

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
      ledger.recordUnknown({
        ...callOf(storage, messageId),
        profileId,
        model,
        conversationId,
        messageId,
        idempotencyKey,
      });
    });
  }
}
