/** The answer that a paid result was not found in is kept whole with its job: after a restart, and in an archive's tables. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import type { MediaModality } from '../../../../shared/modalities/modalities';
import { openTestCore, type TestCore } from '../../../support/core';
import { gif } from '../../../support/media-files';
import { type PaidGateway, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

let gateway: PaidGateway;
beforeEach(async () => {
  gateway = await startPaidGateway();
});
afterEach(() => gateway.close());

const setTimer = (milliseconds: number, run: () => void) =>
  systemClock.setTimer(milliseconds < 60_000 ? 0 : milliseconds, run);

async function open(home: string): Promise<TestCore> {
  return await openTestCore({ sandbox: gateway.sandbox, home, clock: { ...systemClock, setTimer } });
}

async function run(app: TestCore, modality: MediaModality): Promise<Job> {
  const id = randomUUID();
  const request = { modality, model: 'paid/painter', prompt: 'a boat', parameters: {}, extra: {} } as const;
  await app.tell('jobs.create', { id, ...request });
  return app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

/** Longer and deeper than the details of an error. */
const strange = {
  frames: Array.from({ length: 300 }, (_, index) => ({ index, text: 'not a file, '.repeat(200) })),
};

test('of a finished job without a result, all of it, also after a restart', async () => {
  const folder = tempFolder();
  const first = await open(folder);
  gateway.on(VIDEOS, () => ({ charge: 1, body: { id: 'v1', status: 'queued' } }));
  gateway.on('/jobs/v1', () => ({ body: { id: 'v1', status: 'succeeded', ...strange } }));
  const job = await run(first, 'video');
  expect(job).toMatchObject({ status: 'failed', hasRawAnswer: true });
  const { text } = await first.tell('jobs.rawAnswer', { id: job.id });
  expect(JSON.parse(text)).toMatchObject({ id: 'v1', ...strange });
  await first.close();
  const second = await open(folder);
  onTestFinished(() => second.close());
  const { jobs } = await second.tell('jobs.page', { modality: null, cursor: null, limit: 10 });
  expect(jobs.find(({ id }) => id === job.id)).toMatchObject({ hasRawAnswer: true });
  expect(await second.tell('jobs.rawAnswer', { id: job.id })).toEqual({ text, leftOutCharacters: 0 });
});

test('of an answer with success and no image', async () => {
  const app = await open(tempFolder());
  onTestFinished(() => app.close());
  gateway.on('/images/generations', () => ({ charge: 1, body: { drawn: true, ...strange } }));
  const job = await run(app, 'image');
  expect(job).toMatchObject({ hasRawAnswer: true, error: { code: 'malformed_response' } });
  const { text } = await app.tell('jobs.rawAnswer', { id: job.id });
  expect(JSON.parse(text)).toMatchObject({ drawn: true, ...strange });
});

test('of an answer whose image was withheld, which says so', async () => {
  const app = await open(tempFolder());
  onTestFinished(() => app.close());
  const body = { data: [{ url: null, is_image_safe: false }], ...strange };
  gateway.on('/images/generations', () => ({ charge: 1, body }));
  const job = await run(app, 'image');
  expect(job).toMatchObject({
    hasRawAnswer: true,
    error: { code: 'no_result', message: 'The gateway’s filter withheld the result.' },
  });
  const { text } = await app.tell('jobs.rawAnswer', { id: job.id });
  expect(JSON.parse(text)).toMatchObject(body);
});

test('of an answer with an image that could be saved and one that could not', async () => {
  const app = await open(tempFolder());
  onTestFinished(() => app.close());
  const dot = Buffer.from(gif).toString('base64');
  const data = [{ b64_json: dot }, { b64_json: Buffer.from('no image at all').toString('base64') }];
  gateway.on('/images/generations', () => ({ charge: 1, body: { data, hint: 'the second failed' } }));
  const job = await run(app, 'image');
  expect(job).toMatchObject({ status: 'failed', hasRawAnswer: true, media: [{ kind: 'image' }] });
  const { text } = await app.tell('jobs.rawAnswer', { id: job.id });
  expect(JSON.parse(text)).toMatchObject({ data, hint: 'the second failed' });
});

test('not of an answer that was saved whole', async () => {
  const app = await open(tempFolder());
  onTestFinished(() => app.close());
  const data = [{ b64_json: Buffer.from(gif).toString('base64') }];
  gateway.on('/images/generations', () => ({ charge: 1, body: { data } }));
  const job = await run(app, 'image');
  expect(job.status).toBe('completed');
  expect(job.hasRawAnswer).toBeUndefined();
});

test('a job that was refused has none', async () => {
  const app = await open(tempFolder());
  onTestFinished(() => app.close());
  gateway.on('/images/generations', () => ({
    status: 400,
    body: { error: { message: 'No.', code: 'bad' } },
  }));
  const job = await run(app, 'image');
  expect(job.hasRawAnswer).toBeUndefined();
  expect(await app.refusal('jobs.rawAnswer', { id: job.id })).toMatchObject({ code: 'not_found' });
});
