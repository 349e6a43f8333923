import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobStatus } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { inMicros, paidIn } from '../../../support/money';
import { file, type PaidGateway, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';

/** A remote job, and how its record and responses report its cost. */
let remote: { status: string; charged?: number; told?: object };
let tells: number[];
let gateway: PaidGateway;
let app: TestCore;

beforeEach(async () => {
  remote = { status: 'running' };
  tells = [];
  gateway = await startPaidGateway();
  const record = () => ({
    ...{ id: 'far-1', status: remote.status, model: 'paid/film', input: { prompt: 'from elsewhere' } },
    ...(remote.told && { told: remote.told }),
    ...(remote.charged !== undefined && { credits: { charged: remote.charged } }),
    ...(remote.status === 'completed' && { output: { url: `${gateway.baseUrl}/files/far.webm` } }),
  });
  gateway.on(VIDEOS, () => ({ body: record() }));
  gateway.on('/jobs', () => ({ body: { object: 'list', data: [record()] }, charge: tells.shift() ?? 0 }));
  gateway.on('/jobs/far-1', () => ({ body: record(), charge: tells.shift() ?? 0 }));
  gateway.on(/^\/files\//, () => file(Buffer.from('not a film'), 'video/webm'));
  app = await openTestCore({ sandbox: gateway.sandbox });
  await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const job = (id: string) =>
  app.events
    .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
    .at(-1);
const reaches = (id: string, ...statuses: JobStatus[]) =>
  app.until(() => statuses.includes(job(id)?.status ?? 'waiting') && job(id));
const create = async () => {
  const id = randomUUID();
  const request = {
    modality: 'video' as const,
    model: 'paid/film',
    prompt: 'a film',
    parameters: {},
    extra: {},
  };
  await app.tell('jobs.create', { id, ...request });
  return id;
};
const sums = () => app.tell('ledger.sums', { filter: {} });
const rows = async () => (await app.tell('ledger.page', { filter: {}, cursor: null, limit: 50 })).rows;
const list = () => app.tell('jobs.remoteList', { status: null, limit: 10 });
const credits = (amount: number) => amount * 1e6;

describe('the cost of a job', () => {
  test('is counted if only the response that created it reported it', async () => {
    remote = { status: 'completed' };
    tells = [7];
    const { id } = await app.tell('jobs.adopt', { remoteId: 'far-1' });
    const ended = await reaches(id, 'completed', 'failed');
    expect(paidIn(ended)).toBe(credits(7));
    expect(await sums()).toMatchObject({ spent: credits(7), outside: 0, added: 0 });
    // Reported by a response, not found in the balance afterwards.
    expect((await rows()).find(({ amount }) => amount === credits(7))).toMatchObject({
      outcome: 'answered',
      jobId: id,
    });
  });

  test('is counted once if every response repeats it', async () => {
    const id = await create();
    await reaches(id, 'queued', 'running');
    tells = [7];
    remote = { status: 'completed', told: { credits_used: 7, credits_remaining: 993 } };
    await reaches(id, 'completed', 'failed');
    await app.tell('jobs.resume', { id });
    await reaches(id, 'saving');
    await reaches(id, 'completed', 'failed');
    expect(gateway.count('/jobs/far-1')).toBeGreaterThan(1);
    expect(paidIn(job(id))).toBe(credits(7));
    expect(await sums()).toMatchObject({ spent: credits(7), outside: 0, added: 0 });
  });

  test('is taken from the job’s record if the response that reported it was lost', async () => {
    const id = await create();
    await reaches(id, 'queued', 'running');
    remote = { status: 'completed', charged: 12 };
    const ended = await reaches(id, 'completed', 'failed');
    expect(paidIn(ended)).toBe(credits(12));
    expect(await sums()).toMatchObject({ spent: credits(12), unknown: 0 });
  });

  test('is what its record states, however often responses and lists report it', async () => {
    const id = await create();
    await reaches(id, 'queued', 'running');
    remote = { status: 'completed', charged: 12 };
    tells = [12];
    await reaches(id, 'completed', 'failed');
    for (let time = 0; time < 3; time += 1) await list();
    await app.tell('jobs.resume', { id });
    await reaches(id, 'saving');
    await reaches(id, 'completed', 'failed');
    expect(paidIn(job(id))).toBe(credits(12));
    expect(await sums()).toMatchObject({ spent: credits(12), outside: 0, added: 0 });
  });

  test('is found in the list, for a job that nobody polled', async () => {
    const id = await create();
    await reaches(id, 'queued', 'running');
    await app.tell('jobs.cancel', { id });
    await reaches(id, 'cancelled');
    expect(job(id)).toMatchObject({ mayStillCharge: true, cost: inMicros(0) });
    remote = { status: 'completed', charged: 12 };
    await Promise.all([list(), list()]);
    expect(job(id)).toMatchObject({
      status: 'cancelled',
      mayStillCharge: false,
      cost: inMicros(credits(12)),
    });
    expect(await sums()).toMatchObject({ spent: credits(12) });
  });
});

describe('the gateway’s list of jobs', () => {
  test('records its own charge and the balance, and adds no row if it reports nothing', async () => {
    const before = await rows();
    await list();
    expect(await rows()).toEqual(before);
    tells = [2];
    await list();
    expect(await sums()).toMatchObject({ spent: credits(2) });
    expect((await app.tell('app.snapshot', {})).ledger).toMatchObject({ remaining: credits(998) });
  });
});
