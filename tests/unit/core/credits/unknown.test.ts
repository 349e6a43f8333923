import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LedgerEntry, LedgerStore } from '../../../../electron/core/ports/ledger';
import type { Database } from '../../../../electron/storage/db/driver';
import { createLedgerStore } from '../../../../electron/storage/db/ledger-store';
import type { Microcredits } from '../../../../shared/credits';
import { openTestDatabase } from '../../../support/test-database';

let database: Database;
let ledger: LedgerStore;

beforeEach(() => {
  database = openTestDatabase();
  ledger = createLedgerStore(database);
});
afterEach(() => database.close());

const row: LedgerEntry = {
  ...{
    at: 1,
    profileId: 'p',
    unit: 'credits',
    operation: 'images.generations.create',
    model: 'm',
    used: null,
    remaining: null,
  },
  outcome: 'unknown',
  statusCode: null,
  requestId: null,
  idempotencyKey: null,
  conversationId: null,
  messageId: null,
  jobId: null,
  totalMs: null,
  isCheckpoint: false,
};

const unknown = (jobId: string) => ledger.append({ ...row, jobId, idempotencyKey: `key-${jobId}` });
const settle = (used: number, jobId: string | null = null) =>
  ledger.append({
    ...row,
    operation: 'reconciled',
    outcome: 'reconciled',
    used: used as Microcredits,
    jobId,
  });

describe('a call of unknown outcome', () => {
  test('is unknown until a balance settles it', () => {
    unknown('a');
    expect(ledger.isUnknown('key-a')).toBe(true);
    expect(ledger.isUnknown('key-b')).toBe(false);
  });

  test('is known once its own charge was reported, or no charge was found', () => {
    unknown('a');
    settle(2_000_000, 'a');
    expect(ledger.isUnknown('key-a')).toBe(false);
    unknown('b');
    settle(0);
    expect(ledger.isUnknown('key-b')).toBe(false);
  });

  test('stays unknown if the balance settled several calls at once: it may be the one that was charged', () => {
    unknown('a');
    unknown('b');
    settle(2_000_000);
    expect(ledger.isUnknown('key-a')).toBe(true);
    expect(ledger.isUnknown('key-b')).toBe(true);
  });

  test('is not settled by a later balance for other calls', () => {
    unknown('a');
    unknown('b');
    settle(2_000_000);
    unknown('c');
    settle(0, 'c');
    expect(ledger.isUnknown('key-a')).toBe(true);
    expect(ledger.isUnknown('key-c')).toBe(false);
  });
});
