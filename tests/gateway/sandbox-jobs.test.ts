/** Videos as jobs: their states, their cost, their results, and what a restart does to them. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferSource, Input, WEBM } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';
import { tempFolder } from '../support/temp-folder';

interface JobReply {
  readonly id: string;
  readonly object: string;
  readonly type: string;
  readonly status: string;
  readonly progress: number;
  readonly model: string;
  readonly input: Record<string, unknown>;
  readonly created_at: number;
  readonly started_at?: number;
  readonly finished_at?: number;
  readonly output?: {
    url: string;
    content_type: string;
    duration: number;
    width: number;
    height: number;
    bytes: number;
  };
  readonly error?: { code: string; message: string };
  readonly credits: { price: number; charged: number };
  readonly gatehouse: { credits_used: number; credits_remaining: number };
}

interface ListReply {
  readonly object: string;
  readonly data: readonly JobReply[];
  readonly has_more: boolean;
}

const short = {
  model: 'sandbox/kinograph',
  prompt: 'a boat at sunset',
  duration: 1,
  resolution: '480p',
  seed: 5,
};
const flaky = (fail: string, seconds: number) => ({
  ...short,
  ...{ model: 'sandbox/kinograph-flaky', fail, fail_after: seconds },
});

const post = (sandbox: TestSandbox, body: object, headers: Record<string, string> = {}) =>
  send(sandbox, { path: '/videos/generations', body: JSON.stringify(body), headers });

async function create(
  sandbox: TestSandbox,
  body: object,
  headers?: Record<string, string>,
): Promise<JobReply> {
  const response = await post(sandbox, body, headers);
  const reply = await response.json();
  expect(response.status, JSON.stringify(reply)).toBe(200);
  return reply as JobReply;
}

const get = async (sandbox: TestSandbox, path: string) =>
  (await (await send(sandbox, { method: 'GET', path })).json()) as never;
const list = (sandbox: TestSandbox, query = ''): Promise<ListReply> => get(sandbox, `/jobs${query}`);

/** Asks until the job has ended; every reply on the way, the last of them first. */
async function follow(sandbox: TestSandbox, id: string): Promise<[JobReply, ...JobReply[]]> {
  const replies: JobReply[] = [];
  for (;;) {
    const reply: JobReply = await get(sandbox, `/jobs/${id}`);
    replies.unshift(reply);
    if (['completed', 'failed'].includes(reply.status)) return replies as [JobReply, ...JobReply[]];
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

describe('a video', () => {
  it('is a job that is queued, runs with growing progress, and completes with a result', async () => {
    const created = await create(sandbox, { ...short, duration: 2 });
    expect(created).toMatchObject({
      ...{ id: expect.stringMatching(/^job_[0-9a-f]{32}$/), object: 'job', type: 'video.generation' },
      ...{ model: 'sandbox/kinograph', credits: { price: 2, charged: 0 } },
      input: { prompt: short.prompt, duration: 2, resolution: '480p', seed: 5 },
    });
    expect(['queued', 'running']).toContain(created.status);
    expect(created.gatehouse.credits_used).toBe(0);
    const [last, ...before] = await follow(sandbox, created.id);
    const states = new Set(before.map(({ status }) => status));
    for (const state of states) expect(['queued', 'running']).toContain(state);
    const shares = [last, ...before].map(({ progress }) => progress).reverse();
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
    expect(last).toMatchObject({
      ...{ status: 'completed', progress: 1 },
      output: { content_type: 'video/webm', duration: 2, width: 854, height: 480, bytes: expect.any(Number) },
    });
    expect(last.finished_at).toBeGreaterThanOrEqual(last.started_at ?? Number.NaN);
    const file = await fetch(last.output?.url ?? '');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.length).toBe(last.output?.bytes);
    expect(bytes.toString('hex', 0, 4)).toBe('1a45dfa3');
  });

  it('has the aspect ratio that was asked for, in its file too, at the same price', async () => {
    const created = await create(sandbox, { ...short, duration: 1, fps: 6, aspect_ratio: '9:16' });
    expect(created).toMatchObject({ input: { aspect_ratio: '9:16' }, credits: { price: 1 } });
    const [last] = await follow(sandbox, created.id);
    expect(last.output).toMatchObject({ width: 480, height: 854 });
    const bytes = await (await fetch(last.output?.url ?? '')).arrayBuffer();
    const track = await new Input({
      source: new BufferSource(bytes),
      formats: [WEBM],
    }).getPrimaryVideoTrack();
    expect([track?.displayWidth, track?.displayHeight]).toEqual([480, 854]);
    const refused = await post(sandbox, { ...short, aspect_ratio: '5:1' });
    expect(refused.status).toBe(400);
    expect(await readError(refused)).toMatchObject({ error: { param: 'aspect_ratio' } });
  });

  it('is charged once, when it completes, and one reply reports it', async () => {
    const before = await sandbox.account();
    const { id } = await create(sandbox, short);
    expect((await sandbox.account()).held).toBe(1);
    const [last] = await follow(sandbox, id);
    expect(last.gatehouse.credits_used).toBe(1);
    const again: JobReply = await get(sandbox, `/jobs/${id}`);
    expect(again.gatehouse.credits_used).toBe(0);
    expect(again.credits).toEqual({ price: 1, charged: 1 });
    const listed = (await list(sandbox)).data.find((job) => job.id === id);
    expect(listed?.credits.charged).toBe(1);
    expect(await sandbox.account()).toMatchObject({ balance: before.balance - 1, held: 0 });
    expect((await sandbox.account()).charges[0]).toMatchObject({
      operation: 'videos.generations',
      credits: 1,
    });
  });

  it('is created once for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'film-1' };
    const [first, second] = await Promise.all([create(sandbox, short, key), create(sandbox, short, key)]);
    expect(second.id).toBe(first.id);
    const conflict = await post(sandbox, { ...short, seed: 6 }, key);
    expect((await readError(conflict)).error.code).toBe('idempotency_conflict');
    await follow(sandbox, first.id);
    expect((await create(sandbox, short, key)).status).toBe('completed');
  });

  it('has a default length, size and seed', async () => {
    const poor = await startTestSandbox({ initialCredits: 8 });
    const { id, input, ...job } = await create(poor, { prompt: 'fields' });
    expect(job).toMatchObject({ model: 'sandbox/kinograph', credits: { price: 8 } });
    expect(input).toEqual({ prompt: 'fields', duration: 4, resolution: '720p', seed: expect.any(Number) });
    expect(id).toMatch(/^job_/);
    await poor.close();
  });
});

describe('the flaky model', () => {
  it.each([
    ['early', 'provider_error', 0.1],
    ['late', 'provider_error', 0.4],
    ['timeout', 'timeout', 0.3],
  ])('fails as requested: %s, free of charge', async (fail, code, seconds) => {
    const before = await sandbox.account();
    const { id } = await create(sandbox, flaky(fail, seconds));
    const [last] = await follow(sandbox, id);
    expect(last).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(/\S/) } });
    expect(last.output).toBeUndefined();
    expect(last.gatehouse.credits_used).toBe(0);
    expect(last.credits.charged).toBe(0);
    expect(await sandbox.account()).toMatchObject({ balance: before.balance, held: 0 });
    if (fail === 'late') expect(last.progress).toBeGreaterThan(0.8);
  });

  it('reports an unknown state for a while, then completes', async () => {
    const { id } = await create(sandbox, flaky('unknown_state', 0.5));
    await expect
      .poll(async () => ((await get(sandbox, `/jobs/${id}`)) as JobReply).status)
      .toBe('awaiting_moderation');
    expect((await list(sandbox, '?status=awaiting_moderation')).data.map((job) => job.id)).toEqual([id]);
    expect((await list(sandbox, '?status=running')).data.map((job) => job.id)).not.toContain(id);
    const [last] = await follow(sandbox, id);
    expect(last.status).toBe('completed');
    expect((await list(sandbox, '?status=awaiting_moderation')).data).toEqual([]);
  });
});

describe('a media thread that crashes', () => {
  it('fails the call and the job with internal_error, free of charge', async () => {
    const folder = tempFolder();
    const entry = join(folder, 'broken.mjs');
    writeFileSync(
      entry,
      "import { parentPort } from 'node:worker_threads';\nparentPort.once('message', () => process.exit(3));",
    );
    const internalErrors: unknown[] = [];
    const broken = await startTestSandbox({
      mediaEntry: entry,
      onInternalError: (error) => internalErrors.push(error),
    });
    try {
      const picture = await send(broken, {
        path: '/images/generations',
        body: JSON.stringify({ model: 'sandbox/poster', prompt: 'x' }),
      });
      expect(picture.status).toBe(500);
      expect((await readError(picture)).error.code).toBe('internal_error');
      const [last] = await follow(broken, (await create(broken, short)).id);
      expect(last).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
      expect(await broken.account()).toMatchObject({ balance: 1000, held: 0, chargeCount: 0 });
      expect(internalErrors).toHaveLength(2);
    } finally {
      await broken.close();
    }
  });
});

describe('waiting', () => {
  it('is stated in Retry-After until the job has ended', async () => {
    const response = await post(sandbox, flaky('early', 0.2));
    expect(response.headers.get('retry-after')).toBe('2');
    const { id } = (await response.json()) as JobReply;
    await follow(sandbox, id);
    const last = await send(sandbox, { method: 'GET', path: `/jobs/${id}` });
    expect(last.headers.get('retry-after')).toBeNull();
  });

  it('lasts until one of two places is free, in order of creation', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await create(sandbox, flaky('late', 0.5))).id);
    const order: string[] = [];
    await expect
      .poll(
        async () => {
          const { data } = await list(sandbox, '?limit=5');
          const states = new Map(data.map(({ id, status }) => [id, status]));
          expect([...states.values()].filter((status) => status === 'running').length).toBeLessThanOrEqual(2);
          for (const id of ids) if (states.get(id) !== 'queued' && !order.includes(id)) order.push(id);
          return [...states.values()].every((status) => status === 'failed');
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(true);
    expect(order).toEqual(ids);
  });

  it('for credits that others hold is refused at once, and the account is never overdrawn', async () => {
    const poor = await startTestSandbox({ initialCredits: 2.5 });
    try {
      await create(poor, flaky('late', 0.6));
      const { id } = await create(poor, short);
      const refused = await post(poor, short);
      expect(refused.status).toBe(402);
      expect((await readError(refused)).error.details).toEqual({ credits_needed: 1, credits_available: 0.5 });
      await follow(poor, id);
      await expect.poll(async () => (await poor.account()).held).toBe(0);
      // The failed one gave its credits back.
      expect(await poor.account()).toMatchObject({ balance: 1.5, chargeCount: 1 });
      await create(poor, short);
    } finally {
      await poor.close();
    }
  });
});

describe('the list', () => {
  it('is newest first, filtered by status, and says whether there is more', async () => {
    const own = await startTestSandbox();
    try {
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) ids.unshift((await create(own, flaky('early', 0))).id);
      const completed = (await create(own, short)).id;
      await follow(own, completed);
      for (const id of ids) await follow(own, id);
      expect((await list(own)).data.map(({ id }) => id)).toEqual([completed, ...ids]);
      expect(await list(own, '?limit=5')).toMatchObject({ object: 'list', has_more: false });
      const page = await list(own, '?status=failed&limit=3');
      expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      expect(page.has_more).toBe(true);
      expect((await list(own, '?status=completed')).data.map(({ id }) => id)).toEqual([completed]);
      expect((await list(own, '?status=nothing')).data).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it.each(['0', '101', '-1', '1.5', 'x', '%00', '9999999999'])('refuses a limit of %s', async (limit) => {
    const response = await send(sandbox, { method: 'GET', path: `/jobs?limit=${limit}` });
    expect(response.status).toBe(400);
    expect((await readError(response)).error.param).toBe('limit');
  });

  it('is the same for everyone with the key', async () => {
    for (const path of ['/jobs', '/jobs/job_1']) {
      const response = await send(sandbox, { method: 'GET', path, headers: { authorization: null } });
      expect(response.status).toBe(401);
    }
    const missing = await send(sandbox, { method: 'GET', path: '/jobs/job_1' });
    expect((await readError(missing)).error.code).toBe('job_not_found');
  });
});

describe('invalid requests', () => {
  it.each([
    [{ model: 'sandbox/aurora' }, 'model'],
    [{ prompt: '' }, 'prompt'],
    [{ duration: 0.5 }, 'duration'],
    [{ duration: 10.5 }, 'duration'],
    [{ duration: '4' }, 'duration'],
    [{ resolution: '4k' }, 'resolution'],
    [{ resolution: 'toString' }, 'resolution'],
    [{ seed: 1.5 }, 'seed'],
    [{ model: 'sandbox/kinograph-flaky', fail: 'sometimes' }, 'fail'],
    [{ model: 'sandbox/kinograph-flaky', fail_after: -1 }, 'fail_after'],
  ])('%j names the field', async (change, param) => {
    const before = (await list(sandbox)).data[0]?.id;
    const response = await post(sandbox, { ...short, ...change });
    expect(response.status).toBe(param === 'model' ? 404 : 400);
    expect((await readError(response)).error.param).toBe(param);
    expect((await list(sandbox)).data[0]?.id).toBe(before);
  });
});

describe('the address of a result', () => {
  let url: string;
  let whole: Buffer;
  beforeAll(async () => {
    const [{ output }] = await follow(sandbox, (await create(sandbox, short)).id);
    url = output?.url ?? '';
    whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  });

  const range = (value: string) => fetch(url, { headers: { range: value } });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, null],
    ['bytes=-50', -50, null],
    ['bytes=10-99999999', 10, null],
  ])('answers %s with that range', async (header, from, to) => {
    const response = await range(header);
    expect(response.status).toBe(206);
    const part = to === null ? whole.subarray(from) : whole.subarray(from, to + 1);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(part);
    const start = from < 0 ? whole.length + from : from;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${start}-${start + part.length - 1}/${whole.length}`,
    );
  });

  it('refuses a range beyond the end, and returns the whole file for an invalid range', async () => {
    const beyond = await range(`bytes=${whole.length}-`);
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    await readError(beyond, false);
    for (const header of ['bytes=9-3', 'lines=1-2', 'bytes=a-b', 'bytes=0-1,4-5']) {
      const response = await range(header);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(whole.length);
    }
  });

  it('answers HEAD like GET without a body', async () => {
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      ...{ 'content-type': 'video/webm', 'content-length': String(whole.length), 'accept-ranges': 'bytes' },
    });
  });

  it('can’t lead into the folder', async () => {
    for (const token of ['nothing', '..%2fsandbox.db', '%2e%2e/sandbox.db', 'a'.repeat(5000), '%00']) {
      const response = await fetch(new URL(`/outputs/${token}`, url));
      expect(response.status, token).toBe(404);
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  });

  it('expires, and the file is deleted', async () => {
    let now = Date.now();
    const own = await startTestSandbox({ now: () => now, outputLifetimeMs: 3_600_000 });
    try {
      const { id } = await create(own, short);
      const [{ output }] = await follow(own, id);
      now += 3_599_000;
      expect((await fetch(output?.url ?? '')).status).toBe(200);
      now += 1000;
      const gone = await fetch(output?.url ?? '');
      expect(gone.status).toBe(410);
      expect((await readError(gone, false)).error.code).toBe('expired');
      expect(((await get(own, `/jobs/${id}`)) as JobReply).output?.url).toBe(output?.url);
      const { dataDir } = own;
      expect(readdirSync(join(dataDir, 'outputs'))).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});

describe('a restart', () => {
  it('runs unfinished jobs again, in order, and charges them once', async () => {
    const dataDir = tempFolder();
    const first = await startTestSandbox({ dataDir });
    const done = (await create(first, short)).id;
    await follow(first, done);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await create(first, { ...short, seed: count })).id);
    await first.close();
    const second = await startTestSandbox({ dataDir });
    try {
      expect((await second.account()).held).toBeGreaterThanOrEqual(2);
      for (const id of ids) {
        const [last] = await follow(second, id);
        expect(last.status).toBe('completed');
        expect((await fetch(last.output?.url ?? '')).status).toBe(200);
      }
      const kept: JobReply = await get(second, `/jobs/${done}`);
      expect(new URL(kept.output?.url ?? '').origin).toBe(new URL(second.baseUrl).origin);
      expect((await fetch(kept.output?.url ?? '')).status).toBe(200);
      expect(await second.account()).toMatchObject({ balance: 995, held: 0, chargeCount: 5 });
    } finally {
      await second.close();
    }
  });

  it('deletes unfinished and expired files', async () => {
    const dataDir = tempFolder();
    let now = Date.now();
    const first = await startTestSandbox({ dataDir, now: () => now });
    const [{ output }] = await follow(first, (await create(first, short)).id);
    await create(first, { ...short, duration: 10 });
    await expect
      .poll(() => readdirSync(join(dataDir, 'outputs')).some((name) => name.endsWith('.part')), {
        timeout: 10_000,
      })
      .toBe(true);
    await first.close();
    now += 3_600_000;
    const second = await startTestSandbox({ dataDir, now: () => now });
    const token = output?.url.split('/').at(-1) ?? '';
    expect(existsSync(join(dataDir, 'outputs', token))).toBe(false);
    await second.close();
    const third = readdirSync(join(dataDir, 'outputs')).filter((name) => !name.endsWith('.part'));
    expect(third).toEqual([]);
  });
});
