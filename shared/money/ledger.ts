/** What was spent, as the core reports it. */

import type { ModalityId } from '../modalities/modalities';
import type { Cost } from './cost';
import type { Amount, MoneyUnit, ProfileMoney } from './money';

/** A call, and what it was charged in the unit that its profile counted in. */
export interface LedgerCall {
  readonly at: number;
  readonly operation: string;
  readonly model: string | null;
  readonly unit: MoneyUnit;
  /** The charge in that unit; `null` where it is unknown. */
  readonly amount: Amount | null;
}

/**
 * What the ledger says of a profile after its newest row: the meter shows it, and the limits count with it. All amounts
 * are of the profile's own unit.
 */
export interface LedgerState extends ProfileMoney {
  readonly profileId: string;
  /** Of the newest row of any profile: it grows with every row. */
  readonly newestId: number;
  /** When it was counted; the amounts of a day or month are for the one that contains this time. */
  readonly at: number;
  /** The balance by the newest response; `null` before the first, and where a gateway reports none. */
  readonly remaining: Amount | null;
  /** Known charges since the app was started. */
  readonly spentThisSession: Amount;
  /** Changes of the balance that no call of this app explains; negative where something was added. */
  readonly outsideThisSession: Amount;
  /** Known charges of the local day and month. */
  readonly spentToday: Amount;
  readonly spentThisMonth: Amount;
  /** Calls of this session whose charge is still unknown. */
  readonly unknownThisSession: number;
  readonly lastCall: LedgerCall | null;
}

export const ledgerOutcomes = ['answered', 'refused', 'unknown', 'reconciled', 'outside'] as const;
/**
 * - `answered`: the gateway reported how the call ended.
 * - `refused`: refused before anything was done; nothing was charged.
 * - `unknown`: no complete response came; the call may have been charged.
 * - `reconciled`: not a call; the cost of unknown calls that a later balance showed.
 * - `outside`: not a call; a difference in the balance that none of ours explains. Negative where credits were added.
 */
export type LedgerOutcome = (typeof ledgerOutcomes)[number];

/** What a row was for. A poll counts as the job's modality; `other` is everything that generates nothing. */
export type LedgerKind = ModalityId | 'outside' | 'other';

/** One row of what happened to the balance; see `outcome` for what kind of row it is. */
export interface LedgerRow extends LedgerCall {
  readonly id: number;
  readonly profileId: string;
  readonly kind: LedgerKind;
  /** The balance after it in the same unit; `null` where it is unknown. */
  readonly balance: Amount | null;
  readonly outcome: LedgerOutcome;
  readonly statusCode: number | null;
  readonly requestId: string | null;
  readonly totalMs: number | null;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly jobId: string | null;
  /** Of a reply, as the gateway counted them; `null` where it stated none. */
  readonly promptTokens: number | null;
  readonly cachedTokens: number | null;
  readonly completionTokens: number | null;
  readonly reasoningTokens: number | null;
}

export interface LedgerPage {
  readonly rows: readonly LedgerRow[];
  readonly nextCursor: string | null;
  /** Of the whole selection. */
  readonly total: number;
  /** Of all its rows together. */
  readonly cost: Cost;
}

/**
 * A selection in four figures. Sums, groups, days and chats are of one unit, credits where the filter names none: amounts
 * of two units are never added.
 */
export interface LedgerSums {
  /** Known charges of this app's own calls. */
  readonly spent: Amount;
  readonly calls: number;
  /** Those among them whose charge no response reported and no later balance has shown. */
  readonly unknown: number;
  /** What the balance lost, and what it gained, that no call of this app explains. */
  readonly outside: Amount;
  readonly added: Amount;
}

/** What was used in one group: a local day such as `2026-11-20`, a model, an operation or a kind. */
export interface LedgerGroup {
  readonly key: string;
  readonly used: Amount;
  readonly calls: number;
}

/** What one model was used for on one day, in local time. */
export interface LedgerDay {
  /** Such as `2026-11-20`. */
  readonly day: string;
  readonly model: string | null;
  readonly kind: LedgerKind;
  readonly used: Amount;
  readonly calls: number;
}

/** The cost of one chat, also of a deleted one. */
export interface ChatCost {
  readonly conversationId: string;
  /** `null` where the chat was deleted: its title is deleted with it. */
  readonly title: string | null;
  readonly used: Amount;
  readonly calls: number;
  /** Calls whose charge is still unknown. */
  readonly unknown: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface ChatCostPage {
  readonly chats: readonly ChatCost[];
  readonly nextCursor: string | null;
}

/**
 * What calls of a model usually take: drawn from the newest calls of one model with one profile; amounts in the profile's unit, medians,
 * `null` where not known.
 */
export interface TypicalCost {
  /** How many calls that is; 0 where there were none. */
  readonly calls: number;
  /** The whole charge. */
  readonly charge: number | null;
  /** What was charged above the least the call was estimated at: what the open length of a reply took. */
  readonly above: number | null;
  /** The charge, as a multiple of the middle of its estimate. */
  readonly ratio: number | null;
  /** The charge for each requested image, character or second. */
  readonly perUnit: number | null;
}
