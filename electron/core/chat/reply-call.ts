/** A reply as the owner of its call. */
import { endedWhileHeld, endedWhileSent, type FailedCall } from '../calls/end-call';
import type { CallOwner } from '../calls/paid-call';
import type { Ports } from '../ports/ports';
import type { LiveReply } from './live-reply';
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
export const errorAfterEnd = ({ isHeld, isCall }: { readonly isHeld: boolean; readonly isCall: boolean }) => {
  if (isHeld) return endedWhileHeld();
  const { outcomeUnknown, ...error } = endedWhileSent('The app ended while this reply was being written.');
  return { ...error, ...(isCall && { outcomeUnknown }) };
};
