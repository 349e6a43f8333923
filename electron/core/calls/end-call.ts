import type { AppErrorCode, AppErrorData } from '../../../shared/errors';
import { staysUnknown } from '../ledger/answer-amounts';
import { isGatewayFailure } from '../lib/gateway-failure';
import type { CallWorld, PaidCall } from './paid-call';

/** How a call failed. */
export interface FailedCall {
  /** With `outcomeUnknown` where the gateway may have taken this attempt. */
  readonly error: AppErrorData;
  /** This attempt, or an earlier one with the same key, may have been charged. */
  readonly mayBeCharged: boolean;
}

/**
 * Writes the row of a call that failed. Joins the transaction that stores the end of its owner, so the two are never
 * apart. An error that is none of the gateway's has no row: nothing was sent, or the app ended it.
 */
export function writeFailure(
  { ports, ledger }: Pick<CallWorld, 'ports' | 'ledger'>,
  { subject, open, sendings }: Pick<PaidCall, 'subject' | 'open' | 'sendings'>,
  failure: unknown,
): FailedCall {
  const known = isGatewayFailure(failure) ? failure : null;
  const { idempotencyKey } = subject;
  const outcomeUnknown =
    known?.outcomeUnknown === true || staysUnknown(ports.storage.ledger, idempotencyKey, known);
  const mayBeCharged = outcomeUnknown || ports.storage.ledger.isUnknown(idempotencyKey);
  if (known) ledger.recordFailure(subject, known, open);
  const described = ports.describeError(failure);
  const attempts = Math.max(described.attempts ?? 0, sendings.count);
  const error = {
    ...described,
    ...(attempts > 1 && { attempts }),
    ...(outcomeUnknown && { outcomeUnknown }),
  };
  return { error, mayBeCharged };
}

/** The error of a call that the app's end cut off after it was sent. */
export const endedWhileSent = (what: string): AppErrorData => ({
  code: 'interrupted',
  message: what,
  outcomeUnknown: true,
});

/** Of a call that the app's end found held: it can be made again without a doubt. */
export const NOT_SENT = 'not_sent' satisfies AppErrorCode;

export const endedWhileHeld = (): AppErrorData => ({
  code: NOT_SENT,
  message: 'The app ended while this request waited to be sent.',
});
