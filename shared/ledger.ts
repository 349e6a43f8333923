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

/** One row of what happened to the balance; see `outcome` for what kind of row it is. */
export interface LedgerRow extends CreditCall {
  readonly id: number;
  readonly profileId: string;
  readonly remaining: Microcredits | null;
  /**
   * `answered`, `refused` and `unknown` are calls; `reconciled` is what unknown ones turned out to have cost, `outside`
   * what no call of this app explains.
   */
  readonly outcome: 'answered' | 'refused' | 'unknown' | 'reconciled' | 'outside';
  readonly statusCode: number | null;
  readonly requestId: string | null;
  readonly totalMs: number | null;
  readonly conversationId: string | null;
  readonly jobId: string | null;
}

export interface LedgerPage {
  readonly rows: readonly LedgerRow[];
  readonly nextCursor: string | null;
  /** Of the whole selection. */
  readonly total: number;
  readonly used: Microcredits;
}

/** What was used in one group: a local day such as `2026-11-20`, a model or an operation. */
export interface LedgerGroup {
  readonly key: string;
  readonly used: Microcredits;
  readonly calls: number;
}
