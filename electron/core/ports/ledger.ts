/** What is written and read of what was spent. */
import type { CacheSaved } from '../../../shared/money/cache-saving';
import type { Estimate } from '../../../shared/money/estimate';
import type {
  ChatCostPage,
  LedgerCall,
  LedgerDay,
  LedgerGroup,
  LedgerKind,
  LedgerOutcome,
  LedgerPage,
  LedgerRow,
  LedgerSums,
} from '../../../shared/money/ledger';
import type { Amount, MoneyUnit } from '../../../shared/money/money';
import type { TokenUsage } from '../../../shared/money/token-usage';

/** What was expected of a call before it was sent, from the price alone. */
export interface PriceForecast {
  /** From the price at that time; `null` if it was unknown. */
  readonly estimate: Estimate | null;
  /** The most it can cost; `null` where nothing limits that, left out where it is the end of the estimate. */
  readonly most?: number | null;
  /** Requested images, characters or seconds; `null` if that can't be counted, as in a chat. */
  readonly units: number | null;
}

/** One past call, or all calls of one job: its charge beside what was expected. */
export interface PastCall extends PriceForecast {
  readonly charge: number;
}

export interface LedgerEntry {
  readonly at: number;
  readonly profileId: string;
  readonly operation: string;
  readonly model: string | null;
  /** What the amounts of this row count. */
  readonly unit: MoneyUnit;
  readonly used: Amount | null;
  readonly remaining: Amount | null;
  readonly outcome: LedgerOutcome;
  readonly statusCode: number | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly jobId: string | null;
  /** By which the gateway tells later what the call cost; left out where it doesn't. */
  readonly generationId?: string | null;
  readonly totalMs: number | null;
  /** Of a reply, as the gateway counted them; left out for other calls. */
  readonly usage?: TokenUsage | null;
  /** No call overlapped this one, so its balance includes every call before it. */
  readonly isCheckpoint: boolean;
  /** Left out if nothing was expected. */
  readonly forecast?: PriceForecast;
}

/** The account that amounts belong to: what a profile was charged in another unit is another account. */
export interface Account {
  readonly profileId: string;
  readonly unit: MoneyUnit;
}

/** A call whose charge no balance has shown yet. */
export type UnknownCall = Pick<LedgerEntry, 'at' | 'conversationId' | 'messageId' | 'jobId' | 'model'>;

/** From when on a call, or the end of a job, is late enough. */
export interface LateCharges {
  readonly callsSince: number;
  readonly jobsSince: number;
}

/** A call of unknown cost, with the id by which the gateway tells it. */
export interface OpenGeneration extends UnknownCall {
  readonly generationId: string;
  readonly operation: string;
}

export interface LedgerTotals {
  /** What is left, as the meter shows it: the last settled balance less what was charged since, in any order. */
  readonly remaining: Amount | null;
  /** The newest balance that was reported, less what was charged after it: another one is news. */
  readonly reported: Amount | null;
  readonly spent: Amount;
  readonly outside: Amount;
  readonly unknownCalls: number;
  readonly lastCall: LedgerCall | null;
}

export interface LedgerFilter {
  readonly profileId?: string;
  readonly operation?: string;
  readonly kind?: LedgerKind;
  readonly model?: string;
  readonly outcome?: LedgerOutcome;
  /** Of sums: credits where left out. Of rows: any. */
  readonly unit?: MoneyUnit;
  readonly from?: number;
  readonly to?: number;
}

/** Queries of the ledger. */
export interface LedgerReport {
  page(filter: LedgerFilter, cursor: string | null, limit: number): LedgerPage;
  sums(filter: LedgerFilter): LedgerSums;
  /** Days are local if `offsetMinutes` is left out. Outside changes count only if the filter selects them. */
  groups(
    filter: LedgerFilter,
    by: 'day' | 'model' | 'operation' | 'kind' | 'profile',
    offsetMinutes?: number,
  ): readonly LedgerGroup[];
  days(filter: LedgerFilter, offsetMinutes?: number): readonly LedgerDay[];
  chats(filter: LedgerFilter, cursor: string | null, limit: number): ChatCostPage;
  cacheSaved(filter: LedgerFilter, conversationId?: string): CacheSaved;
  models(): readonly string[];
  /** The newest calls that were charged, those of one job taken together. */
  pastCalls(account: Account, model: string, kind: 'chat' | 'media', limit: number): readonly PastCall[];
  /** Oldest first. */
  rows(filter: LedgerFilter): readonly LedgerRow[];
  /** What this app's own calls cost since then. */
  spentSince(account: Account, from: number): Amount;
  /**
   * What ended calls of unknown cost were expected to take at most, since then: unknown is not zero. What no price
   * foresaw counts for nothing.
   */
  unsettledSince(account: Account, from: number): Amount;
  /** The units that the rows of a selection were charged in. */
  units(filter: LedgerFilter): readonly MoneyUnit[];
}

export interface LedgerStore {
  append(entry: LedgerEntry): void;
  newestId(): number;
  /** The last settled balance and the charges known since; `null` before the first. */
  sinceCheckpoint(
    account: Account,
  ): { readonly at: number; readonly remaining: Amount; readonly used: Amount } | null;
  /**
   * The charges since the last settled balance of jobs that were requested before the first one. A job's charge may be
   * reported long after it was made, so the first balance may hold these already.
   */
  chargesOfEarlyJobs(account: Account): { readonly used: Amount; isEarly(jobId: string): boolean };
  /** Oldest first. */
  openUnknowns(account: Account): readonly UnknownCall[];
  /**
   * The charges reported since the last settled balance by calls that an earlier balance has settled: what it showed
   * may hold them already. And those that were reported twice for one request, by its generation and by its job.
   */
  chargesInSums(account: Account): { readonly used: Amount; isHeld(call: string | null): boolean };
  /**
   * Calls that a balance has settled together with others, and whose own charge it may not have held yet; jobs that were
   * left and may still be charged; calls that were sent again with their key, and may be charged again.
   */
  lateCharges(account: Account, since: LateCharges): readonly UnknownCall[];
  /** Calls of unknown cost since then that the gateway can tell the cost of by their generation, oldest first. */
  openGenerations(account: Account, since: number): readonly OpenGeneration[];
  /** When the last call that was charged, or may have been, was written down; `null` before the first. */
  lastChargeAt(account: Account): number | null;
  /**
   * The recorded charges of a remote job, over all local jobs that follow it: their sum, the newest one that a poll
   * reported, and whether a balance settled one of them together with other calls, so that an unknown part of that sum
   * is this job's.
   */
  chargesOfRemote(
    account: Account,
    remoteId: string,
  ): {
    readonly used: Amount;
    readonly last: Amount | null;
    /** The part of `used` that balances showed. */
    readonly found: Amount;
    readonly isSettled: boolean;
  };
  /** What a call with this key was; `null` where none is stored. */
  operationOf(idempotencyKey: string): string | null;
  /** Whether the gateway may hold an answer for this key: a call with it was sent and not refused. */
  mayBeStored(idempotencyKey: string): boolean;
  /** Whether the charge in this response is stored already. */
  hasCharge(answer: Pick<LedgerEntry, 'idempotencyKey' | 'requestId'>): boolean;
  /** Whether the cost of this generation is stored already: an answer that repeats it brings no charge. */
  isCharged(generationId: string): boolean;
  /** What a balance showed as the cost of the call with this key, while its answer was missing. */
  foundCharge(idempotencyKey: string): Amount;
  /** Whether a call with this key has an unknown outcome that no later balance has settled. */
  isUnknown(idempotencyKey: string): boolean;
  /** `spent` and `unknownCalls` count entries after `sinceId`. */
  totals(account: Account, sinceId: number): LedgerTotals;
}
