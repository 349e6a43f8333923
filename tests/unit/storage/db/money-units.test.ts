import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LedgerEntry } from '../../../../electron/core/ports/ledger';
import { type Database, openDatabase } from '../../../../electron/storage/db/driver';
import { createLedgerReport } from '../../../../electron/storage/db/ledger-report';
import { createLedgerStore } from '../../../../electron/storage/db/ledger-store';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import type { Amount } from '../../../../shared/money/money';
import { tempFolder } from '../../../support/temp-folder';

let database: Database;
beforeEach(() => {
  database = openDatabase(join(tempFolder(), 'money.db'));
});
afterEach(() => database.close());

const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  ...{ at: 1, profileId: 'p', operation: 'chat.completions.create', model: 'm', unit: 'credits' },
  ...{ used: 5 as Amount, remaining: null, outcome: 'answered', statusCode: 200, requestId: null },
  ...{ idempotencyKey: null, conversationId: null, messageId: null, jobId: null, totalMs: null },
  isCheckpoint: false,
  ...more,
});

test('rows from before are credits, with every value as it was', () => {
  migrate(database, migrations.slice(0, 14));
  database.run(
    `INSERT INTO ledger (at, profile_id, operation, model, used, remaining, outcome, is_checkpoint, estimate_from)
     VALUES (7, 'p', 'chat.completions.create', 'm', 1234567, 999000000, 'answered', 1, 1000000)`,
  );
  const before = database.all<Record<string, unknown>>('SELECT * FROM ledger');
  migrate(database, migrations);
  const [row] = database.all<Record<string, unknown>>('SELECT * FROM ledger');
  expect(row).toMatchObject({ ...before[0], unit: 'credits', generation_id: null });
  const account = { profileId: 'p', unit: 'credits' } as const;
  expect(createLedgerStore(database).sinceCheckpoint(account)).toEqual({
    ...{ at: 7, remaining: 999_000_000, used: 0 },
  });
  expect(createLedgerReport(database).sums({})).toMatchObject({ spent: 1_234_567, calls: 1 });
});

test('a unit that is not known is refused by the database itself', () => {
  migrate(database, migrations);
  const store = createLedgerStore(database);
  expect(() => store.append(entry({ unit: 'eur' as never }))).toThrow(/CHECK/);
});

test('sums of amounts as large as can be are exact, and never throw', () => {
  migrate(database, migrations);
  const store = createLedgerStore(database);
  const report = createLedgerReport(database);
  for (let call = 0; call < 9; call += 1) store.append(entry({ unit: 'usd', used: 1e15 as Amount }));
  expect(report.sums({ unit: 'usd' }).spent).toBe(9e15);
  database.transaction(() => {
    for (let call = 0; call < 10_000; call += 1) store.append(entry({ unit: 'usd', used: 1e15 as Amount }));
  });
  expect(report.sums({ unit: 'usd' }).spent).toBeGreaterThan(1e19);
  expect(report.sums({}).spent).toBe(0);
});

test('a call that is settled by its generation leaves the others in question', () => {
  migrate(database, migrations);
  const store = createLedgerStore(database);
  const unknown = { unit: 'usd', used: null, outcome: 'unknown' } as const;
  store.append(entry({ ...unknown, generationId: 'gen-1', idempotencyKey: 'one' }));
  store.append(entry({ ...unknown, generationId: 'gen-2', idempotencyKey: 'two' }));
  store.append(entry({ ...unknown, idempotencyKey: 'three' }));
  const account = { profileId: 'p', unit: 'usd' } as const;
  expect(store.openGenerations(account, 0).map(({ generationId }) => generationId)).toEqual([
    'gen-1',
    'gen-2',
  ]);
  store.append(entry({ unit: 'usd', outcome: 'reconciled', operation: 'reconciled', generationId: 'gen-1' }));
  expect(store.openGenerations(account, 0).map(({ generationId }) => generationId)).toEqual(['gen-2']);
  expect(['one', 'two', 'three'].map(store.isUnknown)).toEqual([false, true, true]);
  store.append(entry({ unit: 'usd', used: 0 as Amount, outcome: 'reconciled', operation: 'reconciled' }));
  expect(store.openUnknowns(account)).toEqual([]);
});

test('reading the list of models, which is free, is not the last charge', () => {
  migrate(database, migrations);
  const store = createLedgerStore(database);
  const account = { profileId: 'p', unit: 'usd' } as const;
  store.append(entry({ unit: 'usd', at: 5, operation: 'models.list', model: null, used: null }));
  expect(store.lastChargeAt(account)).toBeNull();
  store.append(entry({ unit: 'usd', at: 6, used: null }));
  store.append(entry({ unit: 'usd', at: 7, operation: 'models.list', model: null, used: null }));
  expect(store.lastChargeAt(account)).toBe(6);
});

test('every model and unit of a ledger is listed once, of one profile or of all', () => {
  migrate(database, migrations);
  const store = createLedgerStore(database);
  const report = createLedgerReport(database);
  expect([report.models(), report.units({})]).toEqual([[], []]);
  for (const profileId of ['q', 'p', 'r']) {
    for (const model of ['b', null, 'a', 'b']) store.append(entry({ profileId, model }));
  }
  store.append(entry({ profileId: 'q', model: 'only-here', unit: 'usd', at: 5 }));
  store.append(
    entry({ profileId: 'none-of-them', model: null, operation: 'models.list', used: 0 as Amount }),
  );
  expect(report.models()).toEqual(['a', 'b', 'only-here']);
  expect(report.units({})).toEqual(['credits', 'usd']);
  expect(report.units({ from: 2 })).toEqual(['usd']);
  expect(report.units({ profileId: 'p' })).toEqual(['credits']);
  expect(report.units({ profileId: 'none-of-them' })).toEqual([]);
});

test('a charge below zero that an earlier version stored is unknown, and what balances showed stays', () => {
  migrate(database, migrations.slice(0, 20));
  for (const outcome of ['answered', 'refused', 'unknown', 'reconciled', 'outside'])
    database.run(
      `INSERT INTO ledger (at, profile_id, operation, model, used, outcome) VALUES (7, 'p', 'x', 'm', -500000000, ?)`,
      outcome,
    );
  migrate(database, migrations);
  expect(database.all('SELECT outcome FROM ledger WHERE used < 0')).toEqual([
    ...[{ outcome: 'reconciled' }, { outcome: 'outside' }],
  ]);
  expect(() => database.run('UPDATE ledger SET used = 1')).toThrow(/append-only/);
});
