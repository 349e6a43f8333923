import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../../../electron/gateway/client';
import { createCallRecorder } from '../../../../electron/gateway/record/recorder';
import type { FetchLike, RecordedCall } from '../../../../electron/gateway/types/call';
import type { CallBody, CallDetail } from '../../../../shared/calls/inspector';
import {
  apiKey,
  chatReply,
  chunk,
  done,
  event,
  question,
  readStream,
  vendorMeta,
} from '../../../support/gateway-client';
import {
  cut,
  events,
  findClosedPort,
  type HostileServer,
  hang,
  json,
  startHostileServer,
  wait,
} from '../../../support/hostile-server';
import { inMicros } from '../../../support/money';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

/** Every state any record was ever in, as text: what is kept must not hold the key at any time. */
function openRecorder(key = apiKey, baseFetch: FetchLike = fetch) {
  const calls: RecordedCall[] = [];
  const seen: string[] = [];
  let ids = 0;
  const recorder = createCallRecorder({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    newId: () => `call-${++ids}`,
  });
  recorder.onCall((call) => {
    if (!calls.includes(call)) calls.push(call);
    seen.push(inspect(call.detail(), { depth: Number.POSITIVE_INFINITY, maxStringLength: null }));
  });
  const recorded = recorder.record(baseFetch, { apiKey: key, profileId: 'p' });
  const client = (baseUrl = server.baseUrl) =>
    createGatewayClient({ apiKey: key, baseUrl, fetch: recorded, maxAttempts: 1 });
  return {
    calls,
    seen,
    fetch: recorded,
    client,
    last: (): CallDetail => {
      const call = calls.at(-1);
      if (!call) throw new Error('nothing was recorded');
      return call.detail();
    },
  };
}

const textOf = (body: CallBody): string => (body.kind === 'text' ? body.text : `(${body.kind})`);
const ask = (recorder: ReturnType<typeof openRecorder>, content = 'hi') =>
  recorder.client().chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] });
const askStream = async (recorder: ReturnType<typeof openRecorder>) =>
  readStream(await recorder.client().chat.completions.create({ ...question, stream: true })).then(() =>
    expect.poll(() => recorder.last().state).not.toBe('open'),
  );

describe('a record', () => {
  test('holds request and response as they were sent and received', async () => {
    const recorder = openRecorder();
    server.script(json(chatReply('hello', vendorMeta), 200, { 'x-request-id': 'req_1' }));
    await ask(recorder);
    const call = recorder.last();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/api/v1/chat/completions',
      url: `${server.baseUrl}/chat/completions`,
      profileId: 'p',
      model: 'm',
      state: 'done',
      status: 200,
      requestId: 'req_1',
      error: null,
      cost: inMicros(400_000),
      balance: { unit: 'credits', amount: 99_600_000 },
      eventCount: 0,
      events: [],
    });
    expect(textOf(call.requestBody)).toBe(server.requests[0]?.body);
    expect(JSON.parse(textOf(call.responseBody))).toEqual(chatReply('hello', vendorMeta));
    expect(call.requestBytes).toBe(server.requests[0]?.body.length);
    expect(call.responseBytes).toBe(textOf(call.responseBody).length);
    expect(Object.fromEntries(call.requestHeaders)).toMatchObject({
      authorization: 'Bearer $GATEHOUSE_API_KEY',
      'content-type': 'application/json',
      'idempotency-key': server.requests[0]?.headers['idempotency-key'],
    });
    expect(Object.fromEntries(call.responseHeaders)).toMatchObject({ 'x-request-id': 'req_1' });
  });

  test('has the times in the order they happened', async () => {
    const recorder = openRecorder();
    server.script(events(wait(30), chunk('a'), wait(30), chunk('b', 'stop'), done));
    await askStream(recorder);
    const { timing, durationMs, events: kept } = recorder.last();
    const { sentMs, headersMs, firstByteMs, endMs } = timing;
    const inOrder = [0, sentMs, headersMs, firstByteMs, endMs];
    expect(inOrder).not.toContain(null);
    expect([...inOrder].sort((a, b) => Number(a) - Number(b))).toEqual(inOrder);
    expect(durationMs).toBe(endMs);
    expect(kept.map(({ data }) => data)).toHaveLength(3);
    expect(Number(kept[1]?.atMs) - Number(kept[0]?.atMs)).toBeGreaterThan(20);
    expect(Number(firstByteMs) - Number(headersMs)).toBeGreaterThan(20);
  });

  test('keeps the events of a stream and the figures of its last one', async () => {
    const recorder = openRecorder();
    server.script(
      events(
        ': keep-alive\n\n',
        chunk('a'),
        'event: note\ndata: b\n\n'.replace('b', '{}'),
        chunk('', 'stop', vendorMeta),
        done,
      ),
    );
    await askStream(recorder);
    const call = recorder.last();
    expect(call.events.map(({ index, type, data }) => [index, type, data.slice(0, 7)])).toEqual([
      [0, '', '{"id":"'],
      [1, 'note', '{}'],
      [2, '', '{"id":"'],
      [3, '', '[DONE]'],
    ]);
    expect(call).toMatchObject({
      state: 'done',
      eventCount: 4,
      cost: inMicros(400_000),
      responseBody: { kind: 'none' },
    });
  });

  test('keeps only size and type of audio', async () => {
    const recorder = openRecorder();
    const sound = new Uint8Array(5_000).fill(7);
    sound.set([0x49, 0x44, 0x33]);
    server.script({
      headers: { 'content-type': 'audio/mpeg', 'x-gatehouse-credits-used': '0.25' },
      body: [sound],
    });
    await recorder.client().audio.speech.create({ model: 'm', input: 'x', voice: 'v' });
    expect(recorder.last()).toMatchObject({
      responseBody: { kind: 'binary', contentType: 'audio/mpeg', bytes: 5_000 },
      responseBytes: 5_000,
      cost: inMicros(250_000),
    });
  });

  test('keeps both ends of a long body, and finds the credits in its end', async () => {
    const recorder = openRecorder();
    const body = { data: [{ b64_json: 'A'.repeat(1_000_000) }], ...vendorMeta };
    server.script(json(body));
    await recorder.client().images.generations.create({ model: 'm', prompt: 'x' });
    const { responseBody, cost } = recorder.last();
    if (responseBody.kind !== 'text') throw new Error('no text');
    expect(responseBody.text.startsWith('{"data":[{"b64_json":"AAAA')).toBe(true);
    expect(responseBody.tail.endsWith('"credits_remaining":99.6}}')).toBe(true);
    expect(responseBody.text.length + responseBody.tail.length).toBeLessThanOrEqual(256 * 1_024);
    expect(responseBody.leftOutBytes).toBe(JSON.stringify(body).length - 256 * 1_024);
    expect(cost).toEqual(inMicros(400_000));
  });

  test('keeps the first and the last events of a long stream', async () => {
    const recorder = openRecorder();
    const many = Array.from({ length: 4_000 }, (_, at) => chunk(`word ${at} `)).join('');
    server.script(events(many, chunk('', 'stop', vendorMeta), done));
    await askStream(recorder);
    const call = recorder.last();
    expect(call.eventCount).toBe(4_002);
    expect(call.events.length).toBeLessThan(2_500);
    expect(call.events.map(({ index }) => index).slice(-2)).toEqual([4_000, 4_001]);
    expect(call.events[100]?.index).toBe(100);
    expect(call).toMatchObject({ cost: inMicros(400_000), state: 'done' });
    expect(recorder.calls[0]?.size()).toBeLessThan(300 * 1_024);
    // They are unpacked each time, always the same.
    expect(call.events[100]?.data).toContain('"word 100 "');
    expect(recorder.last().events).toEqual(call.events);
  });

  test.each([
    [
      'a refusal',
      () => json({ error: { code: 'insufficient_credits', message: 'no' } }, 402),
      'done',
      402,
      'insufficient_credits',
    ],
    ['a page', () => ({ status: 502, body: ['<html>'] }), 'done', 502, 'provider_error'],
    ['no answer', () => ({ before: cut }), 'failed', null, 'cut'],
    ['half an answer', () => ({ ...json({}), body: ['{"half":', cut] }), 'failed', 200, 'cut'],
    [
      'an error in a stream',
      () => events(chunk('a'), event({ error: { code: 'provider_error' } })),
      'stopped',
      200,
      'provider_error',
    ],
  ] as const)('reports %s', async (name, script, state, status, error) => {
    const recorder = openRecorder();
    server.script(script());
    const stream = name === 'an error in a stream';
    await (stream ? askStream(recorder) : ask(recorder)).catch(() => undefined);
    await expect.poll(() => recorder.last().state).toBe(state);
    expect(recorder.last().status).toBe(status);
    expect(recorder.last().error).toMatch(new RegExp(`^${error}`));
  });

  test('says that nothing answered', async () => {
    const recorder = openRecorder();
    const port = await findClosedPort();
    await recorder
      .client(`http://127.0.0.1:${port}/api/v1`)
      .models.list()
      .catch(() => undefined);
    expect(recorder.last()).toMatchObject({ state: 'failed', status: null, error: 'refused (ECONNREFUSED)' });
    expect(recorder.last().timing).toMatchObject({ sentMs: null, headersMs: null, firstByteMs: null });
  });

  test('says that the person stopped it, with what had arrived', async () => {
    const recorder = openRecorder();
    const controller = new AbortController();
    server.script(events(chunk('a'), hang));
    const stream = await recorder
      .client()
      .chat.completions.create({ ...question, stream: true }, { signal: controller.signal });
    for await (const _ of stream) {
      controller.abort();
      break;
    }
    await expect
      .poll(() => recorder.last())
      .toMatchObject({ state: 'stopped', eventCount: 1, error: 'aborted' });
  });
});

describe('the key', () => {
  const authorization = (headers: object) =>
    String(Object.fromEntries(Object.entries(headers)).authorization);
  const escaped = [...apiKey]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  const percent = [...apiKey].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const entities = [...apiKey].map((letter) => `&#${letter.charCodeAt(0)};`).join('');
  const beginning = apiKey.slice(0, 6);

  /** No form of it, at no time. */
  function expectNoKey(recorder: ReturnType<typeof openRecorder>, note = 'removed'): void {
    expect(recorder.seen.length).toBeGreaterThan(1);
    const all = recorder.seen.join('\n').toLowerCase();
    for (const form of [beginning, escaped.slice(0, 36), percent.slice(0, 18), entities.slice(0, 24)]) {
      expect(all).not.toContain(form.toLowerCase());
    }
    expect(all).toContain(note);
  }

  test.each([
    ['in a text', `your key: ${apiKey}.`],
    ['as JSON writes any text', `{"a":"${escaped}"}`],
    ['as JSON in JSON writes it', JSON.stringify({ a: `{"a":"${escaped}"}` })],
    ['as an address writes it', `{"url":"https://x/?k=${percent}"}`],
    ['as a page writes it', `<p>${entities}</p>`],
    ['in upper case', apiKey.toUpperCase()],
    ['by a beginning', `bad key ${apiKey.slice(0, 12)}***`],
    ['at the end', `x ${apiKey}`],
  ])('is removed from a body: %s', async (_name, body) => {
    for (const status of [200, 401]) {
      const recorder = openRecorder();
      server.script({ status, headers: { 'content-type': 'application/json' }, body: [body] });
      await ask(recorder).catch(() => undefined);
      expect(recorder.last().state).toBe('done');
      expectNoKey(recorder);
    }
  });

  test('is removed from headers, including names, and from the status line', async () => {
    const recorder = openRecorder();
    server.script((request) =>
      json({}, 400, {
        'x-echo': authorization(request.headers),
        [`x-${apiKey}`]: '1',
        'x-request-id': apiKey,
        'set-cookie': ['a=b'],
      }),
    );
    await ask(recorder).catch(() => undefined);
    expectNoKey(recorder);
    expect(Object.fromEntries(recorder.last().responseHeaders)).toMatchObject({
      'set-cookie': '[key removed]',
    });
  });

  test('is removed from a request that contains it', async () => {
    const recorder = openRecorder();
    server.script(json(chatReply('x')));
    await recorder.client().chat.completions.create({
      model: apiKey,
      messages: [{ role: 'user', content: `why is ${apiKey} wrong?` }],
    });
    expect(server.requests[0]?.body).toContain(apiKey);
    expectNoKey(recorder);
    await recorder
      .client()
      .models.retrieve(`a/${apiKey}`)
      .catch(() => undefined);
    expect(server.requests[1]?.url).toContain(apiKey);
    expectNoKey(recorder);
  });

  test('is removed from the errors of a failed call', async () => {
    const recorder = openRecorder(apiKey, async () => {
      throw new TypeError(`Headers: "Bearer ${apiKey}" is invalid`, { cause: new Error(apiKey) });
    });
    await ask(recorder).catch(() => undefined);
    expect(recorder.last()).toMatchObject({ state: 'failed', error: 'cut' });
    expectNoKey(recorder, 'failed');
  });

  test('is removed from a body however its pieces are split, also next to the gap of a long one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: apiKey.length }), fc.boolean(), async (at, isTail) => {
        const recorder = openRecorder();
        const headBytes = 192 * 1_024;
        const before = 'x'.repeat(isTail ? 400_000 : headBytes - at);
        const after = 'y'.repeat(isTail ? 64 * 1_024 - at : 400_000);
        const key = new TextEncoder().encode(apiKey);
        server.script({ body: [before, key.slice(0, at), key.slice(at), after] });
        await (await recorder.fetch(server.baseUrl)).text();
        const all = recorder.seen.join('');
        expect(all).not.toContain(beginning);
        expect(all).not.toContain(apiKey.slice(-6));
      }),
      { numRuns: 12 },
    );
  });

  const letters = (text: string) => [...text].map((letter) => chunk(letter));
  test.each([
    ['letter by letter', () => letters(`see ${apiKey}, yes`)],
    ['in two', () => [chunk(`see ${apiKey.slice(0, 9)}`), chunk(`${apiKey.slice(9)}!`)]],
    ['by a beginning that ends', () => [...letters(apiKey.slice(0, 11)), chunk(' is how it begins')]],
    ['by a beginning at the very end', () => letters(`so: ${apiKey.slice(0, 11)}`)],
    ['with its beginning begun twice', () => letters(`${apiKey.slice(0, 4)}${apiKey}`)],
    [
      'with another reply beside it',
      () => letters(apiKey).flatMap((one) => [one, chunk('x').replace('"index":0', '"index":1')]),
    ],
    ['in events that are no JSON', () => [...apiKey].map((letter) => event(letter))],
    [
      'after a field that always ends like its beginning',
      () => letters(apiKey).map((one) => one.replace('"model":"m"', '"model":"mc"')),
    ],
  ])('is removed from a stream: %s', async (_name, pieces) => {
    const recorder = openRecorder();
    server.script(events(...pieces(), chunk('', 'stop'), done));
    await (await recorder.fetch(server.baseUrl)).text();
    const told = recorder.last().events.flatMap(({ data }) => {
      const found = /"index":0,"delta":\{"content":"([^"]*)"/.exec(data)?.[1];
      return found ?? (data.startsWith('{') || data === '[DONE]' ? [] : [data]);
    });
    const text = told.join('');
    expect(text).toContain('[key removed]');
    expect(text.replace('[key removed]', '')).not.toMatch(/canary|8f3a|77c2/);
    expectNoKey(recorder);
  });

  test('is removed from the note on skipped events, also where two of them share it', async () => {
    const recorder = openRecorder();
    const halves = [`data: ${apiKey.slice(0, 12)}\n\n`, `data: ${apiKey.slice(12)}, sent\n\n`];
    server.script(events(chunk('hi'), ...halves, chunk('', 'stop'), done));
    await askStream(recorder);
    expectNoKey(recorder);
    expect(recorder.last().note).toBe(
      'The stream has 2 events that are no part of the reply, and skipped: “[key removed]”, “, sent”.',
    );
    expect(recorder.seen.join('')).not.toContain(apiKey.slice(12));
  });

  test('a note on a skipped event ends between two characters', async () => {
    const recorder = openRecorder();
    const family = '👨‍👩‍👧';
    server.script(
      events(chunk('hi'), `data: ${'x'.repeat(56)}${family}${family}\n\n`, chunk('', 'stop'), done),
    );
    await askStream(recorder);
    expect(recorder.last().note).toContain(`“${'x'.repeat(56)}…”`);
  });

  test('leaves a stream unchanged that only begins like it', async () => {
    const recorder = openRecorder();
    const sent = ['I c', 'an', 'ary', ' you?', ' c'].map((text) => chunk(text));
    server.script(events(...sent, chunk('', 'stop'), done));
    await askStream(recorder);
    const kept = recorder.last().events;
    expect(kept.map(({ data }) => `data: ${data}\n\n`)).toEqual([...sent, chunk('', 'stop'), done]);
    expect(kept.map(({ index }) => index)).toEqual(kept.map((_, index) => index));
  });

  test('is removed from any stream, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.constant(apiKey), fc.constant(apiKey.slice(0, 9)), fc.string({ maxLength: 5 })),
          { maxLength: 6 },
        ),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
        async (words, sizes) => {
          const text = words.join('');
          const pieces: string[] = [];
          for (let at = 0, step = 0; at < text.length; step++) {
            const size = sizes[step % sizes.length] ?? 1;
            pieces.push(chunk(text.slice(at, at + size)));
            at += size;
          }
          const recorder = openRecorder();
          const body = [...pieces, chunk('', 'stop'), done].join('');
          const answer: FetchLike = async () =>
            new Response(body, { headers: { 'content-type': 'text/event-stream' } });
          const recorded = openRecorder(apiKey, answer);
          await (await recorded.fetch(server.baseUrl)).text();
          const kept = recorded
            .last()
            .events.map(({ data }) => (data === '[DONE]' ? '' : JSON.parse(data).choices[0].delta.content))
            .join('');
          expect(kept.toLowerCase()).not.toContain(apiKey.slice(0, 8));
          if (!text.toLowerCase().includes(apiKey.slice(0, 8))) expect(kept).toBe(text);
          expect(recorder.calls).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('recording', () => {
  test('passes every byte through unchanged and reads nothing ahead', async () => {
    const recorder = openRecorder();
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
    server.script({ body: [bytes] });
    const response = await recorder.fetch(server.baseUrl);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    let pulls = 0;
    const lazy = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
    const idle = openRecorder(apiKey, async () => new Response(lazy));
    await idle.fetch(server.baseUrl);
    expect(pulls).toBe(0);
  });

  test('passes on a long stream of small pieces as it arrived', async () => {
    const pieces = Array.from({ length: 20_000 }, (_, at) => new TextEncoder().encode(chunk(`word ${at} `)));
    const answer: FetchLike = async () => {
      let at = 0;
      const pull = (controller: ReadableStreamDefaultController) => {
        const piece = pieces[at++];
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      };
      return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } });
    };
    const recorder = createCallRecorder({
      now: Date.now,
      monotonic: () => performance.now(),
      newId: () => 'x',
    });
    const response = await recorder.record(answer, { apiKey, profileId: 'p' })(server.baseUrl);
    const came = Buffer.from(await response.arrayBuffer());
    expect(came.equals(Buffer.concat(pieces))).toBe(true);
  });

  test('never fails a call because of its own error', async () => {
    const recorder = createCallRecorder({
      now: Date.now,
      monotonic: () => performance.now(),
      newId: () => 'x',
    });
    recorder.onCall(() => {
      throw new Error('a listener is broken');
    });
    server.script(json({ fine: true }));
    const response = await recorder.record(fetch, { apiKey, profileId: 'p' })(server.baseUrl);
    expect(await response.json()).toEqual({ fine: true });
  });
});
