/** What the meter shows of a profile. */
import type { LedgerState } from '../../../shared/money/ledger';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';

/** What was spent since now, which is when the app was started, and since the day and the month began. */
export function createMeter({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, moneyOf: MoneyOf) {
  const { ledger, report } = storage;
  const sessionStart = ledger.newestId();
  return (profileId: string): LedgerState => {
    const at = clock.now();
    const money = moneyOf(profileId);
    const account = { profileId, unit: money.unit };
    const { remaining, spent, outside, unknownCalls, lastCall } = ledger.totals(account, sessionStart);
    return {
      ...money,
      profileId,
      at,
      newestId: ledger.newestId(),
      remaining,
      spentThisSession: spent,
      outsideThisSession: outside,
      unknownThisSession: unknownCalls,
      spentToday: report.spentSince(account, startOf('day', at)),
      spentThisMonth: report.spentSince(account, startOf('month', at)),
      lastCall,
    };
  };
}

/** What the limits count over, by the local calendar. */
export type Period = 'day' | 'month';

/** Local midnight, or that of the month's first day. */
export function startOf(period: Period, now: number): number {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  if (period === 'month') date.setDate(1);
  return date.getTime();
}
