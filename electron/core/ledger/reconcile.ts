import type { Amount } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import type { Account, LedgerEntry, LedgerStore, UnknownCall } from '../ports/ledger';

/** How long after a charge the balance may not hold it yet. */
export const CHARGE_MAY_COME_LATE_MS = 120_000;

/**
 * How long a call that was left without its answer may still run at the gateway, which charges it when it is done: as
 * long as the app itself would have waited for the first byte.
 */
export const CALL_MAY_STILL_RUN_MS = 30 * 60_000;

/** The same for a remote job that was left: it may run for hours. */
const JOB_MAY_COME_LATE_MS = 24 * 3_600_000;

type Reported = Pick<LedgerEntry, 'used' | 'jobId'> & Partial<Pick<LedgerEntry, 'messageId'>>;

/** What a settled balance shows beyond the charges that answers reported. */
export type Finding = Pick<
  LedgerEntry,
  'outcome' | 'used' | 'conversationId' | 'messageId' | 'jobId' | 'model'
>;

/**
 * Compares the newest settled balance with the last one and the charges between them. A difference belongs to the
 * calls whose outcome is unknown, and to those whose charge the last balance may not have held, where there are any.
 * One that is negative was counted twice where a call reported by itself what a sum of several held already. All else
 * was spent (or added) outside this app.
 *
 * @param answer the charge and the balance of the call that settles it, and the job it was for.
 */
export function findDifference(
  ledger: LedgerStore,
  account: Account,
  answer: Reported & { readonly at: number; readonly remaining: Amount },
): Finding | null {
  const last = ledger.sinceCheckpoint(account);
  if (last === null) return null;
  const exact = last.remaining - last.used - (answer.used ?? 0) - answer.remaining;
  const unknown = onceEach(ledger.openUnknowns(account));
  const isRounding = unknown.length === 0 && Math.abs(exact) <= units[account.unit].roundingParts;
  const difference = (isRounding ? 0 : exact) as Amount;
  if (difference < 0) return explainNegative(ledger, account, answer, difference);
  if (difference > 0) return explainPositive(difference, withLate(ledger, account, unknown, last.at));
  const newest = unknown.at(-1);
  const isSettled = newest !== undefined && answer.at - newest.at > CHARGE_MAY_COME_LATE_MS;
  return isSettled ? { outcome: 'reconciled', used: difference, ...theOnly(unknown) } : null;
}

function explainPositive(used: Amount, inQuestion: readonly UnknownCall[]): Finding {
  if (inQuestion.length === 0) return { ...outside, used };
  return { outcome: 'reconciled', used, ...theOnly(inQuestion) };
}

function explainNegative(
  ledger: LedgerStore,
  account: Account,
  answer: Reported,
  used: Amount,
): Finding | null {
  if (firstBalanceHeld(ledger, account, answer) >= -used) return null;
  return { ...(sumsHeld(ledger, account, answer) >= -used ? corrected : outside), used };
}

/** The most of what was reported since that the first balance may have held already. */
function firstBalanceHeld(ledger: LedgerStore, account: Account, { used, jobId }: Reported): number {
  const early = ledger.chargesOfEarlyJobs(account);
  return early.used + (jobId !== null && early.isEarly(jobId) ? (used ?? 0) : 0);
}

/** The most of what was reported since that a sum of an earlier balance held already. */
function sumsHeld(
  ledger: LedgerStore,
  account: Account,
  { used, jobId, messageId = null }: Reported,
): number {
  const settled = ledger.chargesInSums(account);
  return settled.used + (settled.isHeld(jobId ?? messageId) ? (used ?? 0) : 0);
}

/** The unknown calls, and those that the last balance or one before settled and that may have been charged after it. */
function withLate(
  ledger: LedgerStore,
  account: Account,
  unknown: readonly UnknownCall[],
  lastAt: number,
): readonly UnknownCall[] {
  const since = { callsSince: lastAt - CALL_MAY_STILL_RUN_MS, jobsSince: lastAt - JOB_MAY_COME_LATE_MS };
  return onceEach([...ledger.lateCharges(account, since), ...unknown]);
}

/** A job that was left and continued may be in question twice; its newest record counts. */
const onceEach = (calls: readonly UnknownCall[]): readonly UnknownCall[] =>
  calls.filter((one, index) => !calls.slice(index + 1).some((other) => isSameCall(one, other)));

const isSameCall = (one: UnknownCall, other: UnknownCall): boolean =>
  one.jobId === other.jobId && one.messageId === other.messageId && (one.jobId ?? one.messageId) !== null;

const nobody = { conversationId: null, messageId: null, jobId: null, model: null };
const outside = { outcome: 'outside' as const, ...nobody };
/** Takes out of a sum what one of its calls has reported on its own since. */
const corrected = { outcome: 'reconciled' as const, ...nobody };

/** With one call in question the amount is its cost; among several it stays unknown. */
function theOnly(unknown: readonly UnknownCall[]): Omit<Finding, 'outcome' | 'used'> {
  const [only] = unknown;
  if (unknown.length !== 1 || only === undefined) return nobody;
  const { conversationId, messageId, jobId, model } = only;
  return { conversationId, messageId, jobId, model };
}
