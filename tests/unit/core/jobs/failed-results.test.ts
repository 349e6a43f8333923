/** A job that the gateway calls failed may hold results all the same: they are paid for, so they are saved. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { file, IMAGES, type PaidGateway, png, startPaidGateway, VIDEOS } from '../../../support/paid-gateway';

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

async function run(extra: Record<string, string> = {}, modality: 'image' | 'video' = 'image'): Promise<Job> {
  const id = randomUUID();
  const request = { modality, model: 'paid/painter', prompt: 'a boat', parameters: {} } as const;
  await app.tell('jobs.create', { id, ...request, extra });
  return app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
}

/** Of a job that is asked for once, and has ended so. */
function ends(record: object): void {
  gateway.on(IMAGES, () => ({ charge: 1, body: { id: 't1', status: 'queued' } }));
  gateway.on('/jobs/t1', () => ({ body: { id: 't1', ...record } }));
}

const at = (name: string) => `${gateway.baseUrl}/files/${name}.png`;

test('three images beside the word of a failure', async () => {
  ends({ status: 'failed', output: [at('1'), at('2'), at('3')], error: '1 of 4 was flagged' });
  const job = await run();
  expect(job).toMatchObject({
    status: 'failed',
    hasRawAnswer: true,
    canFetchAgain: false,
    media: [{ kind: 'image' }, { kind: 'image' }, { kind: 'image' }],
    error: {
      stage: 'generation',
      message: '3 results saved. The gateway reports that the job failed: 1 of 4 was flagged.',
    },
  });
});

test.each([
  ['expired', (url: string) => ({ status: 'expired', video_url: url })],
  ['timeout', (url: string) => ({ status: 'TIMEOUT', data: { result: { images: [{ url }] } } })],
  ['moderated', (url: string) => ({ status: 'moderated', data: [{ url }] })],
  [
    'cancelled',
    (url: string) => ({ task_status: 'cancelled', images: [url], error: { message: 'Too long.' } }),
  ],
])('a result of a job that ended as %s', async (_state, recordWith) => {
  ends(recordWith(at('1')));
  expect(await run()).toMatchObject({ status: 'failed', media: [{ kind: 'image' }], hasRawAnswer: true });
});

test('a failed answer to the request itself', async () => {
  gateway.on(VIDEOS, () => ({ charge: 1, body: { id: 't1', status: 'failed', output: [at('1')] } }));
  const job = await run({}, 'video');
  expect(job).toMatchObject({ status: 'failed', media: [{ kind: 'image' }], error: { stage: 'generation' } });
  expect(gateway.count('/jobs/')).toBe(0);
});

test('one that can’t be downloaded now is fetched later, and why the job failed is said', async () => {
  ends({ status: 'failed', output: [at('1'), at('2')], error: '2 were flagged' });
  let isThere = false;
  gateway.on('/files/2.png', () => (isThere ? file(png) : { status: 404 }));
  const job = await run();
  expect(job).toMatchObject({ status: 'failed', canFetchAgain: true, media: [{ kind: 'image' }] });
  expect(job.error?.message).toMatch(/^1 of 2 results saved\..* job failed: 2 were flagged\.$/);
  isThere = true;
  await app.tell('jobs.resume', { id: job.id });
  const ended = await app.until(() => {
    const found = app.events.findLast((event) => event.type === 'job.changed')?.job;
    return found?.status === 'failed' && found.media.length === 2 && found;
  });
  expect(ended).toMatchObject({ canFetchAgain: false, error: { stage: 'generation' } });
});

test.each([
  ['the image that was sent', () => ({ extra: { image_url: at('in') }, record: { images: [at('in')] } })],
  ['its input', () => ({ extra: {}, record: { input: { image: at('in') }, images: [at('in')] } })],
])('%s, repeated in the record, is no result, and the answer can be opened', async (_what, given) => {
  const { extra, record } = given();
  ends({ status: 'failed', error: 'No.', ...record });
  const job = await run(extra as Record<string, string>);
  expect(job).toMatchObject({ status: 'failed', media: [], hasRawAnswer: true, canFetchAgain: false });
  expect(job.error?.message).toBe('No.');
  expect(gateway.count('/files/')).toBe(0);
  const { text } = await app.tell('jobs.rawAnswer', { id: job.id });
  expect(text).toContain(at('in'));
});

test('images beside an error, of an answer without an id', async () => {
  const data = [{ url: at('1') }, { b64_json: png.toString('base64') }, { url: at('3') }];
  let isThere = false;
  gateway.on('/files/3.png', () => (isThere ? file(png) : { status: 404 }));
  gateway.on(IMAGES, () => ({ charge: 1, body: { data, error: { message: '1 filtered' } } }));
  const job = await run();
  expect(job).toMatchObject({ status: 'failed', canFetchAgain: true, hasRawAnswer: true });
  expect(job.media).toHaveLength(2);
  expect(job.error?.message).toMatch(/^2 of 3 results saved\..* job failed: 1 filtered\.$/);
  isThere = true;
  await app.tell('jobs.resume', { id: job.id });
  await app.until(() => {
    const found = app.events.findLast((event) => event.type === 'job.changed')?.job;
    return found?.finishedAt !== null && found?.media.length === 3;
  });
  expect(gateway.count(IMAGES)).toBe(1);
});

test('twenty addresses in a field that nobody knows are all saved, and the answer is kept beside them', async () => {
  const found = Array.from({ length: 20 }, (_, index) => at(`${index + 1}`));
  ends({ status: 'done', bouquet: { flowers: found.map((where) => ({ where })) } });
  const job = await run();
  expect(job.media).toHaveLength(20);
  expect(job).toMatchObject({ hasRawAnswer: true });
});
