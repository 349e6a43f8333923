import { afterEach, beforeEach } from 'vitest';
import type { LedgerEntry, LedgerStore } from '../../electron/core/ports/ledger';
import type { Database } from '../../electron/storage/db/driver';
import { createLedgerStore } from '../../electron/storage/db/ledger-store';
import type { Amount } from '../../shared/money/money';
import { openTestDatabase } from './test-database';

/** Whose calls the ledger of a test holds. */
export const account = { profileId: 'p', unit: 'credits' } as const;

export const credits = (count: number): Amount => (count * 1_000_000) as Amount;

export interface TestLedger {
  readonly database: Database;
  readonly store: LedgerStore;
  /** An answered call of unknown cost, but for what `row` says. */
  append(row: Partial<LedgerEntry>): void;
}

/** An empty ledger in a database of its own, for each test of the file. */
export function createTestLedger(): TestLedger {
  let database: Database;
  let store: LedgerStore;
  beforeEach(() => {
    database = openTestDatabase();
    store = createLedgerStore(database);
  });
  afterEach(() => database.close());
  return {
    get database() {
      return database;
    },
    get store() {
      return store;
    },
    append: (row) =>
      store.append({
        ...{ at: 1, ...account, operation: 'videos.generations.create', model: 'm', used: null },
        ...{ outcome: 'answered', statusCode: null, requestId: null, idempotencyKey: null, totalMs: null },
        ...{ conversationId: null, messageId: null, jobId: null, remaining: null, isCheckpoint: false },
        ...row,
      }),
  };
}
