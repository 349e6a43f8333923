import type { Handlers } from '../door';
import type { LedgerReport } from '../ledger-ports';
import { exportLedger } from './export-ledger';
import { readUsual } from './read-usual';

/** What is read of the ledger. */
export function createLedgerHandlers(report: LedgerReport) {
  return {
    'ledger.page': ({ filter, cursor, limit }) => report.page(filter, cursor, limit),
    'ledger.sums': ({ filter }) => report.sums(filter),
    'ledger.groups': ({ filter, by, offsetMinutes }) => report.groups(filter, by, offsetMinutes),
    'ledger.days': ({ filter, offsetMinutes }) => report.days(filter, offsetMinutes),
    'ledger.chats': ({ filter, cursor, limit }) => report.chats(filter, cursor, limit),
    'ledger.models': () => report.models(),
    'ledger.usual': ({ profileId, model, kind }) => readUsual(report, profileId, model, kind),
    'ledger.export': ({ filter, format }) => exportLedger(report.rows(filter), format),
  } satisfies Partial<Handlers>;
}
