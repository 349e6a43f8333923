import { describe, expect, test } from 'vitest';
import { findDifference } from '../../../../electron/core/ledger/reconcile';
import { account, createTestLedger, credits } from '../../../support/test-ledger';

const ledger = createTestLedger();

const requestWithoutAnswer = (jobId: string) => ledger.append({ jobId, outcome: 'unknown' });
const balance = (remaining: number) =>
  ledger.append({
    operation: 'models.list',
    used: credits(0),
    remaining: credits(remaining),
    isCheckpoint: true,
  });
const reported = (jobId: string, used: number) =>
  ledger.append({ operation: 'jobs.retrieve', jobId, used: credits(used) });
const difference = (remaining: number, jobId: string | null = null, used = 0) =>
  findDifference(ledger.store, account, { used: credits(used), remaining: credits(remaining), jobId, at: 2 });

describe('a job requested before the first balance was known', () => {
  test('was charged before that balance, and reports it after: nobody added credits', () => {
    requestWithoutAnswer('a');
    balance(997);
    reported('a', 3);
    expect(difference(997)).toBeNull();
  });

  test('the same where the report itself states the balance', () => {
    requestWithoutAnswer('a');
    balance(997);
    expect(difference(997, 'a', 3)).toBeNull();
  });

  test('explains no more than it was charged', () => {
    requestWithoutAnswer('a');
    balance(997);
    reported('a', 3);
    expect(difference(1_097)).toMatchObject({ outcome: 'outside', used: -103_000_000 });
  });

  test('explains nothing of a job that was requested after that balance', () => {
    balance(1_000);
    requestWithoutAnswer('a');
    reported('a', 3);
    expect(difference(1_000)).toMatchObject({ outcome: 'outside', used: -3_000_000 });
  });

  test('explains nothing once a later balance has included it', () => {
    requestWithoutAnswer('a');
    balance(1_000);
    reported('a', 3);
    balance(997);
    expect(difference(1_000)).toMatchObject({ outcome: 'outside', used: -3_000_000 });
  });
});
