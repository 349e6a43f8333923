/** The meter beside the gateway's account, while calls overlap and their answers come in any order. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLedgerService } from '../../../../electron/core/ledger/ledger';
import type { Ports } from '../../../../electron/core/ports/ports';
import type { CallMeta } from '../../../../electron/gateway/types/call';
import { createLedgerReport } from '../../../../electron/storage/db/ledger-report';
import { createLedgerStore } from '../../../../electron/storage/db/ledger-store';
import { openTestDatabase } from '../../../support/test-database';

let database: ReturnType<typeof openTestDatabase>;
beforeEach(() => {
  database = openTestDatabase();
});
afterEach(() => database.close());

function openCredits() {
  database.exec('DROP TRIGGER ledger_keeps_rows; DELETE FROM ledger_rows;');
  database.exec(
    "CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger_rows BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
  );
  const storage = { ledger: createLedgerStore(database), report: createLedgerReport(database) };
  const clock = { now: () => 1_000, setTimer: () => () => undefined };
  const ports = { storage, clock, log: () => undefined } as unknown as Ports;
  const events = { emit: () => undefined } as never;
  return createLedgerService(ports, events, () => ({ unit: 'credits', isFree: false }));
}

const metaOf = (used: number | null, remaining: number | null): CallMeta =>
  ({
    ...{ credits: { used, remaining }, reportedCost: null, statusCode: 200, requestId: null },
    timing: { totalMs: 1 },
  }) as unknown as CallMeta;

const START = 1_000;
/** Prices in millionths, so that sums in floating point are off. */
const price = fc.integer({ min: 1, max: 9_000_000 }).map((micros) => micros / 1e6);
/** A round of calls that overlap: what each costs, and in which order their answers are read. */
const round = fc.array(price, { minLength: 1, maxLength: 8 }).chain((prices) =>
  fc.record({
    prices: fc.constant(prices),
    order: fc.shuffledSubarray([...prices.keys()], { minLength: prices.length }),
    /** Some gateways tell a cost without the balance. */
    isSilent: fc.array(fc.boolean(), { minLength: prices.length, maxLength: prices.length }),
  }),
);

test('the meter is the account after each round of parallel calls, in whatever order their answers come', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 4 }), (rounds) =>
      database.transaction(() => {
        const credits = openCredits();
        const micros = (amount: number) => Math.round(amount * 1e6);
        let balance = micros(START);
        const catalogue = credits.begin('p', false);
        credits.recordAnswer(
          { profileId: 'p', operation: 'models.list', model: null },
          metaOf(0, START),
          catalogue,
        );
        catalogue.end();
        for (const { prices, order, isSilent } of rounds) {
          const calls = prices.map(() => credits.begin('p', true));
          // The gateway charges them one after the other, and each answer holds the balance after its own charge.
          const answers = prices.map((used, index) => {
            balance -= micros(used);
            return metaOf(used, isSilent[index] ? null : balance / 1e6);
          });
          for (const index of order) {
            const [answer, call] = [answers[index], calls[index]];
            if (answer === undefined || call === undefined) throw new Error('no such call');
            credits.recordAnswer({ profileId: 'p', operation: 'chat', model: 'm' }, answer, call);
            call.end();
          }
          const { remaining, outsideThisSession, spentThisSession } = credits.state('p');
          expect(remaining).toBe(balance);
          expect(spentThisSession).toBe(micros(START) - balance);
          expect(outsideThisSession).toBe(0);
        }
      }),
    ),
    { numRuns: 100 },
  );
});

test('a charge that no answer states shows as soon as a parallel call reports the balance', () => {
  const credits = openCredits();
  const record = (used: number | null, remaining: number | null, call = credits.begin('p', true)) => {
    credits.recordAnswer({ profileId: 'p', operation: 'chat', model: 'm' }, metaOf(used, remaining), call);
    call.end();
  };
  record(1, 100);
  const both = [credits.begin('p', true), credits.begin('p', true)];
  record(2, 93, both[0]);
  expect(credits.state('p').remaining).toBe(93_000_000);
  record(3, 95, both[1]);
  expect(credits.state('p').remaining).toBe(93_000_000);
});

test('credits that were added show while calls still overlap', () => {
  const credits = openCredits();
  const record = (used: number, remaining: number, call = credits.begin('p', true)) => {
    credits.recordAnswer({ profileId: 'p', operation: 'chat', model: 'm' }, metaOf(used, remaining), call);
    call.end();
  };
  record(1, 10);
  const calls = [1, 2, 3].map(() => credits.begin('p', true));
  record(1, 9, calls[0]);
  record(1, 508, calls[1]);
  expect(credits.state('p').remaining).toBe(508_000_000);
  record(1, 507, calls[2]);
  expect(credits.state('p').remaining).toBe(507_000_000);
});
