import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryDelayMs, withFreshConnections } from '../../electron/gateway/http/retry';
import { chatReply, connect, failingFetch, failureOf, question, vendorMeta } from '../support/gateway-client';
import {
  cut,
  findClosedPort,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
  wait,
} from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const refused = (status: number, headers = {}) => json({ error: { message: 'Not now.' } }, status, headers);

describe('a call that the gateway can’t have accepted', () => {
  it.each([429, 503])('is sent again after status %i, under the same idempotency key', async (status) => {
    server.script(refused(status), refused(status), json(chatReply('ok')));
    const { client, waitsMs } = connect(server);
    const result = await client.chat.completions.create({ ...question });
    expect(result.choices[0]?.text).toBe('ok');
    expect(result.meta.attempts).toBe(3);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([result.meta.idempotencyKey]));
    expect(new Set(server.requests.map(({ body }) => body)).size).toBe(1);
    expect(waitsMs).toHaveLength(2);
  });

  it.each([429, 503])('is left to a caller who waits itself after status %i', async (status) => {
    server.script(refused(status, { 'retry-after': '2' }), json(chatReply('too early')));
    const { client, waitsMs } = connect(server);
    const ask = client.chat.completions.create({ ...question }, { leavesRefusals: true });
    expect(await failureOf(ask)).toMatchObject({ statusCode: status, attempts: 1, retryAfterMs: 2_000 });
    expect({ waits: waitsMs, sent: server.requests.length }).toEqual({ waits: [], sent: 1 });
  });

  it('is given up after three attempts', async () => {
    server.script(refused(503), refused(503), refused(503), json(chatReply('too late')));
    const failure = await failureOf(connect(server).client.chat.completions.create({ ...question }));
    expect(failure).toMatchObject({
      statusCode: 503,
      errorCode: 'overloaded',
      attempts: 3,
      outcomeUnknown: false,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('is sent again if the connection was refused', async () => {
    const baseUrl = `http://127.0.0.1:${await findClosedPort()}/api/v1`;
    const { client, waitsMs } = connect({ baseUrl });
    const failure = await failureOf(client.chat.completions.create({ ...question }));
    expect(failure).toMatchObject({ errorCode: 'network_error', attempts: 3, outcomeUnknown: false });
    expect(waitsMs).toHaveLength(2);
  });

  it('is sent again if the name has no address', async () => {
    const fetch = failingFetch(new Error('net::ERR_NAME_NOT_RESOLVED'));
    await failureOf(connect(server, { fetch }).client.chat.completions.create({ ...question }));
    expect(fetch.calls).toBe(3);
  });

  it('starts a stream at the second attempt', async () => {
    server.script(refused(429), {
      body: ['data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n'],
    });
    const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
    for await (const delta of stream) expect(delta.text).toBe('ok');
    expect(stream.result().meta.attempts).toBe(2);
  });
});

describe('a call that the gateway may have accepted', () => {
  const doomed: readonly [string, Script, object][] = [
    ['a time-out', { before: hang }, { timeouts: { headersMs: 500 } }],
    ['a cut connection', { before: cut }, {}],
    ['a cut reply', { headers: { 'content-length': '99' }, body: ['{', wait(20), cut] }, {}],
    ['a malformed reply', { body: ['<html>'] }, {}],
    ['status 500', refused(500), {}],
    ['status 502', refused(502), {}],
    ['status 504', refused(504), {}],
    ['status 408', refused(408), {}],
    ['status 409', refused(409), {}],
    ['status 503 that charged', json({ ...vendorMeta, error: 'No.' }, 503), {}],
  ];

  it.each(doomed)('is never sent twice: %s', async (_name, script, options) => {
    server.script(script, json(chatReply('a second answer')), json(chatReply('a third answer')));
    const failure = await failureOf(connect(server, options).client.chat.completions.create({ ...question }));
    expect(failure.attempts).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.requests).toHaveLength(1);
  });

  it('is never sent twice by any operation that costs credits', async () => {
    const { client } = connect(server);
    server.script({ before: cut }, { before: cut }, { before: cut });
    await failureOf(client.images.generations.create({ model: 'm', prompt: 'p' }));
    await failureOf(client.audio.speech.create({ model: 'm', input: 'i' }));
    const failure = await failureOf(client.videos.generations.create({ prompt: 'p' }));
    expect(failure.outcomeUnknown).toBe(true);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/images/generations',
      '/api/v1/audio/speech',
      '/api/v1/videos/generations',
    ]);
    expect(server.requests.every(({ headers }) => headers['idempotency-key'] !== undefined)).toBe(true);
  });
});

describe('a fetch that repeats requests on reused connections', () => {
  it('gets a new connection for each call', async () => {
    const { client } = connect(server, { fetch: withFreshConnections(fetch) });
    for (let call = 0; call < 3; call++) {
      server.script(json({ data: [] }));
      await client.models.list();
    }
    expect(server.requests.map(({ headers }) => headers.connection)).toEqual(['close', 'close', 'close']);
    expect(new Set(server.requests.map(({ port }) => port)).size).toBe(3);
  });
});

describe('the wait between attempts', () => {
  const waitsAfter = async (headers: Record<string, string>) => {
    server.script(refused(429, headers), json(chatReply('ok')));
    const { client, waitsMs } = connect(server, { now: () => Date.parse('2026-11-20T10:00:00Z') });
    await client.chat.completions.create({ ...question });
    return waitsMs;
  };

  it('is what the server asks for, in seconds, milliseconds or as a date', async () => {
    expect(await waitsAfter({ 'retry-after': '1.5' })).toEqual([1_500]);
    expect(await waitsAfter({ 'retry-after-ms': '120', 'retry-after': '9' })).toEqual([120]);
    expect(await waitsAfter({ 'retry-after': 'Fri, 20 Nov 2026 10:00:07 GMT' })).toEqual([7_000]);
    expect(await waitsAfter({ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' })).toEqual([0]);
  });

  it('is skipped if the server asks for more than 20 s; the error says how long', async () => {
    server.script(refused(429, { 'retry-after': '21' }));
    const { client, waitsMs } = connect(server);
    const failure = await failureOf(client.chat.completions.create({ ...question }));
    expect(failure).toMatchObject({ errorCode: 'rate_limited', retryAfterMs: 21_000, attempts: 1 });
    expect(waitsMs).toEqual([]);
  });

  it('grows with jitter if the server names none', () => {
    expect([1, 2, 3, 9].map((attempt) => retryDelayMs(attempt, null, () => 0.5))).toEqual([
      500, 1_000, 2_000, 8_000,
    ]);
    expect([0, 1].map((value) => retryDelayMs(1, null, () => value))).toEqual([375, 625]);
  });

  it('ends on abort, with a known outcome', async () => {
    server.script(refused(429, { 'retry-after': '15' }));
    const controller = new AbortController();
    // Only the stop can end this wait.
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        controller.abort();
      });
    const { client } = connect(server, { sleep });
    const failure = await failureOf(
      client.chat.completions.create({ ...question }, { signal: controller.signal }),
    );
    expect(failure).toMatchObject({ errorCode: 'aborted', outcomeUnknown: false, attempts: 1 });
  });

  it('is skipped where the total limit of a free call would pass first', async () => {
    server.script(refused(429, { 'retry-after': '10' }));
    const { client, waitsMs } = connect(server, { timeouts: { totalMs: 5_000 } });
    expect((await failureOf(client.models.list())).statusCode).toBe(429);
    expect(waitsMs).toEqual([]);
  });
});

describe('free calls', () => {
  it.each([500, 502, 504])('are not sent again after status %i either', async (status) => {
    server.script(refused(status), json({ data: [] }));
    expect((await failureOf(connect(server).client.models.list())).attempts).toBe(1);
    expect(server.requests).toHaveLength(1);
  });

  it('carry no idempotency key', async () => {
    const { client } = connect(server);
    server.script(
      json({ data: [] }),
      json({ id: 'm' }),
      json({ id: 'j', status: 'queued' }),
      json({ data: [] }),
    );
    await client.models.list();
    await client.models.retrieve('m');
    await client.jobs.retrieve('j');
    const { meta } = await client.jobs.list();
    expect(server.requests).toHaveLength(4);
    expect(server.requests.every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true);
    expect(meta.idempotencyKey).toBeNull();
  });
});
