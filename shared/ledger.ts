/** What was spent, as the core reports it. */
import type { Microcredits } from './credits';

export interface CreditCall {
  readonly at: number;
  readonly operation: string;
  readonly model: string | null;
  readonly used: Microcredits | null;
}

/** The credit meter of the active profile; every amount may be unknown, which is not zero. */
export interface CreditSummary {
  readonly profileId: string;
  /** `credits_remaining` of the newest answer; `null` before the first. */
  readonly remaining: Microcredits | null;
  /** Known charges since the app was started. */
  readonly spentThisSession: Microcredits;
  /** Changes of the balance that no call of this app explains; negative where credits were added. */
  readonly outsideThisSession: Microcredits;
  /** Calls of this session whose charge is still unknown. */
  readonly unknownThisSession: number;
  readonly lastCall: CreditCall | null;
}
