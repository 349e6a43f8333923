import type { LedgerState } from '../../../shared/money/ledger';
import type { Amount } from '../../../shared/money/money';

export interface Spent {
  readonly day: Amount;
  readonly month: Amount;
}

/**
 * What this app spent with the profile in use, today and this month by the local calendar. After midnight nothing was
 * spent until the ledger says so.
 */
export function spentAt(now: number, { at, spentToday, spentThisMonth }: LedgerState): Spent {
  const [today, counted] = [new Date(now), new Date(at)];
  const none = 0 as Amount;
  return {
    day: today.toDateString() === counted.toDateString() ? spentToday : none,
    month: monthOf(today) === monthOf(counted) ? spentThisMonth : none,
  };
}

const monthOf = (date: Date): number => date.getFullYear() * 12 + date.getMonth();
