/** Jobs whose answers have none of the usual forms: what was paid for is reached, or the whole answer is shown. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { MediaModality } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const setTimer = (milliseconds: number, run: () => void) =>
    systemClock.setTimer(milliseconds < 60_000 ? 0 : milliseconds, run);
  app = await openTestCore({ sandbox: gateway.sandbox, clock: { ...systemClock, setTimer } });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sound = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(600, 1)]).toString(
  'base64',
);
const parameters = {};

async function run(modality: MediaModality): Promise<Job> {
  const id = randomUUID();
  await app.tell('jobs.create', {
    id,
    modality,
    model: 'paid/painter',
    prompt: 'a boat',
    parameters,
    extra: {},
  });
  return app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

test('an image that a job makes is followed at the address of the answer, and saved', async () => {
  gateway.on('/images/generations', () => ({
    charge: 1,
    body: {
      request_id: 'r1',
      output: { task_id: 't1', task_status: 'PENDING' },
      status_url: '/api/v1/tasks/t1',
    },
  }));
  gateway.on('/tasks/t1', ({ before }) => ({
    body: {
      request_id: 'r2',
      output: {
        task_id: 't1',
        ...(before === 0
          ? { task_status: 'RUNNING' }
          : { task_status: 'SUCCEEDED', results: [{ b64: pixel }] }),
      },
    },
  }));
  const job = await run('image');
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(job.media).toHaveLength(1);
  expect(gateway.count('/tasks/t1')).toBe(2);
});

test('a job that is done when it is created is saved without another question', async () => {
  gateway.on('/images/generations', () => ({
    charge: 1,
    body: { id: 'j1', status: 'succeeded', output: [pixel] },
  }));
  expect(await run('image')).toMatchObject({ status: 'completed', media: [{}] });
  expect(gateway.count('/jobs/j1')).toBe(0);
});

test('a video that is done when it is created is known by its id, and not asked for again', async () => {
  gateway.on('/videos/generations', () => ({
    charge: 1,
    body: { id: 'v9', status: 'succeeded', output: [pixel] },
  }));
  expect(await run('video')).toMatchObject({ status: 'completed', remoteId: 'v9', media: [{}] });
  expect(gateway.count('/jobs/v9')).toBe(0);
});

test.each([
  ['image', '/images/generations', { id: 'i9', status: 'COMPLETED', images: [{ b64_json: pixel }] }],
  ['speech', '/audio/speech', { task_id: 'i9', status: 'succeed', audio: { data: sound } }],
] as const)(
  '%s that comes with the id of its finished job is known by that id',
  async (modality, path, body) => {
    gateway.on(path, () => ({ charge: 1, body }));
    expect(await run(modality)).toMatchObject({ status: 'completed', remoteId: 'i9', media: [{}] });
    expect(await app.tell('jobs.adopt', { remoteId: 'i9' })).toMatchObject({ id: expect.any(String) });
    expect(gateway.count(path)).toBe(1);
    expect(gateway.count('/jobs/i9')).toBe(0);
  },
);

test('images with an id that no state stands beside have no job to be known by', async () => {
  gateway.on('/images/generations', () => ({
    charge: 1,
    body: { id: 'answer-1', object: 'list', data: [{ b64_json: pixel }] },
  }));
  expect(await run('image')).toMatchObject({ status: 'completed', remoteId: null, media: [{}] });
});

test('results of a job that never says its end are taken once they stay the same', async () => {
  gateway.on(VIDEOS, () => ({ charge: 1, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'processing', output: [pixel] } }));
  expect(await run('video')).toMatchObject({ status: 'completed', media: [{}], error: null });
  expect(gateway.count('/jobs/v1')).toBeLessThan(60);
});

test('a success without any result shows the whole answer', async () => {
  gateway.on(VIDEOS, () => ({ charge: 1, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'completed', ticket: 'film-17' } }));
  const { error, status } = await run('video');
  expect({ status, error }).toMatchObject({
    status: 'failed',
    error: {
      message: expect.stringMatching(/whole answer is in the details/),
      details: { answer: { ticket: 'film-17' } },
    },
  });
});
