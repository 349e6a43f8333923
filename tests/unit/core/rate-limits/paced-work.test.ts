import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '../../../../shared/media/jobs';
import { SANDBOX_PROFILE_ID } from '../../../../shared/profiles/sandbox-profile';
import { aBatch, batchOf, untilBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  type Answer,
  IMAGES,
  type PaidGateway,
  pictures,
  startPaidGateway,
  VIDEOS,
} from '../../../support/paid-gateway';
import { createRequestWindow } from '../../../support/request-window';

const CHATS = '/chat/completions';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const reply: Answer = {
  charge: 1,
  body: { choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }] },
};
/** The next request would be refused for the next ten minutes. */
const usedUp = {
  'x-ratelimit-limit-requests': '5',
  'x-ratelimit-remaining-requests': '0',
  'x-ratelimit-reset-requests': '10m0s',
};
const rows = (count: number) => Array.from({ length: count }, (_, index) => [String(index)]);
const chats = (count: number) =>
  aBatch({
    ...{ model: 'paid/painter', template: 'Row {{n}}', columns: ['n'], rows: rows(count) },
    settings: { stream: false },
  });
const images = { modality: 'image', model: 'paid/painter', parameters: {}, extra: {} } as const;
const createImage = async (): Promise<string> => {
  const id = randomUUID();
  await app.tell('jobs.create', { ...images, id, prompt: 'a boat' });
  return id;
};
const jobWhere = (id: string, isReached: (job: Job) => boolean): Promise<Job> =>
  app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && isReached(told.job) && told.job;
  });

test('twelve rows at five requests a window are all answered, and none is refused', async () => {
  // Five calls have to fit into one window, also where the machine is busy.
  const window = createRequestWindow(5, 1_500);
  gateway.on(CHATS, () => window.limit(reply));
  const batch = chats(12);
  await app.tell('batches.create', batch);
  expect((await untilDone(app, batch.id)).counts.done).toBe(12);
  expect({ refused: window.refused(), windows: window.windows() }).toEqual({ refused: 0, windows: 3 });
  expect(gateway.charges).toHaveLength(12);
  const told = app.events.flatMap((event) => (event.type === 'batch.changed' ? [event.batch] : []));
  expect(told.some(({ waitsUntil, isPaced }) => waitsUntil !== null && isPaced === true)).toBe(true);
  expect(told.at(-1)).toMatchObject({ waitsUntil: null });
});

test('twelve images at five requests a window are all made, and none is refused', async () => {
  const window = createRequestWindow(5, 400);
  gateway.on(IMAGES, ({ before }) => window.limit(pictures(gateway, 1, before)));
  const batch = aBatch({ ...images, template: 'Row {{n}}', columns: ['n'], rows: rows(12) });
  await app.tell('batches.create', batch);
  expect((await untilDone(app, batch.id)).counts.done).toBe(12);
  expect(window.refused()).toBe(0);
  expect(gateway.charges).toHaveLength(12);
});

test('a job that waits for the limit says so, was not sent, and can be cancelled', async () => {
  gateway.on(IMAGES, ({ before }) => ({ ...pictures(gateway, 1, before), headers: usedUp }));
  await jobWhere(await createImage(), ({ status }) => status === 'completed');
  const rate = await app.tell('profiles.rate', { id: SANDBOX_PROFILE_ID });
  expect(rate?.requests).toMatchObject({ limit: 5, remaining: 0 });
  const id = await createImage();
  const waiting = await jobWhere(id, ({ checks }) => checks?.isPaced === true);
  expect(waiting).toMatchObject({ status: 'waiting', checks: { lastError: null, failedInARow: 0 } });
  // Ten minutes were stated; after five, one request is tried.
  const waitMs = (waiting.checks?.nextAt ?? 0) - Date.now();
  expect(waitMs).toBeGreaterThan(4 * 60_000);
  expect(waitMs).toBeLessThanOrEqual(5 * 60_000);
  await app.tell('jobs.cancel', { id });
  expect(await jobWhere(id, ({ status }) => status === 'cancelled')).toMatchObject({ checks: null });
  expect(gateway.count(IMAGES)).toBe(1);
});

test('a job that waited when the app closed is sent at the next start', async () => {
  gateway.on(IMAGES, ({ before }) => ({ ...pictures(gateway, 1, before), headers: usedUp }));
  await jobWhere(await createImage(), ({ status }) => status === 'completed');
  const id = await createImage();
  await jobWhere(id, ({ checks }) => checks?.isPaced === true);
  const { home, sandbox } = app;
  await app.core.close();
  expect(gateway.count(IMAGES)).toBe(1);
  app = await openTestCore({ home, sandbox });
  await jobWhere(id, ({ status }) => status === 'completed');
  expect(gateway.charges).toHaveLength(2);
});

test('a batch that waits for the limit can be paused and stopped at once', async () => {
  gateway.on(CHATS, () => ({ ...reply, headers: usedUp }));
  const batch = chats(12);
  await app.tell('batches.create', batch);
  const waits = await untilBatch(
    app,
    batch.id,
    ({ isPaced, counts }) => isPaced === true && counts.running === 0,
  );
  expect(waits).toMatchObject({ status: 'running', counts: { done: 3, waiting: 9 } });
  await app.tell('batches.pause', { id: batch.id });
  const paused = await batchOf(app, batch.id);
  expect(paused).toMatchObject({ status: 'paused', waitsUntil: null });
  expect(paused.isPaced).toBeUndefined();
  await app.tell('batches.resume', { id: batch.id });
  await untilBatch(app, batch.id, ({ isPaced }) => isPaced === true);
  await app.tell('batches.stop', { id: batch.id });
  expect(await batchOf(app, batch.id)).toMatchObject({ status: 'stopped', waitsUntil: null });
  expect(gateway.count(CHATS)).toBe(3);
});

test('polls wait for the limit as well, and end with the job', async () => {
  const headers = { ...usedUp, 'x-ratelimit-reset-requests': '1h' };
  gateway.on(VIDEOS, () => ({ charge: 10, headers, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'running' } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  const polled = await jobWhere(id, ({ checks, remoteId }) => remoteId !== null && checks?.isPaced === true);
  expect((polled.checks?.nextAt ?? 0) - Date.now()).toBeGreaterThan(4 * 60_000);
  await app.tell('jobs.cancel', { id });
  await jobWhere(id, ({ status }) => status === 'cancelled');
  expect(gateway.count('/jobs/')).toBe(0);
});
