import type { Handlers } from '../dispatch';
import type { Ports } from '../ports/ports';
import { exportLedger } from './export-ledger';

/** What is read of the ledger. */
export function ledgerHandlers({ storage: { report } }: Pick<Ports, 'storage'>) {
  return {
    'ledger.page': ({ filter, cursor, limit }) => report.page(filter, cursor, limit),
    'ledger.sums': ({ filter }) => report.sums(filter),
    'ledger.groups': ({ filter, by, offsetMinutes }) => report.groups(filter, by, offsetMinutes),
    'ledger.days': ({ filter, offsetMinutes }) => report.days(filter, offsetMinutes),
    'ledger.chats': ({ filter, cursor, limit }) => report.chats(filter, cursor, limit),
    'ledger.cacheSaved': ({ filter, conversationId }) => report.cacheSaved(filter, conversationId),
    'ledger.models': () => report.models(),
    'ledger.units': ({ filter }) => report.units(filter),
    'ledger.export': ({ filter, format }) => exportLedger(report.rows(filter), format),
  } satisfies Partial<Handlers>;
}
