/** What the meter shows of a profile. */
import type { Microcredits } from '../../../shared/credits';
import type { CreditSummary, LedgerState } from '../../../shared/ledger';
import type { Amount, MoneyUnit } from '../../../shared/money';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/profile-money';
import { startOf } from './periods';

/** What was spent since now, which is when the app was started, and since the day and the month began. */
export function createSummaries({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, moneyOf: MoneyOf) {
  const { ledger, report } = storage;
  const sessionStart = ledger.newestId();
  const totalsOf = (profileId: string) => {
    const money = moneyOf(profileId);
    return { money, ...ledger.totals({ profileId, unit: money.unit }, sessionStart) };
  };
  const toSummary = (profileId: string, totals: ReturnType<typeof totalsOf>): CreditSummary => {
    const { money, remaining, spent, outside, unknownCalls: unknownThisSession, lastCall } = totals;
    const { credits, known } = onlyCredits(money.unit);
    return {
      profileId,
      remaining: known(remaining),
      spentThisSession: credits(spent),
      outsideThisSession: credits(outside),
      unknownThisSession,
      lastCall,
    };
  };
  const toState = (profileId: string, totals: ReturnType<typeof totalsOf>): LedgerState => {
    const at = clock.now();
    const { money, remaining, spent: spentThisSession, outside: outsideThisSession } = totals;
    const account = { profileId, unit: money.unit };
    const spentToday = report.spentSince(account, startOf('day', at));
    const spentThisMonth = report.spentSince(account, startOf('month', at));
    const { credits } = onlyCredits(money.unit);
    return {
      ...toSummary(profileId, totals),
      at,
      newestId: ledger.newestId(),
      spentToday: credits(spentToday),
      spentThisMonth: credits(spentThisMonth),
      money: {
        ...money,
        remaining,
        spentThisSession,
        outsideThisSession,
        spentToday,
        spentThisMonth,
      },
    };
  };
  return {
    summary: (profileId: string): CreditSummary => toSummary(profileId, totalsOf(profileId)),
    /** Both from the same query. */
    sums(profileId: string): Sums {
      const totals = totalsOf(profileId);
      return { summary: toSummary(profileId, totals), state: toState(profileId, totals) };
    },
  };
}

/** What the meter shows, and the same with what the limits count and what tells a window that there is more to read. */
export interface Sums {
  readonly summary: CreditSummary;
  readonly state: LedgerState;
}

/** Amounts that are named credits: of an account in another unit there are none, and its balance in credits is unknown. */
function onlyCredits(unit: MoneyUnit) {
  const isCredits = unit === 'credits';
  return {
    credits: (amount: Amount) => (isCredits ? amount : 0) as Microcredits,
    known: (amount: Amount | null) => (isCredits ? amount : null) as Microcredits | null,
  };
}
