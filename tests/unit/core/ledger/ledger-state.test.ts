import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../../../../electron/core/ports/ledger';
import { createLedgerReport } from '../../../../electron/storage/db/ledger-report';
import { createLedgerStore } from '../../../../electron/storage/db/ledger-store';
import { spentAt } from '../../../../renderer/features/credits/spent';
import { applyEvent, nothingReported } from '../../../../renderer/state/core/apply-event';
import { type LedgerState, ledgerOutcomes } from '../../../../shared/money/ledger';
import type { Amount } from '../../../../shared/money/money';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';
import { aLedger, aSnapshot } from '../../../support/records';
import { openTestDatabase } from '../../../support/test-database';

const anyRow = fc
  .record({
    profileId: fc.constantFrom('one', 'two'),
    outcome: fc.constantFrom(...ledgerOutcomes),
    operation: fc.constantFrom('chat.completions.create', 'models.list', 'jobs.retrieve'),
    amount: fc.option(fc.integer({ min: -5, max: 40 })),
    conversationId: fc.constantFrom('c', 'd'),
  })
  .map(
    ({ amount, ...row }): LedgerEntry => ({
      ...{
        at: 1,
        unit: 'credits',
        model: 'm',
        remaining: null,
        statusCode: null,
        requestId: null,
        idempotencyKey: null,
      },
      ...{ messageId: null, jobId: null, totalMs: null, isCheckpoint: false },
      ...row,
      used: (row.outcome === 'unknown'
        ? null
        : row.outcome === 'answered'
          ? amount
          : (amount ?? 0)) as Amount,
    }),
  );

test('spent, outside and unknown mean the same in every query', () => {
  const database = openTestDatabase();
  const [store, report] = [createLedgerStore(database), createLedgerReport(database)];
  const rows: LedgerEntry[] = [];
  fc.assert(
    fc.property(anyRow, fc.constantFrom('one', 'two'), (row, profileId) => {
      store.append(row);
      rows.push(row);
      const totals = store.totals({ profileId, unit: 'credits' }, 0);
      const sums = report.sums({ profileId });
      expect(sums).toMatchObject({ spent: totals.spent, unknown: totals.unknownCalls });
      expect(sums.outside - sums.added).toBe(totals.outside);
      expect(report.spentSince({ profileId, unit: 'credits' }, 0)).toBe(totals.spent);
      expect(store.openUnknowns({ profileId, unit: 'credits' })).toHaveLength(totals.unknownCalls);
      const { chats } = report.chats({ profileId }, null, 10);
      expect(chats.reduce((sum, { unknown }) => sum + unknown, 0)).toBe(totals.unknownCalls);
      const days = report.days({ profileId, outcome: 'answered' });
      const own = rows.filter((one) => one.profileId === profileId && one.outcome === 'answered');
      expect(days.reduce((sum, { used }) => sum + used, 0)).toBe(
        own.reduce((sum, { used }) => sum + (used ?? 0), 0),
      );
    }),
    { numRuns: 300 },
  );
  expect(rows.some(({ operation, used }) => operation === 'models.list' && used === null)).toBe(true);
  database.close();
});

describe('the ledger event', () => {
  let app: TestCore;
  afterEach(() => app.close());
  const told = () => app.events.flatMap((event) => (event.type === 'ledger.changed' ? [event.ledger] : []));

  test('is emitted for every row and carries all that the meter shows', async () => {
    app = await openTestCore();
    await app.until(() => told().length > 0);
    const { reply } = await app.chat('What does this cost?');
    const charged = paidIn(reply) ?? 0;
    const last = await app.until(() => told().find(({ spentToday }) => spentToday === charged));
    expect(charged).toBeGreaterThan(0);
    expect(last).toMatchObject({
      ...{ profileId: 'sandbox', spentThisSession: charged, spentThisMonth: charged, outsideThisSession: 0 },
      ...{ unknownThisSession: 0, lastCall: { model: 'sandbox/echo', amount: charged } },
    });
    expect((await app.tell('app.snapshot', {})).ledger).toMatchObject({ ...last, at: expect.any(Number) });
    const ids = told().map(({ newestId }) => newestId);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(last.newestId).toBeGreaterThan(ids[0] ?? 0);
  });
});

describe('the window’s meter', () => {
  const ledger = (part: Partial<LedgerState>) => ({ type: 'ledger.changed', ledger: aLedger(part) }) as const;
  const state = applyEvent(nothingReported, { type: 'snapshot.taken', snapshot: aSnapshot() });

  test('stays that of the active profile when another is charged, and knows that there is more to read', () => {
    const after = applyEvent(state, ledger({ profileId: 'other', newestId: 7, spentToday: 5 as Amount }));
    expect(after.app).toBe(state.app);
    expect(after.ledgerId).toBe(7);
    expect(applyEvent(after, ledger({ newestId: 8 })).app?.ledger.newestId).toBe(8);
  });

  test('shows nothing spent on a new day or in a new month, until the ledger reports it', () => {
    const at = new Date(2026, 10, 30, 23, 59).getTime();
    const told = aLedger({ at, spentToday: 5 as Amount, spentThisMonth: 9 as Amount });
    expect(spentAt(at + 30_000, told)).toEqual({ day: 5, month: 9 });
    expect(spentAt(at + 120_000, told)).toEqual({ day: 0, month: 0 });
    expect(spentAt(new Date(2026, 10, 29, 1).getTime(), told)).toEqual({ day: 0, month: 9 });
  });
});
