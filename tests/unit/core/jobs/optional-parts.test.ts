import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { GATEWAY_CHOICE } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const parameters = { duration: 1, resolution: '480p' };
const video = { modality: 'video', model: GATEWAY_CHOICE, prompt: '', parameters, extra: {} } as const;

const ended = (id: string): Promise<Job> =>
  app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
const bodyOf = async (id: string) =>
  (await app.tell('code.request', { of: 'job', jobId: id })).bodies[0] ?? {};

test('a video without a model or a prompt is made, and its request names neither', async () => {
  const id = randomUUID();
  await app.tell('jobs.create', { ...video, id });
  const job = await ended(id);
  expect(job).toMatchObject({ status: 'completed', model: '', prompt: '', error: null });
  expect(paidIn(job)).toBeGreaterThan(0);
  const [item] = job.media;
  const { path } = app.core.locate(item?.id ?? '', 'file') as { path: string };
  expect(existsSync(path)).toBe(true);
  expect(await bodyOf(id)).toEqual({ duration: 1, resolution: '480p' });
  const newId = randomUUID();
  await app.tell('jobs.retry', { id, newId });
  expect(await ended(newId)).toMatchObject({ status: 'completed', model: '', prompt: '' });
});

test('what the gateway chooses has an unknown price, also after it chose before, and limits that are reached refuse it', async () => {
  const intent = {
    kind: 'job',
    modality: 'video',
    model: GATEWAY_CHOICE,
    prompt: '',
    parameters,
    extra: {},
  } as const;
  const id = randomUUID();
  await app.tell('jobs.create', { ...video, id });
  await ended(id);
  expect(await app.tell('credits.forecast', { intent })).toMatchObject({ costs: [], unpriced: 1 });
  await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 0.000001 } } } });
  const refused = await app.refusal('jobs.create', { ...video, id: randomUUID() });
  expect(refused).toMatchObject({ code: 'over_budget' });
});

test('a request that has to name its model or text is refused without it, with the field', async () => {
  for (const modality of ['image', 'speech'] as const) {
    const full = { modality, model: 'sandbox/aurora', prompt: 'a boat', parameters: {}, extra: {} };
    const without = (field: 'model' | 'prompt') =>
      app.refusal('jobs.create', { ...full, id: randomUUID(), [field]: ' ' });
    expect(await without('model')).toMatchObject({ code: 'invalid_input', field: 'model' });
    expect(await without('prompt')).toMatchObject({ code: 'invalid_input', field: 'prompt' });
  }
  expect((await app.tell('jobs.page', { modality: null, cursor: null, limit: 9 })).jobs).toEqual([]);
});
