/** A job that goes on at the start, from a database of which a part can't be read: it ends with the reason, for later. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { openTestCore, type TestCore } from '../../../support/core';
import { png, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const latest = (app: TestCore, id: string) => {
  const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
  return told?.type === 'job.changed' ? told.job : undefined;
};

/** Past calls are read for what a call may cost, before the job is followed. */
const withDamage = (storage: Storage): Storage => ({
  ...storage,
  report: {
    ...storage.report,
    pastCalls() {
      throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
    },
  },
});

test('it says that the database is damaged, and is followed for free once that can be read', async () => {
  const gateway = await startPaidGateway();
  const home = tempFolder();
  const open = (more: Partial<Parameters<typeof openTestCore>[0]> = {}) =>
    openTestCore({ home, sandbox: gateway.sandbox, ...more });
  let app = await open();
  gateway.on(VIDEOS, () => ({ charge: 10, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'running' } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  await app.until(() => latest(app, id)?.remoteId === 'v1');
  await app.close();

  app = await open({ wrapStorage: withDamage });
  const failed = await app.until(() => latest(app, id)?.status === 'failed' && latest(app, id));
  expect(failed).toMatchObject({ remoteId: 'v1', error: { code: 'storage_failed' } });
  expect(failed.error?.message).toMatch(/database is damaged/);
  await app.close();

  app = await open();
  gateway.on('/jobs/v1', () => ({
    body: { id: 'v1', status: 'completed', data: [{ b64_json: png.toString('base64') }] },
  }));
  await app.tell('jobs.resume', { id });
  await app.until(() => latest(app, id)?.status === 'completed');
  expect(gateway.charges).toHaveLength(1);
  await app.close();
  await gateway.close();
});
