/** What was sent and paid while a backup or an archive was older than it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, releaseClosedDatabases } from '../../../electron/storage/db/driver';
import { type RestoreOutcome, startStorage } from '../../../electron/storage/storage';
import { chargeText } from '../../../renderer/media/jobs/job-text';
import type { Job } from '../../../shared/media/jobs';
import { defaultConnection } from '../../../shared/profiles/defaults';
import { exportAll, importAll } from '../../support/archives';
import { aBatch, batchOf, rowsOf, untilBatch, untilDone } from '../../support/batches';
import { openTestCore, type TestCore } from '../../support/core';
import { memoryKeychain } from '../../support/memory-keychain';
import { IMAGES, type PaidGateway, pictures, startPaidGateway, VIDEOS } from '../../support/paid-gateway';
import { tempFolder } from '../../support/temp-folder';

let gateway: PaidGateway;
let home: string;
let app: TestCore;

beforeEach(async () => {
  gateway = await startPaidGateway();
  home = tempFolder();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

async function backUp(): Promise<string> {
  await app.tell('backups.create', {});
  await app.until(() =>
    app.events.some(
      (one) => one.type === 'backups.changed' && !one.backups.isRunning && one.backups.items[0],
    ),
  );
  return (await app.tell('backups.list', {})).items[0]?.id ?? '';
}

async function restore(id: string): Promise<RestoreOutcome> {
  await app.tell('backups.restore', { id });
  await app.core.close();
  const started = await startStorage(home, Date.now());
  started.storage.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  return started.restore;
}

test('a key and secret headers saved since a backup are known after it is restored, and removed with their profile', async () => {
  await app.core.close();
  const keychain = memoryKeychain();
  app = await openTestCore({ home, sandbox: gateway.sandbox, keychain });
  const { id } = await app.tell('profiles.create', { name: 'Mine', baseUrl: 'https://mine.example/v1' });
  const backup = await backUp();
  await app.tell('profiles.saveKey', { id, key: 'sk-saved-since', keep: 'keychain' });
  const headers = [{ name: 'x-team', value: 'a-secret-team', isSecret: true }];
  await app.tell('profiles.saveConnection', {
    ...{ id, connection: { ...defaultConnection, headers }, keep: 'keychain' },
  });
  expect(keychain.entries.size).toBe(2);
  await restore(backup);
  await app.core.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox, keychain });
  const { profiles } = await app.tell('app.snapshot', {});
  expect(profiles.find((profile) => profile.id === id)?.key).toBe('stored');
  await app.tell('profiles.remove', { id });
  expect([...keychain.entries.keys()]).toEqual([]);
});

const jobOf = async (id: string): Promise<Job> => {
  const { jobs } = await app.tell('jobs.page', { modality: null, cursor: null, limit: 100 });
  const job = jobs.find((one) => one.id === id);
  if (!job) throw new Error('no such job');
  return job;
};

/** Answered once it is opened. */
function aGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const thing = { template: 'A {{thing}}', columns: ['thing'] };
const boats = (count: number) => Array.from({ length: count }, (_, index) => [`boat ${index + 1}`]);
const aReply = {
  charge: 5,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }] },
};

describe('rows of a batch that waited when the backup was made', () => {
  test.each([
    ['image', IMAGES],
    ['chat', '/chat/completions'],
  ] as const)('and were paid since are not sent again by resuming: %s', async (modality, path) => {
    const { open, opened } = aGate();
    gateway.on(path, async ({ before }) => {
      await opened;
      return modality === 'chat' ? aReply : pictures(gateway, 1, before);
    });
    const batch = aBatch({
      ...{ modality, model: 'paid/painter', ...thing, rows: boats(6) },
      settings: { stream: false },
    });
    await app.tell('batches.create', batch);
    await app.until(() => gateway.count(path) === 3);
    await app.tell('batches.pause', { id: batch.id });
    open();
    await untilBatch(app, batch.id, ({ counts }) => counts.running === 0);
    const backup = await backUp();
    await app.tell('batches.resume', { id: batch.id });
    const before = await untilDone(app, batch.id);
    expect(gateway.charges).toHaveLength(6);
    expect(await restore(backup)).toEqual({ kind: 'restored' });
    expect(await batchOf(app, batch.id)).toMatchObject({
      ...{ status: 'paused', cost: before.cost },
      counts: { done: 3, interrupted: 3, waiting: 0 },
    });
    const rows = (await rowsOf(app, batch.id)).slice(3);
    expect(rows.every(({ error }) => error?.outcomeUnknown)).toBe(true);
    await app.tell('batches.resume', { id: batch.id });
    await untilDone(app, batch.id);
    expect(gateway.charges).toHaveLength(6);
    // Only a person's say sends one of them again.
    await app.tell('batches.retryRow', { id: batch.id, position: 3 });
    await untilBatch(app, batch.id, ({ counts }) => counts.done === 4);
    expect(gateway.charges).toHaveLength(7);
  });

  test('and still wait are sent when it is resumed', async () => {
    const { open, opened } = aGate();
    gateway.on(IMAGES, async ({ before }) => {
      await opened;
      return pictures(gateway, 1, before);
    });
    const batch = aBatch({ modality: 'image', model: 'paid/painter', ...thing, rows: boats(5) });
    await app.tell('batches.create', batch);
    await app.until(() => gateway.count(IMAGES) === 3);
    await app.tell('batches.pause', { id: batch.id });
    open();
    await untilBatch(app, batch.id, ({ counts }) => counts.running === 0);
    await restore(await backUp());
    await app.tell('batches.resume', { id: batch.id });
    expect(await untilDone(app, batch.id)).toMatchObject({ counts: { done: 5 } });
    expect(gateway.charges).toHaveLength(5);
  });
});

test('rows of a batch that failed before the backup, and were paid since, are not retried with the failed ones', async () => {
  gateway.on(IMAGES, ({ before }) =>
    before === 0
      ? { status: 400, body: { error: { code: 'invalid_request', message: 'No.' } } }
      : pictures(gateway, 1, before),
  );
  const batch = aBatch({ modality: 'image', model: 'paid/painter', ...thing, rows: boats(1) });
  await app.tell('batches.create', batch);
  await untilBatch(app, batch.id, ({ counts }) => counts.failed === 1);
  const backup = await backUp();
  await app.tell('batches.retryFailed', { id: batch.id });
  await untilBatch(app, batch.id, ({ counts }) => counts.done === 1);
  await restore(backup);
  await app.tell('batches.retryFailed', { id: batch.id });
  expect((await batchOf(app, batch.id)).counts).toMatchObject({ interrupted: 1, failed: 0 });
  expect(gateway.charges).toHaveLength(1);
});

test('a restore fails, and forgets nothing that was paid, while another program holds the database', async () => {
  const backup = await backUp();
  await app.tell('jobs.create', {
    ...{ id: randomUUID(), modality: 'image', model: 'paid/painter', prompt: 'x', parameters: {}, extra: {} },
  });
  await app.until(() =>
    app.events.some((one) => one.type === 'job.changed' && one.job.status === 'completed'),
  );
  await app.tell('backups.restore', { id: backup });
  await app.core.close();
  await releaseClosedDatabases();
  const other = openDatabase(join(home, 'gatehouse.db'), { journal: 'rollback' });
  other.exec('BEGIN EXCLUSIVE');
  const starting = startStorage(home, Date.now());
  const failed = await starting.then(
    ({ storage, restore: outcome }) => {
      storage.close();
      return outcome;
    },
    (error) => ({ kind: 'failed', error }),
  );
  other.exec('ROLLBACK');
  other.close();
  expect(failed).toMatchObject({ kind: 'failed', error: { data: { code: 'storage_failed' } } });
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  expect((await app.tell('ledger.sums', { filter: {} })).spent).toBe(10_000_000);
});

test('a job that ran when the backup was made may be charged, says the restored app', async () => {
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'running' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'running' } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/film', prompt: 'x', parameters: {}, extra: {} },
  });
  await app.until(() => gateway.count('/jobs/v1') > 0);
  await restore(await backUp());
  const job = await jobOf(id);
  expect(job).toMatchObject({ status: 'interrupted', remoteId: 'v1', mayStillCharge: true });
  expect(chargeText(job)).toBe('may be charged');
});

test('a job that ran when an archive was made may be charged, says the computer that imports it', async () => {
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'running' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'running' } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/film', prompt: 'x', parameters: {}, extra: {} },
  });
  await app.until(() => gateway.count('/jobs/v1') > 0);
  const bytes = await exportAll(app);
  await app.close();
  app = await openTestCore({ home: tempFolder(), sandbox: gateway.sandbox });
  await importAll(app, bytes);
  expect(chargeText(await jobOf(id))).toBe('may be charged');
});
