/** Where features meet: what was paid for is never paid for again, and never lost. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/storage/db/driver';
import { finishedStatuses, type Job } from '../../../shared/media/jobs';
import { aBatch, batchOf, rowsOf, untilBatch, untilDone } from '../../support/batches';
import { openTestCore, type TestCore } from '../../support/core';
import { video } from '../../support/media-files';
import { inMicros, paidIn } from '../../support/money';
import {
  IMAGES,
  type PaidGateway,
  pictures,
  png,
  SPEECH,
  startPaidGateway,
  VIDEOS,
} from '../../support/paid-gateway';
import { tempFolder } from '../../support/temp-folder';

let gateway: PaidGateway;
let home: string;
let app: TestCore;

beforeEach(async () => {
  gateway = await startPaidGateway();
  home = tempFolder();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const anImage = {
  modality: 'image',
  model: 'paid/painter',
  prompt: 'a harbour',
  parameters: {},
  extra: {},
} as const;
const page = '<!doctype html><title>Sign in</title>';
const notFound = { status: 404, body: 'not here' };

const jobOf = async (id: string, from = app): Promise<Job> => {
  const { jobs } = await from.tell('jobs.page', { modality: null, cursor: null, limit: 100 });
  const job = jobs.find((one) => one.id === id);
  if (!job) throw new Error('no such job');
  return job;
};

async function untilJob(id: string, is: (job: Job) => boolean, timeoutMs = 100_000): Promise<Job> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const job = await jobOf(id);
    if (is(job)) return job;
    if (Date.now() > deadline) throw new Error(`the job is otherwise: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const untilEnded = (id: string) => untilJob(id, ({ status }) => finishedStatuses.includes(status));

async function create(more: Partial<Parameters<typeof app.tell<'jobs.create'>>[1]> = {}): Promise<string> {
  const id = randomUUID();
  await app.tell('jobs.create', { ...anImage, id, ...more });
  return id;
}

async function reopen(): Promise<void> {
  await app.core.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
}

const aBatchOfImages = (rows = 1) =>
  aBatch({
    modality: 'image',
    model: 'paid/painter',
    template: 'A {{thing}}',
    columns: ['thing'],
    rows: Array.from({ length: rows }, (_, index) => [`boat ${index + 1}`]),
  });

describe('a row of a batch whose job was charged', () => {
  test.each([
    ['503', { status: 503, headers: { 'Retry-After': '0' }, body: 'busy' }],
    ['429', { status: 429, headers: { 'Retry-After': '0' }, body: 'slow down' }],
  ])('is downloaded again, not paid again, while its file server answers %s', async (_, refusal) => {
    gateway.on(/^\/files\//, ({ before }) =>
      before < 3 ? refusal : { body: png, headers: { 'Content-Type': 'image/png' } },
    );
    const batch = aBatchOfImages();
    await app.tell('batches.create', batch);
    const done = await untilDone(app, batch.id);
    expect(done.counts).toMatchObject({ done: 1 });
    expect(gateway.charges).toHaveLength(1);
    expect(gateway.count(IMAGES)).toBe(1);
    expect(paidIn(done)).toBe(10_000_000);
  });

  test.each([
    ['answers 404', notFound],
    ['cuts the connection', { cut: true }],
    ['sends a text', { body: 'Please try later.', headers: { 'Content-Type': 'image/png' } }],
  ])('fails with its charge, and resuming it is free, if its file server %s', async (_, refusal) => {
    gateway.on(/^\/files\//, ({ before }) =>
      before < 1 ? refusal : { body: png, headers: { 'Content-Type': 'image/png' } },
    );
    const batch = aBatchOfImages();
    await app.tell('batches.create', batch);
    let row = (await rowsOf(app, batch.id))[0];
    await untilBatch(app, batch.id, ({ status }) => status !== 'running');
    row = (await rowsOf(app, batch.id))[0];
    if ((await batchOf(app, batch.id)).status === 'paused')
      await app.tell('batches.resume', { id: batch.id });
    else {
      expect(row).toMatchObject({
        status: 'failed',
        cost: inMicros(10_000_000),
        error: { stage: 'download' },
      });
      await app.tell('batches.retryFailed', { id: batch.id });
    }
    await untilBatch(app, batch.id, ({ counts }) => counts.done === 1);
    expect(gateway.charges).toHaveLength(1);
    expect(gateway.count(IMAGES)).toBe(1);
  });

  test('pauses its batch if the folder isn’t writable, and resuming pays for nothing twice', async () => {
    const folder = join(home, 'media', 'images');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(home, 'media'), { recursive: true });
    writeFileSync(folder, 'a file is where the folder belongs');
    const batch = aBatchOfImages(3);
    await app.tell('batches.create', batch);
    const paused = await untilBatch(app, batch.id, ({ status }) => status === 'paused');
    expect(paused.error).toMatchObject({ code: 'storage_failed', stage: 'save' });
    await untilBatch(app, batch.id, ({ counts }) => counts.running === 0);
    const paid = gateway.charges.length;
    await app.tell('batches.resume', { id: batch.id });
    await untilBatch(app, batch.id, ({ status, counts }) => status === 'paused' && counts.running === 0);
    expect(gateway.charges.length).toBeLessThanOrEqual(3);
    rmSync(folder);
    await app.tell('batches.resume', { id: batch.id });
    await untilDone(app, batch.id);
    expect(paid).toBeGreaterThan(0);
    expect(gateway.charges).toHaveLength(3);
    expect(new Set(gateway.charges.map(({ key }) => key)).size).toBe(3);
    expect(
      (await rowsOf(app, batch.id)).every(({ status, media }) => status === 'done' && media !== null),
    ).toBe(true);
  });

  test('that was resumed elsewhere and completed is completed in its batch too', async () => {
    gateway.on(/^\/files\//, ({ before }) =>
      before < 1 ? notFound : { body: png, headers: { 'Content-Type': 'image/png' } },
    );
    const batch = aBatchOfImages();
    await app.tell('batches.create', batch);
    await untilBatch(app, batch.id, ({ counts }) => counts.failed === 1);
    const [row] = await rowsOf(app, batch.id);
    await app.tell('jobs.resume', { id: row?.jobId ?? '' });
    await untilEnded(row?.jobId ?? '');
    await app.tell('batches.retryFailed', { id: batch.id });
    await untilDone(app, batch.id);
    expect(gateway.charges).toHaveLength(1);
  });

  test('that was refused before it was charged is sent again under a new key', async () => {
    gateway.on(IMAGES, ({ before }) =>
      before === 0
        ? { status: 401, body: { error: { code: 'invalid_api_key', message: 'No.' } } }
        : pictures(gateway, 1, before),
    );
    const batch = aBatchOfImages();
    await app.tell('batches.create', batch);
    const paused = await untilBatch(app, batch.id, ({ status }) => status === 'paused');
    expect(paused.error).toMatchObject({ code: 'invalid_api_key', stage: 'request' });
    await app.tell('batches.resume', { id: batch.id });
    await untilDone(app, batch.id);
    const keys = gateway.requests.filter(({ path }) => path === IMAGES).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(gateway.charges).toHaveLength(1);
  });
});

describe('one bad result among four', () => {
  test.each([
    ['is not found', notFound],
    ['is a text', { body: 'Please try later.', headers: { 'Content-Type': 'image/png' } }],
  ])(
    'that %s does not stop the others from being saved, and is downloaded again for free',
    async (_, bad) => {
      let isBad = true;
      gateway.on(/^\/files\/0-2/, () =>
        isBad ? bad : { body: png, headers: { 'Content-Type': 'image/png' } },
      );
      const id = await create({ parameters: { count: 4 } });
      const job = await untilEnded(id);
      expect(job.media).toHaveLength(3);
      expect(job).toMatchObject({ status: 'failed', canFetchAgain: true, mayStillCharge: false });
      expect(job.error).toMatchObject({ stage: 'download', details: { saved: 3, total: 4 } });
      expect(job.error?.message).toMatch(/^3 of 4 results saved\. Result 2: /);
      await reopen();
      await app.tell('jobs.resume', { id });
      expect(await untilEnded(id)).toMatchObject({ status: 'failed' });
      isBad = false;
      await app.tell('jobs.resume', { id });
      expect((await untilEnded(id)).media).toHaveLength(4);
      expect(gateway.charges).toEqual([{ key: expect.any(String), credits: 40 }]);
      expect(gateway.count('/files/0-1')).toBe(1);
    },
  );

  test('with bytes that are not an image is named, and the others are saved, also after a restart', async () => {
    const base64 = png.toString('base64');
    const wrong = Buffer.from(page.padEnd(60)).toString('base64');
    gateway.on(IMAGES, () => ({
      charge: 40,
      body: { data: [base64, wrong, base64, base64].map((b64_json) => ({ b64_json })) },
    }));
    const id = await create({ parameters: { count: 4 } });
    const job = await untilEnded(id);
    expect(job.media).toHaveLength(3);
    expect(job.error?.message).toMatch(/^3 of 4 results saved\. Result 2: /);
    // Nothing of it waits anywhere: fetching again could not help.
    expect(job.canFetchAgain).toBe(false);
    expect(gateway.charges).toHaveLength(1);
  });
});

describe('an answer with more addresses than are fetched at once', () => {
  test('is downloaded in part, and the rest is kept for when the person wants it', async () => {
    const data = Array.from({ length: 70 }, (_, at) => ({ url: `${gateway.baseUrl}/files/many-${at}.png` }));
    gateway.on(IMAGES, () => ({ charge: 40, body: { data } }));
    gateway.on(/^\/files\/many-/, () => ({ body: png, headers: { 'Content-Type': 'image/png' } }));
    const id = await create();
    const job = await untilEnded(id);
    expect(job).toMatchObject({ status: 'failed', canFetchAgain: true, mayStillCharge: false });
    expect(job.media).toHaveLength(64);
    expect(job.error).toMatchObject({ code: 'result_limit', details: { saved: 64, left: 6 } });
    const downloads = () => gateway.requests.filter(({ path }) => path.startsWith('/files/')).length;
    expect(downloads()).toBe(64);
    await reopen();
    await app.tell('jobs.resume', { id });
    expect(await untilEnded(id)).toMatchObject({ status: 'completed', media: { length: 70 } });
    expect(downloads()).toBe(70);
    expect(gateway.charges).toHaveLength(1);
  });
});

/** Keeps the database from being written, as another program does, until the answer is called. */
function lockDatabase(): () => void {
  const other = openDatabase(join(home, 'gatehouse.db'));
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

const untilRefused = () =>
  app.until(() =>
    app.events.some(
      (event) =>
        event.type === 'notices.changed' &&
        event.notices.some(({ title }) => title === 'Couldn’t save a job'),
    ),
  );

describe('a response that can’t be stored', () => {
  test('is stored as soon as the database is free: charge and result are kept', async () => {
    let unlock: () => void = () => undefined;
    gateway.on(IMAGES, () => {
      unlock = lockDatabase();
      return pictures(gateway, 1, 'locked');
    });
    const id = await create();
    await untilRefused();
    unlock();
    const job = await untilEnded(id);
    expect(job).toMatchObject({ status: 'completed', cost: inMicros(10_000_000) });
    const { rows } = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 10 });
    expect(rows).toMatchObject([{ amount: 10_000_000, jobId: id }]);
    expect(gateway.count(IMAGES)).toBe(1);
  });

  test('is reported as interrupted with an unknown outcome if the app ends first, never as not charged', async () => {
    let unlock: () => void = () => undefined;
    gateway.on(IMAGES, () => {
      unlock = lockDatabase();
      return pictures(gateway, 1, 'locked');
    });
    const id = await create();
    await untilRefused();
    const closed = app.core.close();
    await closed;
    unlock();
    app = await openTestCore({ home, sandbox: gateway.sandbox });
    const job = await untilEnded(id);
    expect(job).toMatchObject({
      status: 'interrupted',
      mayStillCharge: true,
      error: { outcomeUnknown: true },
    });
    expect(gateway.count(IMAGES)).toBe(1);
  });

  test('with the id of a known job is still followed', async () => {
    gateway.on(VIDEOS, () => ({ body: { id: 'same', status: 'running' } }));
    gateway.on('/jobs/same', ({ before }) => ({
      charge: before === 0 ? 25 : undefined,
      headers: { 'Retry-After': '0' },
      body: { id: 'same', status: 'completed', output: { url: `${gateway.baseUrl}/files/clip.webm` } },
    }));
    // Whole: one that arrived cut would be fetched again.
    const webm = await video('webm', { seconds: 0.2 });
    gateway.on(/^\/files\/clip/, () => ({ body: webm, headers: { 'Content-Type': 'video/webm' } }));
    const aVideo = { modality: 'video', model: 'paid/film' } as const;
    const first = await create(aVideo);
    await untilEnded(first);
    const second = await create(aVideo);
    const job = await untilEnded(second);
    expect(job).toMatchObject({ remoteId: 'same', status: 'completed' });
    expect(job.media).toHaveLength(1);
  });
});

describe('a key with an unknown outcome', () => {
  test.each([409, 408, 425])('stays unknown when a retry with it is answered with %i', async (status) => {
    gateway.on(IMAGES, ({ before }) =>
      before === 0 ? { charge: 10, cut: true } : { status, body: { error: { message: 'In use.' } } },
    );
    const id = await create();
    expect(await untilEnded(id)).toMatchObject({ status: 'interrupted', mayStillCharge: true });
    await app.tell('jobs.resume', { id });
    await untilJob(id, ({ status: now }) => now !== 'interrupted').catch(() => undefined);
    const job = await untilEnded(id);
    expect(job).toMatchObject({
      status: 'interrupted',
      mayStillCharge: true,
      error: { outcomeUnknown: true, stage: 'request' },
    });
    const keys = gateway.requests.filter(({ path }) => path === IMAGES).map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  test('costs what a balance showed, also after its stored answer came with an old balance', async () => {
    const stored = { credits_used: 10, credits_remaining: 990 };
    gateway.on(IMAGES, ({ before }) => {
      if (before === 0) return { charge: 10, cut: true };
      const answer = pictures(gateway, 1, before);
      return before === 1 ? answer : { ...answer, charge: undefined, meta: stored };
    });
    // The balance before all charges.
    await app.tell('models.refresh', {});
    const id = await create();
    const sums = () => app.tell('ledger.sums', { filter: {} });
    await untilEnded(id);
    // The first of them may overlap the end of the job, and settles nothing then.
    while ((await sums()).unknown > 0) await app.tell('models.refresh', {});
    await untilEnded(await create());
    await app.tell('jobs.resume', { id });
    const job = await untilJob(id, ({ status }) => status === 'completed');
    await app.tell('models.refresh', {});
    expect(job).toMatchObject({ cost: inMicros(10e6), media: [expect.anything()] });
    expect(await sums()).toMatchObject({ spent: 20e6, outside: 0, added: 0, unknown: 0 });
    expect((await app.tell('app.snapshot', {})).ledger).toMatchObject({ remaining: 980e6 });
  });

  test('may still be charged after it was refused for another reason', async () => {
    gateway.on(IMAGES, ({ before }) =>
      before === 0 ? { charge: 10, cut: true } : { status: 402, body: { error: { message: 'No credits.' } } },
    );
    const id = await create();
    await untilEnded(id);
    await app.tell('jobs.resume', { id });
    const job = await untilJob(id, ({ status }) => status === 'failed');
    expect(job).toMatchObject({ mayStillCharge: true });
  });

  test.each([409, 402])(
    'stays so for a row of a chat batch that is answered with %i: it keeps its key',
    async (status) => {
      gateway.on('/chat/completions', ({ before }) =>
        before === 0 ? { charge: 3, cut: true } : { status, body: { error: { message: 'Refused.' } } },
      );
      const batch = aBatch({ model: 'paid/painter', columns: ['what', 'count'], rows: [['one', '1']] });
      await app.tell('batches.create', batch);
      await untilBatch(app, batch.id, ({ counts }) => counts.interrupted === 1);
      await app.tell('batches.retryRow', { id: batch.id, position: 0 });
      await app.until(() => gateway.count('/chat/completions') === 2);
      await untilBatch(app, batch.id, ({ counts }) => counts.interrupted === 1);
      const [row] = await rowsOf(app, batch.id);
      expect(row?.error).toMatchObject({ outcomeUnknown: true });
      expect(
        new Set(gateway.requests.filter(({ path }) => path === '/chat/completions').map(({ key }) => key))
          .size,
      ).toBe(1);
    },
  );
});

describe('a gateway that asks for an endless wait', () => {
  test.each(['99999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    '(%s) gets no repeated requests from a job',
    async (wait) => {
      gateway.on(IMAGES, () => ({ status: 429, headers: { 'Retry-After': wait }, body: 'later' }));
      const id = await create();
      await untilJob(id, ({ checks }) => checks !== null);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(gateway.count(IMAGES)).toBe(1);
      const { checks } = await jobOf(id);
      expect((checks?.nextAt ?? 0) - Date.now()).toBeLessThan(37 * 3_600_000);
    },
  );

  test('gets no repeated requests from a batch', async () => {
    gateway.on(IMAGES, () => ({ status: 503, headers: { 'Retry-After': '99999999' }, body: 'later' }));
    const batch = aBatchOfImages();
    await app.tell('batches.create', batch);
    const waiting = await untilBatch(app, batch.id, ({ waitsUntil }) => waitsUntil !== null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(gateway.count(IMAGES)).toBe(1);
    expect((waiting.waitsUntil ?? 0) - Date.now()).toBeLessThan(37 * 3_600_000);
  });

  test('gets no repeated polls for a running job', async () => {
    gateway.on(VIDEOS, () => ({ body: { id: 'slow', status: 'running' }, headers: { 'Retry-After': '0' } }));
    gateway.on('/jobs/slow', () => ({
      headers: { 'Retry-After': '99999999' },
      body: { id: 'slow', status: 'running' },
    }));
    const id = await create({ modality: 'video', model: 'paid/film' });
    await app.until(() => gateway.count('/jobs/slow') === 1);
    await untilJob(id, ({ checks }) => (checks?.nextAt ?? 0) > Date.now() + 20_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(gateway.count('/jobs/slow')).toBe(1);
    expect(((await jobOf(id)).checks?.nextAt ?? 0) - Date.now()).toBeLessThan(3_600_000);
  });
});

describe('a long text spoken in parts', () => {
  const wav = (seconds: number) => {
    const data = Buffer.alloc(Math.round(seconds * 16_000) * 2);
    const head = Buffer.alloc(44);
    head.write('RIFF', 0);
    head.writeUInt32LE(36 + data.length, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(16_000, 24);
    head.writeUInt32LE(32_000, 28);
    head.writeUInt16LE(2, 32);
    head.writeUInt16LE(16, 34);
    head.write('data', 36);
    head.writeUInt32LE(data.length, 40);
    return Buffer.concat([head, data]);
  };
  const speech = {
    modality: 'speech',
    model: 'paid/voice',
    prompt: 'A sentence of the story. '.repeat(300),
    parameters: { format: 'wav' },
  } as const;

  test('pays for each part once, also if one could not be saved at first', async () => {
    gateway.on(SPEECH, ({ before }) => {
      if (before === 1) writeFileSync(join(home, 'parts-blocked'), '');
      return {
        charge: 4,
        body: wav(0.2),
        headers: {
          'Content-Type': 'audio/wav',
          'x-meta-credits-used': '4',
          'x-meta-credits-remaining': '900',
        },
      };
    });
    const blocked = join(home, 'parts');
    rmSync(blocked, { recursive: true, force: true });
    writeFileSync(blocked, 'a file is where the folder belongs');
    const id = await create(speech);
    const failed = await untilEnded(id);
    expect(failed).toMatchObject({ status: 'failed', error: { stage: 'save' } });
    rmSync(blocked);
    await app.tell('jobs.resume', { id });
    const job = await untilEnded(id);
    expect(job).toMatchObject({ status: 'completed' });
    expect(gateway.charges).toHaveLength(job.parts.length);
    expect(new Set(gateway.charges.map(({ key }) => key)).size).toBe(job.parts.length);
    expect(existsSync(blocked) && job.parts.length > 1).toBe(true);
  });

  test('downloads a part again without paying for it again', async () => {
    gateway.on(SPEECH, ({ before }) => ({
      charge: 4,
      body: { audio: { url: `${gateway.baseUrl}/files/part-${before}.wav` } },
    }));
    gateway.on(/^\/files\/part-1/, ({ before }) =>
      before === 0 ? notFound : { body: wav(0.2), headers: { 'Content-Type': 'audio/wav' } },
    );
    gateway.on(/^\/files\/part-0/, () => ({ body: wav(0.2), headers: { 'Content-Type': 'audio/wav' } }));
    const id = await create(speech);
    expect(await untilEnded(id)).toMatchObject({ status: 'failed', error: { stage: 'download' } });
    await reopen();
    await app.tell('jobs.resume', { id });
    const job = await untilEnded(id);
    expect(job).toMatchObject({ status: 'completed' });
    expect(gateway.charges).toHaveLength(job.parts.length);
  });
});

describe('amounts beyond any bound', () => {
  test('count as unknown, and every total can still be read', async () => {
    gateway.on('/chat/completions', ({ before }) => ({
      body: {
        choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
        gatehouse: { credits_used: [9e9, 9e9, 1e300][before % 3], credits_remaining: 1e300 },
      },
    }));
    for (let turn = 0; turn < 3; turn += 1) await app.chat('hello', { model: 'paid/painter', stream: false });
    const sums = await app.tell('ledger.sums', { filter: {} });
    expect(sums).toMatchObject({ spent: 0, unknown: 3 });
    expect(await app.tell('ledger.page', { filter: {}, cursor: null, limit: 10 })).toMatchObject({
      cost: [],
    });
  });

  test('that an earlier version stored break no page', async () => {
    await app.core.close();
    const database = openDatabase(join(home, 'gatehouse.db'));
    for (let row = 0; row < 3; row += 1)
      database.run(
        `INSERT INTO ledger (at, profile_id, operation, used, remaining, outcome, is_checkpoint)
         VALUES (?, 'sandbox', 'chat.completions.create', ?, NULL, 'answered', 0)`,
        Date.now(),
        9_000_000_000_000_000_000n,
      );
    database.close();
    app = await openTestCore({ home, sandbox: gateway.sandbox });
    const sums = await app.tell('ledger.sums', { filter: {} });
    expect(sums.calls).toBe(3);
    expect(Number.isFinite(sums.spent)).toBe(true);
    await app.tell('ledger.days', { filter: {} });
    await app.tell('ledger.page', { filter: {}, cursor: null, limit: 10 });
  });
});
