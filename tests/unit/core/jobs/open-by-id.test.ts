import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { AppError } from '../../../../shared/errors';
import type { Job, JobStatus } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  type Answer,
  file,
  IMAGES,
  type PaidGateway,
  png,
  SPEECH,
  startPaidGateway,
  VIDEOS,
} from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
/** The records of the gateway's jobs, by id; a job that is not here is unknown there. */
let records: Record<string, object>;

const open = () => {
  const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);
  return openTestCore({ sandbox: gateway.sandbox, clock: { ...systemClock, setTimer } });
};
beforeEach(async () => {
  records = {};
  gateway = await startPaidGateway();
  gateway.on(/^\/jobs\//, ({ path }): Answer => {
    const id = decodeURIComponent(path.slice('/jobs/'.length));
    const record = Object.hasOwn(records, id) ? records[id] : undefined;
    const error = { code: 'job_not_found', message: 'There is no such job.' };
    return record === undefined ? { status: 404, body: { error } } : { body: { id, ...record } };
  });
  app = await open();
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const latest = (id: string): Job | undefined =>
  app.events
    .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
    .at(-1);
const reaches = (id: string, ...statuses: JobStatus[]) =>
  app.until(() => statuses.includes(latest(id)?.status ?? 'waiting') && latest(id));
const openJob = (remoteId: string) => app.tell('jobs.adopt', { remoteId });
const asked = () => [IMAGES, SPEECH, VIDEOS].map((path) => gateway.count(path));
const picture = () => ({ url: `${gateway.baseUrl}/files/one.png` });

describe('a job opened by its id at the gateway', () => {
  test('is followed while it runs, saved when it ends, and never requested', async () => {
    records.far = { status: 'running', progress: 0.4, model: 'paid/painter', type: 'image.generation' };
    const { id, modality } = await openJob(' far ');
    expect(modality).toBe('image');
    expect(latest(id)).toMatchObject({ isForeign: true, model: 'paid/painter', progress: 0.4 });
    records.far = { ...records.far, status: 'completed', output: picture() };
    expect(await reaches(id, 'completed')).toMatchObject({ media: [{ kind: 'image' }] });
    expect(asked()).toEqual([0, 0, 0]);
    expect(gateway.charges).toEqual([]);
  });

  test('takes the prompt and the settings that the gateway repeats', async () => {
    const input = { prompt: 'two boats', size: '512x512', n: 9, output_format: 'png', seed: 'x' };
    records.far = { status: 'running', type: 'image.generation', input };
    const { id } = await openJob('far');
    expect(latest(id)).toMatchObject({
      ...{ prompt: 'two boats', parameters: { size: '512x512', format: 'png' } },
    });
  });

  test('is the job that is here already, however often and wherever it is opened', async () => {
    records.far = { status: 'running', type: 'image.generation', credits: { charged: 6 } };
    const both = await Promise.all([openJob('far'), openJob('far')]);
    expect(both[0]).toEqual(both[1]);
    const { id } = both[0];
    records.far = { ...records.far, status: 'completed', output: picture() };
    await reaches(id, 'completed');
    await app.tell('jobs.dismiss', { ids: [id] });
    expect(await openJob('far')).toEqual({ id, modality: 'image' });
    expect(latest(id)?.isDismissed).toBe(false);
    expect((await app.tell('ledger.sums', { filter: {} })).spent).toBe(6e6);
  });

  test('is stored once, with its charge, where the database is locked meanwhile', async () => {
    let locked = 6;
    await app.close();
    app = await openTestCore({
      sandbox: gateway.sandbox,
      clock: { ...systemClock, setTimer: (_: number, run: () => void) => systemClock.setTimer(0, run) },
      wrapStorage: (storage) => ({
        ...storage,
        jobs: {
          ...storage.jobs,
          insert(job) {
            locked -= 1;
            if (locked >= 0)
              throw new AppError({
                code: 'storage_failed',
                message: 'locked',
                details: { isTemporary: true },
              });
            storage.jobs.insert(job);
          },
        },
      }),
    });
    records.far = { status: 'running', type: 'image.generation', credits: { charged: 6 } };
    const [one, other] = await Promise.all([openJob('far'), openJob('far')]);
    expect(one).toEqual(other);
    expect(locked).toBeLessThan(0);
    const page = await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
    expect(page.jobs).toHaveLength(1);
    records.far = { ...records.far, status: 'completed', output: picture() };
    await reaches(one.id, 'completed');
    expect((await app.tell('ledger.sums', { filter: {} })).spent).toBe(6e6);
  });

  test('goes on where it was cancelled here, for free', async () => {
    records.far = { status: 'running', type: 'image.generation' };
    const { id } = await openJob('far');
    await reaches(id, 'running');
    await app.tell('jobs.cancel', { id });
    await reaches(id, 'cancelled');
    records.far = { ...records.far, status: 'completed', output: picture() };
    await openJob('far');
    await reaches(id, 'completed');
    expect(asked()).toEqual([0, 0, 0]);
  });

  test('is another profile’s job where both profiles use the same gateway, so that it counts once', async () => {
    records.far = { status: 'running', type: 'image.generation', credits: { charged: 6 } };
    const first = await openJob('far');
    const { baseUrl } = gateway;
    const { id: profileId } = await app.tell('profiles.create', { name: 'Second', baseUrl });
    await app.tell('profiles.saveKey', { id: profileId, key: 'sk-other-000000', keep: 'session' });
    await app.tell('profiles.activate', { id: profileId });
    expect(await openJob('far')).toEqual(first);
  });

  test('is refused plainly where the gateway doesn’t know it, and nothing is stored', async () => {
    expect(await app.refusal('jobs.adopt', { remoteId: 'nowhere' })).toMatchObject({
      ...{ code: 'job_not_found', statusCode: 404, attempts: 1 },
    });
    const page = await app.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
    expect(page.jobs).toEqual([]);
  });

  test.each(['../models', 'a/b?c#d', '%2e%2e', 'ünï — code', '..', '__proto__', '\ud800'])(
    'with the odd id %j leaves no path and breaks nothing',
    async (remoteId) => {
      const { code } = await app.refusal('jobs.adopt', { remoteId });
      expect(['job_not_found', 'invalid_request']).toContain(code);
      expect(
        gateway.requests.map(({ path }) => path).filter((path) => !/^\/(jobs\/|models$)/.test(path)),
      ).toEqual([]);
    },
  );

  test('is saved as what its bytes are where its record told another kind', async () => {
    records.far = { status: 'completed', type: 'video.generation', output: picture() };
    gateway.on(/^\/files\//, () => file(png));
    const { id, modality } = await openJob('far');
    expect(modality).toBe('video');
    expect(await reaches(id, 'completed', 'failed')).toMatchObject({
      ...{ status: 'completed', modality: 'image', media: [{ kind: 'image' }] },
    });
    expect(
      readdirSync(join(app.home, 'media', 'images')).filter((name) => name.endsWith('.png')),
    ).toHaveLength(1);
  });

  test('can’t be retried where the gateway doesn’t say what was requested', async () => {
    records.far = { status: 'failed', error: { message: 'No.' } };
    const { id } = await openJob('far');
    await reaches(id, 'failed');
    const newId = crypto.randomUUID();
    expect(await app.refusal('jobs.retry', { id, newId })).toMatchObject({ code: 'invalid_input' });
    expect(asked()).toEqual([0, 0, 0]);
  });
});

describe('the gateway’s list of jobs', () => {
  const list = (limit = 20) => app.tell('jobs.remoteList', { status: 'any word', limit });

  test('tells times, progress, kind and errors of each job, and whether there are more', async () => {
    const error = { code: 'nsfw', message: 'No.', param: 'prompt', details: { words: ['x'] } };
    gateway.on('/jobs', () => ({
      body: {
        ...{ object: 'list', has_more: true },
        data: [
          { id: 'a', status: 'running', progress: 40, type: 'speech.generation', created_at: 1_700_000_000 },
          {
            id: 'b',
            status: 'failed',
            error,
            created: '2026-01-02T03:04:05Z',
            completed_at: 1_700_000_100_000,
          },
          {
            id: 'c',
            status: 'completed',
            model: 7,
            created_at: 'yesterday',
            output: { url: 'https://x.example/v.webp' },
          },
        ],
      },
    }));
    expect(await list()).toEqual([
      {
        ...{
          remoteId: 'a',
          status: 'running',
          progress: 0.4,
          modality: 'speech',
          createdAt: 1_700_000_000_000,
        },
        ...{ finishedAt: null, error: null, model: null, prompt: null, hasMore: true, jobId: null },
      },
      {
        ...{ remoteId: 'b', status: 'failed', progress: null, modality: 'video' },
        ...{
          createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
          finishedAt: 1_700_000_100_000,
          model: null,
          prompt: null,
        },
        error: {
          code: 'nsfw',
          message: 'No.',
          field: 'prompt',
          details: { words: ['x'] },
          stage: 'generation',
        },
        ...{ hasMore: true, jobId: null },
      },
      {
        ...{ remoteId: 'c', status: 'completed', progress: null, modality: 'image', createdAt: null },
        ...{ finishedAt: null, error: null, model: null, prompt: null, hasMore: true, jobId: null },
      },
    ]);
  });

  test('is cut at the limit where a gateway ignores it, and its long texts are bounded', async () => {
    const data = Array.from({ length: 1_001 }, (_, index) => ({
      ...{ id: `j${index}`, status: 's'.repeat(5_000), prompt: 'p'.repeat(5_000) },
    }));
    gateway.on('/jobs', () => ({ body: { data } }));
    const jobs = await list(1_000);
    expect(jobs).toHaveLength(1_000);
    expect(jobs[0]).toMatchObject({ hasMore: true });
    expect(JSON.stringify(jobs[0]).length).toBeLessThan(2_000);
  });
});
