import type { CallWait } from '../../../shared/calls/rate-limit';
import type { Spending } from '../admission/spending';
import type { OpenCall } from '../ledger/in-flight';
import type { CallSubject, LedgerService } from '../ledger/ledger';
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

/**
 * Counts a call as running, for the guard and for the balance, until it is released: after its row of the ledger.
 * @param plan read once the database can be used; `null` where nothing more is to be paid
 * @throws where the database can't be used; nothing is counted then
 */
export async function holdCall(
  { ledger, spending }: Pick<CallWorld, 'ledger' | 'spending'>,
  profileId: string,
  persist: <Result>(work: () => Result) => Promise<Result>,
  plan: () => PlannedCall | null,
): Promise<HeldCall> {
  const open = ledger.begin(profileId, true);
  try {
    const release = await persist(() => spending.hold(plan()));
    return {
      open,
      release() {
        open.end();
        release();
      },
    };
  } catch (error) {
    open.end();
    throw error;
  }
}
