import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEventBus } from '../../../../electron/core/events';
import { createInspector } from '../../../../electron/core/inspector/inspector';
import { createCallRecorder } from '../../../../electron/gateway/record/recorder';
import type { FetchLike } from '../../../../electron/gateway/types/call';
import type { CallSummary } from '../../../../shared/calls/inspector';
import type { AppEvent } from '../../../../shared/contract';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { harSchema } from '../../../support/har';
import { microsOf, paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  // The models are asked for at the start: that call comes before those of the tests.
  await untilListed(app);
});
afterEach(() => app.close());

const list = (query = '', limit = 50, cursor: string | null = null) =>
  app.tell('inspector.list', { query, limit, cursor });
const lines = (calls: readonly CallSummary[]) =>
  calls.map(({ method, path, status }) => `${method} ${path} ${status}`);

test('all requests of the app are listed, newest first, in pages', async () => {
  await app.chat('one');
  await app.chat('two', { model: 'sandbox/none' });
  const page = await list();
  expect(lines(page.calls)).toEqual([
    'POST /api/v1/chat/completions 404',
    'POST /api/v1/chat/completions 200',
    'GET /api/v1/models 200',
  ]);
  expect(page).toMatchObject({ total: 3, dropped: 0, nextCursor: null });
  expect(page.calls[0]).toMatchObject({
    model: 'sandbox/none',
    error: 'model_not_found',
    profileId: 'sandbox',
  });
  const first = await list('', 2);
  const rest = await list('', 2, first.nextCursor);
  expect([...first.calls, ...rest.calls]).toEqual(page.calls);
  expect(rest.nextCursor).toBeNull();
});

test('one request has its complete details: what was sent and received, when, and the credits', async () => {
  await app.chat('hello there');
  const [{ id = '' } = {}] = (await list()).calls;
  const call = await app.tell('inspector.get', { id });
  const body = call.requestBody.kind === 'text' ? JSON.parse(call.requestBody.text) : null;
  expect(body).toMatchObject({ model: 'sandbox/echo', stream: true, messages: [{ content: 'hello there' }] });
  expect(call.events.length).toBeGreaterThan(2);
  expect(call.events.at(-1)?.data).toBe('[DONE]');
  expect(Number(paidIn(call))).toBeGreaterThan(0);
  expect(call.balance).toEqual({ unit: 'credits', amount: microsOf((await app.sandbox.account()).balance) });
  expect(call.requestId).toMatch(/^req_/);
  expect(JSON.stringify(call)).not.toContain(app.sandbox.apiKey);
});

test('a search finds words in path, status, model, code and bodies, all of them', async () => {
  await app.chat('the quick fox');
  await app.chat('the lazy dog', { model: 'sandbox/none' });
  const found = async (query: string) => lines((await list(query)).calls);
  expect(await found('QUICK')).toEqual(['POST /api/v1/chat/completions 200']);
  // Not "the 404": a random id or a time may have these digits.
  expect(await found('dog 404')).toEqual(['POST /api/v1/chat/completions 404']);
  expect(await found('sandbox/narrator')).toEqual(['GET /api/v1/models 200']);
  expect(await found('model_not_found')).toHaveLength(1);
  expect(await found('chat/completions')).toHaveLength(2);
  expect(await found('quick dog')).toEqual([]);
  expect(await found('(.*')).toEqual([]);
});

test('windows get an event when a request starts and ends, and few between', async () => {
  await app.chat('x', { model: 'sandbox/firehose', extra: { tokens: 300, tokens_per_second: 300 } });
  const told = app.events.flatMap((event) =>
    event.type === 'call.changed' && event.call.method === 'POST' ? [event.call] : [],
  );
  expect(told[0]).toMatchObject({ state: 'open', status: null });
  await app.until(() =>
    app.events.some((event) => event.type === 'call.changed' && event.call.state === 'done'),
  );
  expect(told.at(-1)).toMatchObject({ state: 'done', status: 200 });
  expect(told.length).toBeGreaterThanOrEqual(4);
  // Four times a second, and at its beginning, its first byte and its end.
  expect(told.length).toBeLessThanOrEqual(6 + (4 * (told.at(-1)?.durationMs ?? 0)) / 1_000);
  expect(JSON.stringify(told)).not.toContain('data:');
});

test('clearing removes finished requests and keeps running ones', async () => {
  await app.chat('one');
  const sent = app.chat('two', { model: 'sandbox/firehose', extra: { tokens: 200, tokens_per_second: 400 } });
  await app.until(() =>
    app.events.some((event) => event.type === 'call.changed' && event.call.model === 'sandbox/firehose'),
  );
  await app.tell('inspector.clear', {});
  expect((await list()).calls.map(({ model }) => model)).toEqual(['sandbox/firehose']);
  await sent;
  expect((await list()).calls).toHaveLength(1);
  expect(app.events).toContainEqual({ type: 'calls.cleared' });
});

test('a request that is no longer kept is refused by name', async () => {
  expect(await app.refusal('inspector.get', { id: 'gone' })).toMatchObject({ code: 'not_found' });
  expect(await app.refusal('inspector.export', { ids: ['gone'], format: 'har' })).toMatchObject({
    code: 'not_found',
  });
});

test('a HAR file has all the fields that the format requires, and no key', async () => {
  await app.chat('one');
  await app.chat('whole', { stream: false });
  await app.chat('two', { model: 'sandbox/none' });
  const { text, calls } = await app.tell('inspector.export', { ids: null, format: 'har' });
  const { log } = harSchema.parse(JSON.parse(text));
  expect(calls).toBe(4);
  expect(log.creator).toEqual({ name: 'Gatehouse', version: '0.0.0-test' });
  expect(log.entries.map(({ request, response }) => `${request.method} ${response.status}`)).toEqual([
    ...['GET 200', 'POST 200', 'POST 200', 'POST 404'],
  ]);
  for (const { timings, time, request } of log.entries) {
    const { blocked, send, wait, receive } = timings;
    expect(Math.max(0, blocked) + send + wait + receive).toBeCloseTo(time, 6);
    expect(request.headers).toContainEqual({ name: 'authorization', value: 'Bearer $GATEHOUSE_API_KEY' });
  }
  const [, streamed, whole] = log.entries;
  expect(streamed?.response.content.text).toMatch(/^data: \{.*\n\n/);
  expect(streamed?.response.content.text).toMatch(/data: \[DONE\]\n\n$/);
  expect(JSON.parse(whole?.response.content.text ?? '')).toMatchObject({ object: 'chat.completion' });
  expect(JSON.parse(streamed?.request.postData?.text ?? '')).toMatchObject({ model: 'sandbox/echo' });
  expect(text).not.toContain(app.sandbox.apiKey);
});

test('a failing request copied as cURL gives the same response in a shell', async () => {
  await app.chat(`it's "$(id)" \`id\` ! \\ 100% 🌊`, {
    model: 'sandbox/flaky',
    extra: { fail: 'status', fail_status: 502 },
  });
  const [{ id = '' } = {}] = (await list('sandbox/flaky POST')).calls;
  const call = await app.tell('inspector.get', { id });
  const { text } = await app.tell('inspector.export', { ids: [id], format: 'curl' });
  expect(text).not.toContain(app.sandbox.apiKey);
  const env = { ...process.env, GATEHOUSE_API_KEY: app.sandbox.apiKey };
  const { stdout: answer } = await promisify(execFile)(
    'sh',
    ['-c', text.replace('curl ', "curl --silent --write-out '\\n%{http_code}' ")],
    { env },
  );
  const { error } = JSON.parse(answer.slice(0, answer.lastIndexOf('\n')));
  const known = call.responseBody.kind === 'text' ? JSON.parse(call.responseBody.text).error : null;
  expect(answer.slice(answer.lastIndexOf('\n') + 1)).toBe('502');
  expect(error).toEqual(known);
});

test('the oldest requests are removed to make room, by number and by memory; the newest stays', async () => {
  const recorder = createCallRecorder({ now: () => 0, monotonic: () => 0, newId: () => `c${++ids}` });
  let ids = 0;
  const told: AppEvent[] = [];
  const events = createEventBus(() => undefined);
  events.subscribe((event) => told.push(event));
  const clock = { setTimer: () => () => undefined };
  const limits = { calls: 10, bytes: 300_000 };
  const inspector = createInspector({ calls: recorder, events, clock, version: '1', limits });
  const send = async (bytes: number) => {
    const answer: FetchLike = async () => new Response('x'.repeat(bytes));
    const response = await recorder.record(answer, { apiKey: 'secret-key', profileId: 'p' })('http://x/y');
    await response.text();
  };
  const kept = () => inspector.list({ query: '', cursor: null, limit: 500 });
  for (let count = 0; count < 25; count += 1) await send(10);
  expect(kept()).toMatchObject({ total: 10, dropped: 15 });
  expect(kept().calls[0]?.id).toBe('c25');
  await send(250_000);
  expect(kept().calls.map(({ id }) => id)).toEqual([
    'c26',
    ...Array.from({ length: 9 }, (_, at) => `c${25 - at}`),
  ]);
  await send(150_000);
  expect(kept().calls.map(({ id }) => id)).toEqual(['c27']);
  expect(inspector.list({ query: 'xxx', cursor: null, limit: 1 }).total).toBe(1);
});

test('a removed request that is still running does not come back', async () => {
  const events = createEventBus(() => undefined);
  const clock = { setTimer: () => () => undefined };
  const recorder = createCallRecorder({ now: () => 0, monotonic: () => 0, newId: () => crypto.randomUUID() });
  const limits = { calls: 1, bytes: 1_000_000 };
  const inspector = createInspector({ calls: recorder, events, clock, version: '1', limits });
  const slow = recorder.record(async () => new Response('late'), { apiKey: '', profileId: 'p' });
  const response = await slow('http://x/first');
  await (await slow('http://x/second')).text();
  await response.text();
  expect(inspector.list({ query: '', cursor: null, limit: 9 }).calls.map(({ path }) => path)).toEqual([
    '/second',
  ]);
});
