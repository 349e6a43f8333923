import type { CallWait } from '../../../shared/calls/rate-limit';
import type { AppErrorCode, AppErrorData } from '../../../shared/errors';
import type { Spending } from '../admission/spending';
import { staysUnknown } from '../ledger/answer-amounts';
import type { OpenCall } from '../ledger/in-flight';
import type { CallSubject, LedgerService } from '../ledger/ledger';
import { isGatewayFailure } from '../lib/gateway-failure';
import type { Ports } from '../ports/ports';
import type { PlannedCall } from '../prices/planned-call';
import type { Pace } from '../rate-limits/pace';
import type { RefusalPatience } from '../rate-limits/refused-wait';

/** What a call is made for, such as a reply or a part of a job. It stores the state of its call in its own record. */
export interface CallOwner {
  /**
   * Stores that the call is about to be sent, or that it waits and nothing of it is with the gateway. Repeated until the
   * database accepts it.
   */
  mark(state: 'held' | 'sent'): Promise<void>;
  /** Shows what the call waits for; `null` once it waits no more. Never throws. */
  showWait(wait: CallWait | null): void;
}

/** One request that may be charged. */
export interface PaidCall {
  readonly subject: CallSubject & { readonly idempotencyKey: string };
  readonly open: OpenCall;
  readonly owner: CallOwner;
  readonly patience: RefusalPatience;
  readonly signal: AbortSignal;
  /** How often it was sent; `sendCall` counts. */
  readonly sendings: { count: number };
  /** Its place among the few that are sent at once, where it has one. */
  readonly turn?: Turn;
}

/** A call that is held, perhaps for a day, gives its place to others. */
export interface Turn {
  leave(): void;
  /** @throws the reason of the signal */
  enter(): Promise<void>;
}

/** What calls need of the rest of the app. */
export interface CallWorld {
  readonly ports: Pick<Ports, 'storage' | 'clock' | 'describeError'>;
  readonly ledger: LedgerService;
  readonly spending: Spending;
  readonly pace: Pace;
}

export interface HeldCall {
  readonly open: OpenCall;
  release(): void;
}

/** A call that is about to be counted; `call` is `null` where nothing more is to be paid. */
interface Holding {
  readonly profileId: string;
  readonly call: PlannedCall | null;
}

/**
 * Counts a call as running, for the guard and for the balance, until it is released: after its row of the ledger. Counted
 * before this returns, if the database can be used: what is admitted a moment later has to see it.
 * @param plan read once the database can be used
 * @throws where the database can't be used, or the plan can't be made; nothing is counted then
 */
export async function holdCall(
  { ledger, spending }: Pick<CallWorld, 'ledger' | 'spending'>,
  persist: <Result>(work: () => Result) => Promise<Result>,
  plan: () => Holding,
): Promise<HeldCall> {
  const attempts: HeldCall[] = [];
  const letGo = () => {
    for (const held of attempts.splice(0)) held.release();
  };
  const hold = (): HeldCall => {
    // An earlier attempt may have got as far as this.
    letGo();
    const { profileId, call } = plan();
    const uncount = spending.hold(call);
    const open = ledger.begin(profileId, true);
    const release = () => {
      open.end();
      uncount();
    };
    attempts.push({ open, release });
    return { open, release };
  };
  try {
    return await persist(hold);
  } catch (error) {
    letGo();
    throw error;
  }
}

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
