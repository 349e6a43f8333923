import type { Handlers } from '../dispatch';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/profile-money';
import type { Profiles } from '../profiles/profiles';
import { exportLedger } from './export-ledger';
import { plannedCalls } from './planned-intent';
import { readTypicalCost } from './read-typical-cost';
import type { Spending } from './spending';

interface CreditServices {
  readonly profiles: Profiles;
  readonly spending: Spending;
  readonly moneyOf: MoneyOf;
}

/** What is read of the ledger, and what a request would cost. */
export function creditHandlers(ports: Ports, { profiles, spending, moneyOf }: CreditServices) {
  const { report } = ports.storage;
  return {
    'credits.forecast': ({ intent }) => spending.forecast(plannedCalls(ports, intent, profiles.activeId())),
    'ledger.page': ({ filter, cursor, limit }) => report.page(filter, cursor, limit),
    'ledger.sums': ({ filter }) => report.sums(filter),
    'ledger.groups': ({ filter, by, offsetMinutes }) => report.groups(filter, by, offsetMinutes),
    'ledger.days': ({ filter, offsetMinutes }) => report.days(filter, offsetMinutes),
    'ledger.chats': ({ filter, cursor, limit }) => report.chats(filter, cursor, limit),
    'ledger.models': () => report.models(),
    'ledger.units': ({ filter }) => report.units(filter),
    'ledger.usual': ({ profileId, model, kind }) =>
      readTypicalCost(report, { profileId, unit: moneyOf(profileId).unit }, model, kind),
    'ledger.export': ({ filter, format }) => exportLedger(report.rows(filter), format),
  } satisfies Partial<Handlers>;
}
