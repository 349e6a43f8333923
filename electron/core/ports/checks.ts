/** The tables that checks need. */
import type { CheckCall, CheckPage, CheckResult, CheckRun, CheckScope } from '../../../shared/checks/checks';
import type { Cost } from '../../../shared/money/cost';
import type { MoneyUnit } from '../../../shared/money/money';

export type NewCheck = CheckScope &
  Pick<CheckRun, 'id' | 'bound' | 'unpriced' | 'total' | 'createdAt'> & { readonly isConfirmed: boolean };

/** A call with its idempotency key and what its amounts count, as it is stored. */
export type StoredCall = Omit<CheckCall, 'recordId'> & { readonly key: string; readonly unit: MoneyUnit };

/** Which call of a check it is. */
export type CallPlace = Pick<StoredCall, 'checkId' | 'profileId' | 'model' | 'probe' | 'step'>;

export type CallPatch = Partial<
  Pick<StoredCall, 'status' | 'answer' | 'error' | 'cost' | 'key' | 'startedAt' | 'finishedAt'>
>;

export type NewResult = Omit<CheckResult, 'before' | 'cost'>;

/** Stored checks; `wait` is always `null` here, since it isn't stored. */
export interface CheckStore {
  insert(check: NewCheck): void;
  get(id: string): CheckRun | undefined;
  isConfirmed(id: string): boolean;
  page(profileId: string | null, cursor: string | null, limit: number): CheckPage;
  update(id: string, patch: Partial<Pick<CheckRun, 'status' | 'error' | 'finishedAt'>>): void;
  confirm(id: string): void;
  remove(id: string): void;
  /** Ids of running checks, oldest first. */
  running(): readonly string[];
  /** Known charges, and the bound of every call that was sent and whose charge is not known. */
  spent(id: string): Cost;
  call(id: string): StoredCall | undefined;
  callAt(place: CallPlace): StoredCall | undefined;
  insertCall(call: StoredCall): void;
  updateCall(id: string, patch: CallPatch): void;
  /** Calls that were sent and have no end, of all checks. */
  sentCalls(): readonly StoredCall[];
  putResult(result: NewResult): void;
  result(checkId: string, model: string, probe: string): CheckResult | undefined;
  results(checkId: string): readonly CheckResult[];
  /** The newest result of each profile, model and probe. */
  latest(profileId: string | null, model: string | null): readonly CheckResult[];
}
