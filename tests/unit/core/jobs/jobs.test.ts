import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MediaFiles } from '../../../../electron/core/ports/media-files';
import type { CommandInput } from '../../../../shared/contract';
import { AppError } from '../../../../shared/errors';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const image = { modality: 'image', model: 'sandbox/aurora', prompt: 'a quiet harbour', extra: {} } as const;
const video = { modality: 'video', model: 'sandbox/kinograph', prompt: 'a paper boat', extra: {} } as const;
const speech = { modality: 'speech', model: 'sandbox/narrator', extra: {} } as const;
const small = { size: '512x512', format: 'png', seed: 3 };

function latest(id: string): Job | undefined {
  const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
  return told?.type === 'job.changed' ? told.job : undefined;
}

const ended = (id: string) =>
  app.until(() => {
    const job = latest(id);
    return job && finishedStatuses.includes(job.status) && job;
  });

async function create(input: Omit<CommandInput<'jobs.create'>, 'id'>): Promise<string> {
  const id = randomUUID();
  await app.tell('jobs.create', { ...input, id });
  return id;
}

describe('an image job', () => {
  test('ends with its files on the disk, their origin, their cost and the requested seed', async () => {
    const job = await ended(await create({ ...image, parameters: { ...small, count: 2 } }));
    expect(job).toMatchObject({ status: 'completed', error: null, mayStillCharge: false });
    expect(paidIn(job)).toBeGreaterThan(0);
    expect(job.media).toHaveLength(2);
    for (const item of job.media) {
      expect(item).toMatchObject({ kind: 'image', contentType: 'image/png', width: 512, height: 512 });
      expect(item.origin).toMatchObject({
        prompt: image.prompt,
        model: image.model,
        parameters: { seed: 3 },
      });
      const located = app.core.locate(item.id, 'file');
      expect(
        readFileSync(located?.path ?? '')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    }
  });

  test('saves files that contain their origin, readable on another computer too', async () => {
    const job = await ended(await create({ ...image, parameters: { ...small, format: 'webp' } }));
    const { path = '' } = app.core.locate(job.media[0]?.id ?? '', 'file') ?? {};
    const base64 = readFileSync(path).toString('base64');
    const origin = await app.tell('media.readOrigin', { base64 });
    expect(origin).toMatchObject({
      modality: 'image',
      model: image.model,
      prompt: image.prompt,
      parameters: { seed: 3 },
    });
    expect(await app.tell('media.readOrigin', { base64: 'aGVsbG8=' })).toBeNull();
  });

  test('submitted twice with the same id is run and charged once', async () => {
    const input = { ...image, id: randomUUID(), parameters: small };
    await Promise.all([app.tell('jobs.create', input), app.tell('jobs.create', input)]);
    await ended(input.id);
    await app.tell('jobs.create', input);
    expect((await app.sandbox.account()).charges).toHaveLength(1);
  });

  test('with a result at an address downloads it without the key', async () => {
    const job = await ended(await create({ ...image, parameters: small, extra: { response_format: 'url' } }));
    expect(job).toMatchObject({ status: 'completed' });
    expect(job.media).toHaveLength(1);
  });

  test('with a received response is saved after any crash, without another request', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    // The app ends while the files are written into the library.
    const endless: MediaFiles['save'] = ({ signal }) =>
      new Promise((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const wrapFiles = (files: MediaFiles): MediaFiles => ({ ...files, save: endless });
    const id = randomUUID();
    const firstLife = await openTestCore({ home, sandbox, wrapFiles });
    await firstLife.tell('jobs.create', { ...image, id, parameters: { ...small, count: 2 } });
    await firstLife.until(() =>
      firstLife.events.some((event) => event.type === 'job.changed' && event.job.status === 'saving'),
    );
    await firstLife.close();
    const secondLife = await openTestCore({ home, sandbox });
    onTestFinished(() => secondLife.close());
    const find = async () =>
      (await secondLife.tell('jobs.page', { modality: null, cursor: null, limit: 1 })).jobs[0];
    await expect.poll(async () => (await find())?.status).toBe('completed');
    expect((await find())?.media).toHaveLength(2);
    expect(readdirSync(join(home, 'parts'))).toEqual([]);
    const account = await sandbox.account();
    expect(account.requests['POST /api/v1/images/generations']).toBe(1);
    expect(account.charges).toHaveLength(1);
  });

  test('that is refused states why and costs nothing', async () => {
    const job = await ended(await create({ ...image, model: 'sandbox/nothing', parameters: {} }));
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'model_not_found' },
      mayStillCharge: false,
    });
    expect((await app.sandbox.account()).charges).toHaveLength(0);
  });

  test('with an invalid setting is refused, naming it, before anything is stored', async () => {
    const wrong = { ...image, id: randomUUID(), parameters: { count: 9 } };
    expect(await app.refusal('jobs.create', wrong)).toMatchObject({
      code: 'invalid_input',
      field: 'parameters.count',
    });
    expect((await app.tell('jobs.page', { modality: null, cursor: null, limit: 5 })).jobs).toEqual([]);
  });
});

describe('a speech job', () => {
  test('ends with the text as speech', async () => {
    const job = await ended(
      await create({ ...speech, prompt: 'Welcome to the gatehouse.', parameters: { format: 'mp3' } }),
    );
    expect(job).toMatchObject({ status: 'completed' });
    expect(job.media[0]).toMatchObject({ kind: 'audio', contentType: 'audio/mpeg' });
    expect(job.media[0]?.durationMs).toBeGreaterThan(500);
  });

  test('of a long text is sent in parts, each charged once, and saved as one file', async () => {
    const prompt = 'This is a sentence of some length, said again and again. '.repeat(90);
    const job = await ended(await create({ ...speech, prompt, parameters: { format: 'wav', speed: 4 } }));
    expect(job).toMatchObject({ status: 'completed' });
    expect(job.parts.length).toBeGreaterThan(1);
    expect(job.parts.every((one) => (paidIn(one) ?? 0) > 0)).toBe(true);
    expect(job.media).toHaveLength(1);
    expect((await app.sandbox.account()).charges).toHaveLength(job.parts.length);
  });

  test('of a long text keeps the charge of a part that the disk refuses, and requests that part alone again', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    let isFull = true;
    const wrapFiles = (files: MediaFiles): MediaFiles => ({
      ...files,
      async savePart(jobId, index, request) {
        if (index === 1 && isFull) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
        await files.savePart(jobId, index, request);
      },
    });
    const own = await openTestCore({ home, sandbox, wrapFiles });
    onTestFinished(() => own.close());
    const id = randomUUID();
    // Just above what one call takes, and spoken fast: sound is most of the work.
    const prompt = 'It was a quiet morning in the harbour. '.repeat(108);
    await own.tell('jobs.create', { ...speech, id, prompt, parameters: { format: 'wav', speed: 4 } });
    const find = async () =>
      (await own.tell('jobs.page', { modality: null, cursor: null, limit: 1 })).jobs[0];
    await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).toBe('failed');
    expect((await find())?.error?.code).toBe('storage_full');
    const charged = async () => Math.round((await sandbox.account()).charged * 1e6);
    const used = async () => paidIn(await own.tell('ledger.page', { filter: {}, cursor: null, limit: 1 }));
    expect(await used()).toBe(await charged());
    isFull = false;
    await own.tell('jobs.resume', { id });
    await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).toBe('completed');
    expect((await sandbox.account()).charges).toHaveLength(2);
    expect(await used()).toBe(await charged());
  });
});

describe('a video job', () => {
  const short = { duration: 1, resolution: '480p' };

  test('is polled from the queue to its file, and charged when it completes', async () => {
    const id = await create({ ...video, parameters: short });
    await app.until(() => latest(id)?.remoteId);
    expect((await app.sandbox.account()).charges).toHaveLength(0);
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'completed', progress: 1 });
    expect(job.media[0]).toMatchObject({ kind: 'video', height: 480 });
    expect((await app.sandbox.account()).charged * 1e6).toBe(paidIn(job));
  });

  test('that the gateway fails states the reason and was not charged', async () => {
    const input = { ...video, model: 'sandbox/kinograph-flaky', parameters: short, extra: { fail: 'early' } };
    const job = await ended(await create(input));
    expect(job.status).toBe('failed');
    expect(job.error?.code).toBeTruthy();
    expect(job.mayStillCharge).toBe(false);
    expect((await app.sandbox.account()).charges).toHaveLength(0);
  });

  test('that is cancelled is no longer polled, and states that it may still be charged', async () => {
    const id = await create({ ...video, parameters: { duration: 10, resolution: '480p' } });
    await app.until(() => latest(id)?.remoteId);
    await app.tell('jobs.cancel', { id });
    expect(await ended(id)).toMatchObject({ status: 'cancelled', mayStillCharge: true, error: null });
  });

  test('continues after the app was closed and opened again, without a second request', async () => {
    const home = tempFolder();
    const sandbox = await startTestSandbox();
    onTestFinished(() => sandbox.close());
    await app.close();
    app = await openTestCore({ home, sandbox });
    const id = await create({ ...video, parameters: short });
    await app.until(() => latest(id)?.remoteId);
    await app.close();
    app = await openTestCore({ home, sandbox });
    expect(await ended(id)).toMatchObject({ status: 'completed' });
    expect((await sandbox.account()).requests['POST /api/v1/videos/generations']).toBe(1);
    expect(readdirSync(join(home, 'media', 'videos')).filter((name) => name.endsWith('.webm'))).toHaveLength(
      1,
    );
  });

  test('created elsewhere with the same key can be added once', async () => {
    const headers = { authorization: `Bearer ${app.sandbox.apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      model: video.model,
      prompt: 'from elsewhere',
      duration: 1,
      resolution: '480p',
    });
    const made = await fetch(`${app.sandbox.baseUrl}/videos/generations`, { method: 'POST', headers, body });
    const { id: remoteId } = (await made.json()) as { id: string };
    const list = await app.tell('jobs.remoteList', { status: null, limit: 10 });
    expect(list).toMatchObject([{ remoteId, prompt: 'from elsewhere', jobId: null }]);
    const { id } = await app.tell('jobs.adopt', { remoteId });
    expect(await app.tell('jobs.adopt', { remoteId })).toEqual({ id, modality: 'video' });
    expect(await ended(id)).toMatchObject({ status: 'completed', isForeign: true });
  });
});

test('a job’s cost whose report was lost is recovered from the balance', async () => {
  await app.until(() => app.events.some((event) => event.type === 'ledger.changed'));
  const id = await create({ ...video, parameters: { duration: 1, resolution: '480p' } });
  const { remoteId } = await app.until(() => latest(id)?.remoteId && latest(id));
  // Another reader gets the one response that reports the cost, as if the connection had been cut.
  const headers = { authorization: `Bearer ${app.sandbox.apiKey}` };
  let status = '';
  while (status !== 'completed') {
    const reply = await fetch(`${app.sandbox.baseUrl}/jobs/${remoteId}`, { headers });
    status = ((await reply.json()) as { status: string }).status;
  }
  await ended(id);
  const { charged } = await app.sandbox.account();
  await app.until(() => (paidIn(latest(id)) ?? 0) > 0);
  expect(paidIn(latest(id))).toBe(Math.round(charged * 1e6));
});
