import { beforeEach, describe, expect, test } from 'vitest';
import {
  CALL_MAY_STILL_RUN_MS,
  CHARGE_MAY_COME_LATE_MS,
  findDifference,
} from '../../../../electron/core/ledger/reconcile';
import type { LedgerEntry } from '../../../../electron/core/ports/ledger';
import { createJobStore } from '../../../../electron/storage/db/job-store';
import { account, createTestLedger, credits } from '../../../support/test-ledger';

const ledger = createTestLedger();
const start = 1_000_000_000;
const hourMs = 3_600_000;

const append = (row: Partial<LedgerEntry>) => ledger.append({ at: start, ...row });

/** A free answer that states the balance, with what it finds written down as the app does. */
function settle(remaining: number, at: number): string | null {
  const answer = { used: credits(0), remaining: credits(remaining), jobId: null, at };
  const found = findDifference(ledger.store, account, answer);
  if (found !== null) append({ at, operation: found.outcome, ...found });
  append({ operation: 'models.list', ...answer, isCheckpoint: true });
  return found && `${found.outcome} ${Number(found.used) / 1e6} ${found.jobId ?? found.messageId ?? '–'}`;
}

function leaveJob(id: string, finishedAt: number): void {
  addJob(id);
  const jobs = createJobStore(ledger.database);
  jobs.update(id, { status: 'cancelled', finishedAt, mayStillCharge: true });
}

function addJob(id: string, isForeign = false): void {
  createJobStore(ledger.database).insert({
    ...{ id, modality: 'video', profileId: 'p', model: 'm', prompt: 'A film', parameters: {}, extra: {} },
    ...{ owner: null, destination: { folder: '/', fileNameTemplate: 'x' }, createdAt: start },
    ...{ status: 'running', isForeign, remoteId: `remote-${id}`, parts: [] },
  });
}

describe('where a balance settles several calls together, and one of them is charged after it', () => {
  beforeEach(() => {
    settle(100, start);
    for (const messageId of ['a', 'b']) append({ at: start + 1_000, messageId, outcome: 'unknown' });
    expect(settle(95, start + 2_000)).toBe('reconciled 5 –');
  });

  test('the next balance counts it as this app’s', () => {
    expect(settle(92, start + hourMs)).toBe('reconciled 3 –');
  });

  test('what is missing after a balance that was late enough was spent by others', () => {
    expect(settle(95, start + 1_001 + CALL_MAY_STILL_RUN_MS)).toBeNull();
    expect(settle(92, start + hourMs)).toBe('outside 3 –');
  });

  test('the calls in question share the difference with those that came later', () => {
    append({ at: start + 3_000, messageId: 'c', outcome: 'unknown' });
    expect(settle(92, start + hourMs)).toBe('reconciled 3 –');
  });
});

describe('a call that was left while the model still thought, of which a balance shows nothing yet', () => {
  const settledAt = start + 1_001 + CHARGE_MAY_COME_LATE_MS;
  beforeEach(() => {
    settle(100, start);
    append({ at: start + 1_000, jobId: 'left', outcome: 'unknown' });
    expect(settle(100, settledAt)).toBe('reconciled 0 left');
  });

  test('is charged when it is done, and that is its cost', () => {
    expect(settle(96, start + CALL_MAY_STILL_RUN_MS)).toBe('reconciled 4 left');
    expect(settle(95, start + CALL_MAY_STILL_RUN_MS + 1)).toBe('outside 1 –');
  });

  test('explains nothing once it can’t run any more', () => {
    expect(settle(100, start + 1_001 + CALL_MAY_STILL_RUN_MS)).toBeNull();
    expect(settle(96, start + hourMs)).toBe('outside 4 –');
  });

  test('costs what its generation says, even nothing', () => {
    append({ at: settledAt, jobId: 'left', outcome: 'reconciled', used: credits(0), generationId: 'g' });
    expect(settle(96, start + CALL_MAY_STILL_RUN_MS)).toBe('outside 4 –');
  });
});

test('a call that was sent twice and not answered may be charged twice, one after the other', () => {
  settle(100, start);
  for (const at of [start + 1_000, start + 2_000])
    append({ at, jobId: 'twice', idempotencyKey: 'key', outcome: 'unknown' });
  expect(settle(95, start + 3_000)).toBe('reconciled 5 twice');
  expect(settle(90, start + 60_000)).toBe('reconciled 5 twice');
  expect(settle(85, start + 61_000)).toBe('outside 5 –');
});

describe('a call that was left, sent again with its key and answered', () => {
  beforeEach(() => {
    settle(100, start);
    append({ at: start + 1_000, jobId: 'again', idempotencyKey: 'key', outcome: 'unknown' });
    append({ at: start + 2_000, jobId: 'again', idempotencyKey: 'key', used: credits(5) });
    expect(settle(95, start + 1_001 + CHARGE_MAY_COME_LATE_MS)).toBe('reconciled 0 again');
  });

  test('may be charged for the first time too, once the gateway is done with it', () => {
    expect(settle(90, start + CALL_MAY_STILL_RUN_MS)).toBe('reconciled 5 again');
    expect(settle(85, start + CALL_MAY_STILL_RUN_MS + 1)).toBe('outside 5 –');
  });

  test('explains nothing once the first can’t run any more', () => {
    expect(settle(95, start + 1_001 + CALL_MAY_STILL_RUN_MS)).toBeNull();
    expect(settle(90, start + hourMs)).toBe('outside 5 –');
  });
});

test('one part of a text that was left among answered ones may be charged late, and only once', () => {
  settle(100, start);
  append({ at: start + 1_000, jobId: 'parts', idempotencyKey: 'one', used: credits(5) });
  append({ at: start + 1_000, jobId: 'parts', idempotencyKey: 'two', outcome: 'unknown' });
  append({ at: start + 1_000, jobId: 'parts', idempotencyKey: 'three', used: credits(5) });
  expect(settle(90, start + 1_001 + CHARGE_MAY_COME_LATE_MS)).toBe('reconciled 0 parts');
  expect(settle(85, start + CALL_MAY_STILL_RUN_MS)).toBe('reconciled 5 parts');
  expect(settle(80, start + CALL_MAY_STILL_RUN_MS + 1)).toBe('outside 5 –');
});

describe('a job that was left while the gateway worked on it', () => {
  beforeEach(() => {
    settle(100, start);
    append({ at: start + 1_000, jobId: 'left', operation: 'jobs.retrieve', outcome: 'unknown' });
    append({ at: start + 1_000, messageId: 'a', outcome: 'unknown' });
    leaveJob('left', start + 1_000);
    expect(settle(95, start + 2_000)).toBe('reconciled 5 –');
    expect(settle(95, start + hourMs)).toBeNull();
  });

  test('may be charged hours later, and that is its cost', () => {
    expect(settle(90, start + 2 * hourMs)).toBe('reconciled 5 left');
  });

  test('explains one charge only', () => {
    settle(90, start + 2 * hourMs);
    expect(settle(85, start + 3 * hourMs)).toBe('outside 5 –');
  });

  test('explains nothing after a day', () => {
    expect(settle(95, start + 26 * hourMs)).toBeNull();
    expect(settle(90, start + 27 * hourMs)).toBe('outside 5 –');
  });
});

test('jobs that report a charge which a sum was taken to hold are this app’s spending', () => {
  settle(100, start);
  for (const jobId of ['a', 'b', 'c']) append({ jobId, outcome: 'unknown' });
  expect(settle(99, start + 1_000)).toBe('reconciled 1 –');
  settle(99, start + 2 * CHARGE_MAY_COME_LATE_MS);
  for (const jobId of ['a', 'b', 'c'])
    append({ at: start + hourMs, operation: 'jobs.retrieve', jobId, used: credits(0) });
  expect(settle(97, start + 2 * hourMs)).toBe('reconciled 2 –');
  expect(settle(95, start + 3 * hourMs)).toBe('outside 2 –');
});

describe('a call that reports its charge after a sum has settled it', () => {
  beforeEach(() => {
    settle(100, start);
    for (const jobId of ['a', 'b']) append({ jobId, idempotencyKey: `key-${jobId}`, outcome: 'unknown' });
    expect(settle(92, start + 1_000)).toBe('reconciled 8 –');
  });

  test('is taken out of that sum: nobody added credits', () => {
    append({ jobId: 'a', idempotencyKey: 'key-a', used: credits(3) });
    expect(settle(92, start + 2_000)).toBe('reconciled -3 –');
    expect(ledger.store.totals(account, 0)).toMatchObject({ spent: credits(8), outside: 0 });
  });

  test('explains no more than it was charged', () => {
    append({ jobId: 'a', idempotencyKey: 'key-a', used: credits(3) });
    expect(settle(102, start + 2_000)).toBe('outside -13 –');
  });

  test('explains nothing of a call that was never in question', () => {
    append({ jobId: 'c', used: credits(3) });
    expect(settle(92, start + 2_000)).toBe('outside -3 –');
  });
});

describe('a call that is sent again with its key after a balance has shown its charge', () => {
  beforeEach(() => {
    settle(100, start);
    append({ jobId: 'a', idempotencyKey: 'key-a', outcome: 'unknown' });
    expect(settle(95, start + 1_000)).toBe('reconciled 5 a');
    append({ jobId: 'a', idempotencyKey: 'key-a', used: credits(0) });
  });

  test('may be charged again by a gateway that ignores keys, and that is its cost too', () => {
    expect(settle(90, start + 2_000)).toBe('reconciled 5 a');
    expect(settle(85, start + 3_000)).toBe('outside 5 –');
  });

  test('costs nothing more where the gateway charges a key once', () => {
    expect(settle(95, start + 2_000)).toBeNull();
    expect(settle(90, start + 3_000)).toBe('outside 5 –');
  });

  test('is charged at the end of the job that it made, however many balances come before', () => {
    addJob('a');
    expect(settle(95, start + 2_000)).toBeNull();
    createJobStore(ledger.database).update('a', { status: 'completed', finishedAt: start + 3_000 });
    expect(settle(90, start + 3_000)).toBe('reconciled 5 a');
    expect(settle(85, start + 4_000)).toBe('outside 5 –');
  });

  test('costs nothing more once that job has ended, and a balance after it shows no charge', () => {
    addJob('a');
    createJobStore(ledger.database).update('a', { status: 'completed', finishedAt: start + 1_500 });
    expect(settle(95, start + 2_000)).toBeNull();
    expect(settle(90, start + 3_000)).toBe('outside 5 –');
  });
});

describe('a request that is charged once and reported twice: as a generation, and by its job that was opened by id', () => {
  const opened = { jobId: 'opened', operation: 'jobs.retrieve', model: 'm', used: credits(4) };
  const generation = { jobId: 'lost', operation: 'reconciled', outcome: 'reconciled', model: 'm' } as const;
  beforeEach(() => {
    settle(100, start);
    addJob('opened', true);
    append({ jobId: 'lost', model: 'm', generationId: 'g', outcome: 'unknown' });
  });

  test('is counted once after the next balance, which nobody added to', () => {
    append(opened);
    append({ ...generation, generationId: 'g', used: credits(4) });
    expect(settle(96, start + 1_000)).toBe('reconciled -4 –');
    expect(ledger.store.totals(account, 0)).toMatchObject({ spent: credits(4), outside: 0 });
  });

  test('in whichever order, and with a balance in between', () => {
    append({ ...generation, generationId: 'g', used: credits(4) });
    expect(settle(96, start + 1_000)).toBeNull();
    append(opened);
    expect(settle(96, start + 2_000)).toBe('reconciled -4 –');
    expect(settle(100, start + 3_000)).toBe('outside -4 –');
  });

  test('two of another amount are two', () => {
    append({ ...opened, used: credits(3) });
    append({ ...generation, generationId: 'g', used: credits(4) });
    expect(settle(97, start + 1_000)).toBe('outside -4 –');
  });
});

test('a stored answer that repeats the charge of a refusal is counted once after the next balance', () => {
  settle(100, start);
  append({ jobId: 'a', idempotencyKey: 'key-a', used: credits(6), statusCode: 400 });
  append({ jobId: 'a', idempotencyKey: 'key-a', used: credits(6) });
  expect(settle(94, start + 1_000)).toBe('reconciled -6 –');
  expect(settle(100, start + 2_000)).toBe('outside -6 –');
});

test('a job that was opened by its id may be the one that a lost request made, and a sum holds', () => {
  settle(100, start);
  addJob('lost');
  ledger.database.run("UPDATE jobs SET remote_id = NULL WHERE id = 'lost'");
  for (const jobId of ['lost', 'other']) append({ jobId, outcome: 'unknown' });
  expect(settle(91, start + 1_000)).toBe('reconciled 9 –');
  addJob('opened', true);
  append({ jobId: 'opened', operation: 'jobs.retrieve', used: credits(5) });
  expect(settle(91, start + 2_000)).toBe('reconciled -5 –');
});

describe('what a balance showed of one call alone', () => {
  test('is known by its key, and by its remote job', () => {
    settle(100, start);
    append({ jobId: 'left', idempotencyKey: 'key', outcome: 'unknown' });
    leaveJob('left', start);
    expect(ledger.store.foundCharge('key')).toBe(0);
    expect(settle(95, start + 1_000)).toBe('reconciled 5 left');
    expect(ledger.store.foundCharge('key')).toBe(credits(5));
    expect(ledger.store.foundCharge('another')).toBe(0);
    expect(ledger.store.chargesOfRemote(account, 'remote-left')).toMatchObject({
      used: credits(5),
      found: credits(5),
    });
  });

  test('is not known of a call among several', () => {
    settle(100, start);
    for (const jobId of ['a', 'b']) append({ jobId, idempotencyKey: `key-${jobId}`, outcome: 'unknown' });
    settle(95, start + 1_000);
    expect(ledger.store.foundCharge('key-a')).toBe(0);
  });
});
