import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPollDeadline } from '../../../../electron/core/jobs/follow';
import { systemClock } from '../../../../electron/system-clock';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  // Waits between polls are over at once; an hour of them is a moment.
  const setTimer = (milliseconds: number, run: () => void) =>
    systemClock.setTimer(milliseconds < 60_000 ? 0 : milliseconds, run);
  app = await openTestCore({ sandbox: gateway.sandbox, clock: { ...systemClock, setTimer } });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const latest = (id: string): Job | undefined => {
  const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
  return told?.type === 'job.changed' ? told.job : undefined;
};
const ended = (id: string) =>
  app.until(() => {
    const job = latest(id);
    return job && finishedStatuses.includes(job.status) && job;
  });

test('a job in an unknown state is left to the person, who can resume it for free', async () => {
  gateway.on(VIDEOS, () => ({ charge: 10, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'awaiting_moderation' } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  const left = await ended(id);
  expect(left).toMatchObject({ status: 'interrupted', remoteId: 'v1', mayStillCharge: true });
  expect(left.error).toMatchObject({ code: 'no_progress', stage: 'polling' });
  expect(left.error?.message).toMatch(/“awaiting_moderation”, which Gatehouse doesn’t know, for 30 minutes/);
  const polls = gateway.count('/jobs/v1');
  expect(polls).toBeLessThan(400);

  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'expired' } }));
  await app.tell('jobs.resume', { id });
  expect(await app.until(() => latest(id)?.status === 'failed' && latest(id))).toMatchObject({
    error: { code: 'job_expired', stage: 'generation' },
  });
  expect(gateway.charges).toHaveLength(1);
  expect(gateway.count('/jobs/v1')).toBe(polls + 1);
});

test.each([
  { known: 'nothing of its cost', charge: 0, unknown: 1 },
  { known: 'its cost', charge: 10, unknown: 0 },
])(
  'a job that its gateway forgets can be followed again, with $known reported',
  async ({ charge, unknown }) => {
    gateway.on(VIDEOS, () => ({ charge, body: { id: 'v1', status: 'queued' } }));
    gateway.on('/jobs/v1', () => ({ status: 404, body: { error: { message: 'There is no such job.' } } }));
    const id = randomUUID();
    await app.tell('jobs.create', {
      ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
    });
    const left = await ended(id);
    expect(left).toMatchObject({ status: 'interrupted', mayStillCharge: true });
    expect(left.error).toMatchObject({ code: 'not_found', stage: 'polling' });
    expect(gateway.count('/jobs/v1')).toBeGreaterThan(10);
    const { ledger } = await app.tell('app.snapshot', {});
    expect(ledger.unknownThisSession).toBe(unknown);

    // It was away for a while only.
    gateway.on('/jobs/v1', () => ({
      charge: 25,
      body: { id: 'v1', status: 'failed', error: { message: 'No.' } },
    }));
    await app.tell('jobs.resume', { id });
    await app.until(() => latest(id)?.status === 'failed');
    expect(gateway.count(VIDEOS)).toBe(1);
  },
);

test.each([
  ['an error of the poll', { status: 'error', message: 'Upstream busy, try again.' }],
  [
    'the failure of another job',
    { id: 'other', status: 'failed', error: { message: 'Another job failed.' } },
  ],
])('%s does not end a job', async (_, body) => {
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', ({ before }) =>
    before < 2 ? { body } : { charge: 25, body: { id: 'v1', status: 'failed', error: { code: 'its_own' } } },
  );
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'its_own' } });
  expect(gateway.count('/jobs/v1')).toBe(3);
});

test('a gateway that never names the job is believed when it repeats that the job has failed', async () => {
  gateway.on(VIDEOS, () => ({ body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { status: 'failed', error: { code: 'its_own' } } }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'its_own' } });
  expect(gateway.count('/jobs/v1')).toBe(3);
});

test.each(['cancelled', 'expired', 'error'])(
  'a job that is "%s" at the gateway fails at once',
  async (status) => {
    gateway.on(VIDEOS, () => ({ charge: 10, body: { id: 'v1', status: 'queued' } }));
    gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status } }));
    const id = randomUUID();
    await app.tell('jobs.create', {
      ...{ id, modality: 'video', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
    });
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { stage: 'generation' } });
    expect(gateway.count('/jobs/v1')).toBe(1);
  },
);

test('an image job without enough credits is sent once', async () => {
  gateway.on('/images/generations', () => ({
    status: 429,
    headers: { 'retry-after': '0' },
    body: { error: { type: 'insufficient_quota', message: 'You have nothing left.' } },
  }));
  const id = randomUUID();
  await app.tell('jobs.create', {
    ...{ id, modality: 'image', model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} },
  });
  expect(await ended(id)).toMatchObject({ status: 'failed', error: { isOutOfCredits: true } });
  expect(gateway.count('/images/generations')).toBe(1);
});

test('the limit on waiting starts again with each change, and is longer for known states', () => {
  const hourMs = 3_600_000;
  const seen = { rawStatus: 'running', isUnknownStatus: false, progress: 0.1 };
  const deadline = createPollDeadline();
  expect(deadline.note(seen, 23 * hourMs)).toBeNull();
  expect(deadline.note(seen, 23 * hourMs)).toBeNull();
  expect(deadline.note({ ...seen, progress: 0.2 }, 5 * hourMs)).toBeNull();
  expect(deadline.note({ ...seen, progress: 0.2 }, 23 * hourMs)).toBeNull();
  expect(deadline.note({ ...seen, progress: 0.2 }, hourMs)).toBe(24 * hourMs);
});
