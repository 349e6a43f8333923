/** A request with converted inputs that is sent again is the same request, whatever the catalogue says by then. */
import { randomUUID } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  cut,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';

let server: HostileServer;
let app: TestCore;
let widest: number;
let isAnswering: boolean;

beforeEach(async () => {
  server = await startHostileServer();
  [widest, isAnswering] = [64, false];
  const image = createCanvas(8, 8).encodeSync('png').toString('base64');
  const next = ({ method }: { method: string }): Script => {
    if (method === 'POST') return isAnswering ? json({ data: [{ b64_json: image }] }) : { before: cut };
    return json({ data: [{ id: 'm', capabilities: { input_images: { max_width: widest } } }] });
  };
  server.script(...Array.from({ length: 60 }, () => next));
  const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);
  app = await openTestCore({ keychain: memoryKeychain(), clock: { ...systemClock, setTimer } });
  const profile = { name: 'Mine', baseUrl: server.baseUrl, key: 'sk-mine-000000000' };
  const { id } = await app.tell('profiles.create', profile);
  await app.tell('profiles.activate', { id });
  await app.tell('models.refresh', {});
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const jobNow = (id: string): Job | undefined =>
  app.events
    .flatMap((event) => (event.type === 'job.changed' && event.job.id === id ? [event.job] : []))
    .at(-1);
const ended = (id: string) =>
  app.until(() => {
    const job = jobNow(id);
    return job && finishedStatuses.includes(job.status) && job;
  });

async function make(id: string): Promise<Job> {
  const base64 = createCanvas(200, 100).encodeSync('png').toString('base64');
  const added = await app.tell('attachments.add', { name: 'boat.png', base64 });
  const inputs = [{ role: 'image' as const, id: added.id, name: 'boat.png' }];
  const request = { modality: 'image' as const, model: 'm', prompt: 'a boat', parameters: {}, extra: {} };
  await app.tell('jobs.create', { id, ...request, inputs });
  return await ended(id);
}

const sent = () => server.requests.filter(({ method }) => method === 'POST');
const sizeSent = (job: Job | undefined) =>
  job?.inputs?.map(({ file, sent: fitted }) => [file?.width, fitted?.width]);

test('a job that is resumed sends the bytes it sent before, under its key', async () => {
  const id = randomUUID();
  const failed = await make(id);
  expect(failed.status).not.toBe('completed');
  widest = 40;
  await app.tell('models.refresh', {});
  isAnswering = true;
  await app.tell('jobs.resume', { id, isConfirmed: true });
  const job = await app.until(() => {
    const now = jobNow(id);
    return now?.status === 'completed' && now;
  });
  expect(sent().length).toBeGreaterThan(1);
  expect(new Set(sent().map(({ body }) => body)).size).toBe(1);
  expect(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(sizeSent(job)).toEqual([[200, 64]]);
  expect((await app.tell('code.request', { of: 'job', jobId: id })).files).toMatchObject([
    { attachmentId: job.inputs?.[0]?.sent?.id },
  ]);

  // A new request is made of what was given, for the limits of now.
  const newId = randomUUID();
  await app.tell('jobs.retry', { id, newId, isConfirmed: true });
  const again = await ended(newId);
  expect(sizeSent(again)).toEqual([[200, 40]]);
  expect(sent().at(-1)?.body).not.toBe(sent()[0]?.body);
});

test('what an input became travels in an archive', async () => {
  isAnswering = true;
  const job = await make(randomUUID());
  expect(sizeSent(job)).toEqual([[200, 64]]);
  const other = await openTestCore({ keychain: memoryKeychain() });
  try {
    await importAll(other, await exportAll(app));
    const inputs = await other.tell('jobs.inputs', { id: job.id });
    expect(inputs).toEqual(await app.tell('jobs.inputs', { id: job.id }));
  } finally {
    await other.close();
  }
});
