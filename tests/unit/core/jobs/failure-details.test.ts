import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import type { Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);
  app = await openTestCore({ sandbox: gateway.sandbox, clock: { ...systemClock, setTimer } });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const failed = async (): Promise<Job> => {
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/film', prompt: 'a boat', parameters: {}, extra: {} },
  });
  return await app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
      .findLast(({ status }) => status === 'failed'),
  );
};
const stored = async (id: string) =>
  (await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 })).jobs.find(
    (job) => job.id === id,
  );

test('a job that fails at the gateway keeps the field to blame and the details', async () => {
  const error = {
    ...{ code: 'bad_duration', message: 'Too long.', param: 'duration' },
    details: { allowed: { min: 1, max: 10 }, asked: 12.5 },
  };
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'failed', error } }));
  const { id } = await failed();
  expect((await stored(id))?.error).toMatchObject({
    ...{ code: 'bad_duration', field: 'duration', stage: 'generation', details: error.details },
  });
});

test('a request that is refused keeps them too, with the number of attempts', async () => {
  const error = { code: 'overloaded', message: 'Busy.', param: 'model', details: { queue: [3, 4] } };
  gateway.on(VIDEOS, () => ({ status: 503, headers: { 'retry-after': '0' }, body: { error } }));
  const { id } = await failed();
  expect((await stored(id))?.error).toMatchObject({
    ...{ code: 'overloaded', field: 'model', stage: 'request', attempts: 3, details: { queue: [3, 4] } },
  });
  expect(gateway.count(VIDEOS)).toBe(3);
});

test('details of a hostile size and depth are stored within limits', async () => {
  const deep = Array.from({ length: 150 }).reduce<unknown>((inner) => ({ inner }), 'end');
  const wide = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'x'.repeat(20) }));
  const error = { message: 7, code: { odd: true }, details: { deep, wide, text: 'y'.repeat(50_000) } };
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'failed', error } }));
  const { id } = await failed();
  const job = await stored(id);
  expect(job?.error).toMatchObject({ code: 'job_failed', message: 'The gateway gave no reason.' });
  expect(JSON.stringify(job?.error).length).toBeLessThan(20_000);
});
