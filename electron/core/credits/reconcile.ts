import type { Amount, MoneyUnit } from '../../../shared/money';
import type { Account, LedgerEntry, LedgerStore, UnknownCall } from '../ports/ledger';

/** How long after a call of unknown outcome its charge may still show up in the balance. */
export const CHARGE_MAY_COME_LATE_MS = 120_000;

/** Gateways round what they tell of dollars, each figure by itself: where no call is in question, less than this is nobody's charge. */
const ROUNDING: Readonly<Record<MoneyUnit, number>> = { credits: 0, usd: 1_000 };

/** What a settled balance shows beyond the charges that answers reported. */
export type Finding = Pick<
  LedgerEntry,
  'outcome' | 'used' | 'conversationId' | 'messageId' | 'jobId' | 'model'
>;

/**
 * Compares the newest settled balance with the last one and the charges between them. A difference belongs to the
 * calls whose outcome is unknown, where there are any; else it was spent (or added) outside this app.
 *
 * @param answer the charge and the balance of the call that settles it, and the job it was for.
 */
export function findDifference(
  ledger: LedgerStore,
  account: Account,
  answer: Pick<LedgerEntry, 'used' | 'jobId' | 'at'> & { readonly remaining: Amount },
): Finding | null {
  const last = ledger.sinceCheckpoint(account);
  if (last === null) return null;
  const exact = last.remaining - last.used - (answer.used ?? 0) - answer.remaining;
  const unknown = ledger.openUnknowns(account);
  const isRounding = unknown.length === 0 && Math.abs(exact) <= ROUNDING[account.unit];
  const difference = (isRounding ? 0 : exact) as Amount;
  if (difference < 0 && firstBalanceHeld(ledger, account, answer) >= -difference) return null;
  if (difference < 0 || (difference > 0 && unknown.length === 0)) return { ...outside, used: difference };
  if (difference > 0) return { outcome: 'reconciled', used: difference, ...theOnly(unknown) };
  const newest = unknown.at(-1);
  const isSettled = newest !== undefined && answer.at - newest.at > CHARGE_MAY_COME_LATE_MS;
  return isSettled ? { outcome: 'reconciled', used: difference, ...theOnly(unknown) } : null;
}

/** The most of what was reported since that the first balance may have held already. */
function firstBalanceHeld(
  ledger: LedgerStore,
  account: Account,
  { used, jobId }: Pick<LedgerEntry, 'used' | 'jobId'>,
): number {
  const early = ledger.chargesOfEarlyJobs(account);
  return early.used + (jobId !== null && early.isEarly(jobId) ? (used ?? 0) : 0);
}

const nobody = { conversationId: null, messageId: null, jobId: null, model: null };
const outside = { outcome: 'outside' as const, ...nobody };

/** With one call in question the amount is its cost; among several it stays unknown. */
function theOnly(unknown: readonly UnknownCall[]): Omit<Finding, 'outcome' | 'used'> {
  const [only] = unknown;
  if (unknown.length !== 1 || only === undefined) return nobody;
  const { conversationId, messageId, jobId, model } = only;
  return { conversationId, messageId, jobId, model };
}
