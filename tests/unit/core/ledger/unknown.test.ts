import { describe, expect, test } from 'vitest';
import type { Amount } from '../../../../shared/money/money';
import { createTestLedger } from '../../../support/test-ledger';

const ledger = createTestLedger();

const unknown = (jobId: string) =>
  ledger.append({ jobId, idempotencyKey: `key-${jobId}`, outcome: 'unknown' });
const settle = (used: number, jobId: string | null = null) =>
  ledger.append({ operation: 'reconciled', outcome: 'reconciled', used: used as Amount, jobId });

describe('a call of unknown outcome', () => {
  test('is unknown until a balance settles it', () => {
    unknown('a');
    expect(ledger.store.isUnknown('key-a')).toBe(true);
    expect(ledger.store.isUnknown('key-b')).toBe(false);
  });

  test('is known once its own charge was reported, or no charge was found', () => {
    unknown('a');
    settle(2_000_000, 'a');
    expect(ledger.store.isUnknown('key-a')).toBe(false);
    unknown('b');
    settle(0);
    expect(ledger.store.isUnknown('key-b')).toBe(false);
  });

  test('stays unknown if the balance settled several calls at once: it may be the one that was charged', () => {
    unknown('a');
    unknown('b');
    settle(2_000_000);
    expect(ledger.store.isUnknown('key-a')).toBe(true);
    expect(ledger.store.isUnknown('key-b')).toBe(true);
  });

  test('is not settled by a later balance for other calls', () => {
    unknown('a');
    unknown('b');
    settle(2_000_000);
    unknown('c');
    settle(0, 'c');
    expect(ledger.store.isUnknown('key-a')).toBe(true);
    expect(ledger.store.isUnknown('key-c')).toBe(false);
  });
});
