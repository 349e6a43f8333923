import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chatReply,
  chunk,
  connect,
  done,
  event,
  failureOf,
  question,
  readStream,
  vendorMeta,
} from '../support/gateway-client';
import {
  cut,
  events,
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

const open = (timeouts = {}, signal?: AbortSignal) =>
  connect(server, { timeouts }).client.chat.completions.create({ ...question, stream: true }, { signal });

/** Answers with the script and reads to the end. */
async function streamed(script: Script, timeouts = {}) {
  server.script(script);
  const stream = await open(timeouts);
  const read = await readStream(stream);
  return { ...read, result: stream.result() };
}

describe('a streamed chat reply', () => {
  it('yields each delta once, then usage and credits', async () => {
    const last = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 }, ...vendorMeta };
    const { steps, error, result } = await streamed(
      events(chunk('Hel'), chunk('lo', 'stop'), event(last), done),
    );
    expect(steps).toEqual(['Hel', 'lo']);
    expect(error).toBeNull();
    expect(result).toMatchObject({
      id: 'c',
      model: 'm',
      choices: [{ text: 'Hello', finishReason: 'stop' }],
      usage: { promptTokens: 1, completionTokens: 2 },
      meta: { credits: { used: 0.4, remaining: 99.6 }, attempts: 1, statusCode: 200 },
    });
    expect(result.meta.timing.firstMs).toBeGreaterThan(0);
    expect(result.meta.timing.totalMs).toBeGreaterThanOrEqual(result.meta.timing.firstMs ?? Number.NaN);
  });

  it('yields a delta before the next one arrives', async () => {
    server.script(events(chunk('now'), hang));
    const stream = await open();
    const first = await stream[Symbol.asyncIterator]().next();
    expect(first).toEqual({ done: false, value: { index: 0, text: 'now', reasoning: '' } });
    stream.abort();
  });

  it('ends at [DONE] even if the gateway keeps the connection open, and closes that', async () => {
    let isClosed = false;
    server.onClose(() => {
      isClosed = true;
    });
    const { text, error } = await streamed(events(chunk('ok', 'stop'), done, hang));
    expect({ text, error }).toEqual({ text: 'ok', error: null });
    await expect.poll(() => isClosed, { timeout: 4_000 }).toBe(true);
  });

  it('leaves its connection open for the next call', async () => {
    const { client } = connect(server);
    for (let call = 0; call < 3; call++) {
      server.script(events(chunk('ok', 'stop'), done, wait(10)));
      await readStream(await client.chat.completions.create({ ...question, stream: true }));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    // On a busy machine one call may come before the end of the last body was read.
    expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThan(3);
  });

  it('accepts every valid way to write events', async () => {
    const body = [
      ': keep-alive\r\n\r\n',
      `data:${JSON.stringify({ choices: [{ delta: { content: 'a' } }] })}\r\n\r\n`,
      'event: message\nid: 7\nretry: 10\ndata: {"choices":[{"delta":\ndata: {"content":"b"}}]}\n\n',
      `data: ${JSON.stringify({ choices: [{ delta: { content: 'c' } }] })}\r\r`,
      'event: ping\ndata: {}\n\n',
      'data:\n\n: again\n\n',
      'data: [DONE]',
    ];
    const { text, error } = await streamed(events(...body));
    expect({ text, error }).toEqual({ text: 'abc', error: null });
  });

  it('reads events, line ends and characters that are split between packets', async () => {
    const whole = `${chunk('€😀').replaceAll('\n', '\r\n')}${chunk('ü', 'stop')}${done}`;
    const { text, error } = await streamed(
      events(...[...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))),
    );
    expect({ text, error }).toEqual({ text: '€😀ü', error: null });
  });

  it('reads usage and credits from any chunk', async () => {
    const early = { usage: { prompt_tokens: 5, completion_tokens: 0 }, ...vendorMeta };
    const { result } = await streamed(events(chunk('a', null, early), chunk('b', 'stop'), done));
    expect(result).toMatchObject({
      usage: { promptTokens: 5, completionTokens: 0 },
      meta: { credits: { used: 0.4 } },
    });
  });

  it('reads credits from headers if no chunk has them', async () => {
    const headers = { 'x-vendor-credits-used': '1.5', 'x-vendor-credits-remaining': '8' };
    const { result } = await streamed({ headers, body: [chunk('a', 'stop'), done] });
    expect(result.meta.credits).toEqual({ used: 1.5, remaining: 8 });
  });

  it('reads JSON instead of a stream as one delta', async () => {
    const { steps, error, result } = await streamed(json(chatReply('Hello', vendorMeta)));
    expect({ steps, error }).toEqual({ steps: ['Hello'], error: null });
    expect(result.meta.credits.used).toBe(0.4);
  });

  it('keeps reasoning separate, and joins refusal and tool calls', async () => {
    const step = (delta: object, finish: string | null = null) =>
      event({ choices: [{ index: 0, delta, finish_reason: finish }] });
    const call = (piece: object) => step({ tool_calls: [{ index: 0, ...piece }] });
    const { text, reasoning, result } = await streamed(
      events(
        step({ role: 'assistant', reasoning_content: 'let me ' }),
        step({ reasoning: 'think' }),
        step({ content: 'Yes', refusal: 'but ' }),
        step({ refusal: 'no' }),
        call({ id: 't1', type: 'function', function: { name: 'look', arguments: '{"a"' } }),
        call({ function: { arguments: ':1}' } }),
        step({}, 'tool_calls'),
        done,
      ),
    );
    expect({ text, reasoning }).toEqual({ text: 'Yes', reasoning: 'let me think' });
    const raw = { id: 't1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } };
    expect(result.choices).toEqual([
      {
        index: 0,
        text: 'Yes',
        reasoning: 'let me think',
        parts: [
          { type: 'refusal', place: 0, text: 'but no' },
          { type: 'toolCall', place: 1, raw },
        ],
        finishReason: 'tool_calls',
      },
    ]);
  });

  it('keeps several choices separate', async () => {
    const step = (index: number, content: string, finish_reason: string | null) =>
      event({ choices: [{ index, delta: { content }, finish_reason }] });
    const body = [step(1, 'B', null), step(0, 'A', 'stop'), step(1, 'b', 'length'), done];
    const { result } = await streamed(events(...body));
    expect(result.choices.map(({ text, finishReason }) => [text, finishReason])).toEqual([
      ['A', 'stop'],
      ['Bb', 'length'],
    ]);
  });
});

describe('the end of a streamed chat reply', () => {
  it('is complete without [DONE] once every choice has its finish reason', async () => {
    const { text, error } = await streamed(events(chunk('all', 'stop')));
    expect({ text, error }).toEqual({ text: 'all', error: null });
  });

  it.each([
    ['closes early', []],
    ['breaks the connection', [wait(20), cut]],
    ['closes in the middle of an event', ['data: {"choices":[{"del']],
  ])('is cut, with its text kept, if the gateway %s', async (_name, end) => {
    const { text, error, result } = await streamed(events(chunk('Hel'), chunk('lo'), ...end));
    expect(text).toBe('Hello');
    expect(error).toMatchObject({ errorCode: 'stream_cut', statusCode: 200, outcomeUnknown: true });
    expect(result.choices[0]?.text).toBe('Hello');
    expect(server.requests).toHaveLength(1);
  });

  it('is cut if one of two choices never finished', async () => {
    const step = (index: number, finish_reason: string | null) =>
      event({ choices: [{ index, delta: { content: 'x' }, finish_reason }] });
    expect((await streamed(events(step(0, 'stop'), step(1, null)))).error?.errorCode).toBe('stream_cut');
  });

  it('is known if the stream breaks after finish reason and charge', async () => {
    const { error } = await streamed(events(chunk('all', 'stop', vendorMeta), wait(20), cut));
    expect(error).toMatchObject({ errorCode: 'stream_cut', outcomeUnknown: false, credits: { used: 0.4 } });
  });

  it('is malformed, with its text kept, after an event that is not JSON', async () => {
    const { text, error } = await streamed(events(chunk('Hel'), 'data: {oops\n\n', chunk('lo'), done));
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true, details: '{oops' });
  });

  it('is malformed after an event beyond 256 MB', async () => {
    const piece = 'x'.repeat(1_048_576);
    const { text, error } = await streamed(
      events(chunk('Hel'), 'data: "', ...Array.from({ length: 258 }, () => piece)),
    );
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it.each([
    ['under error', event({ error: { code: 'provider_error', message: 'Gone.', details: { at: 3 } } })],
    [
      'as an event of that type',
      'event: error\ndata: {"code":"provider_error","message":"Gone.","details":{"at":3}}\n\n',
    ],
  ])('is the error that came in it, %s', async (_name, failure) => {
    const { text, error } = await streamed(events(chunk('Hel'), failure, done));
    expect(text).toBe('Hel');
    expect(error).toMatchObject({
      errorCode: 'provider_error',
      message: 'Gone.',
      details: { at: 3 },
      outcomeUnknown: true,
    });
  });

  it('has a known outcome if its error refuses before any text', async () => {
    const { error } = await streamed(events(event({ error: { code: 429, message: 'Slow down.' } })));
    expect(error).toMatchObject({ errorCode: 'rate_limited', statusCode: 429, outcomeUnknown: false });
  });

  it.each([false, true])(
    'is an error if it claims to be compressed and is not, whenever it begins (later: %s)',
    async (isLater) => {
      const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' };
      const body = event({ choices: [{ index: 0, delta: { content: 'not packed' } }] });
      server.script({ headers, body: isLater ? [wait(20), body, done] : [body, done] });
      const stream = await connect(server).client.chat.completions.create({ ...question, stream: true });
      expect((await readStream(stream)).error).toMatchObject({
        errorCode: 'malformed_response',
        outcomeUnknown: true,
      });
    },
  );

  it('is malformed if a web page or nothing arrives', async () => {
    for (const body of [['<html>no</html>'], []]) {
      const { error } = await streamed({ headers: { 'content-type': 'text/event-stream' }, body });
      expect(error).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
    }
  });
});

describe('time limits and stopping', () => {
  it('gives up if the headers don’t arrive', async () => {
    server.script({ before: hang });
    expect(await failureOf(open({ headersMs: 400 }))).toMatchObject({
      errorCode: 'timeout',
      statusCode: 0,
      details: { stage: 'headers', afterMs: 400 },
      outcomeUnknown: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up if the gateway falls silent, keeping the text', async () => {
    const { text, error } = await streamed(events(chunk('Hel'), hang), { idleMs: 60 });
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'timeout', details: { stage: 'idle' }, outcomeUnknown: true });
  });

  it('continues beyond the idle limit while bytes keep arriving', async () => {
    const slow = Array.from({ length: 8 }, () => [': alive\n\n', wait(80)]).flat();
    const { text, error } = await streamed(events(...slow, chunk('ok', 'stop'), done), { idleMs: 500 });
    expect({ text, error }).toEqual({ text: 'ok', error: null });
  });

  it('has no limit on the whole of what still grows', async () => {
    const slow = Array.from({ length: 10 }, () => [': alive\n\n', wait(10)]).flat();
    const { text, error } = await streamed(events(...slow, chunk('ok', 'stop'), done), { totalMs: 20 });
    expect({ text, error }).toEqual({ text: 'ok', error: null });
  });

  it('waits for the first byte of a reply as long as for its headers, not only as long as for the next', async () => {
    const late = events(wait(120), chunk('ok', 'stop'), done);
    expect(await streamed(late, { headersMs: 5_000, idleMs: 40 })).toMatchObject({ text: 'ok', error: null });
    const { error } = await streamed(events(hang), { headersMs: 60, idleMs: 5_000 });
    expect(error).toMatchObject({ errorCode: 'timeout', details: { stage: 'first', afterMs: 60 } });
  });

  it('does not count its reader’s time as silence', async () => {
    server.script(events(chunk('a'), chunk('b', 'stop'), done));
    const iterator = (await open({ idleMs: 50 }))[Symbol.asyncIterator]();
    await iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await iterator.next()).value).toMatchObject({ text: 'b' });
    expect((await iterator.next()).done).toBe(true);
  });

  it('stops in the middle of a reply by signal, keeping the text', async () => {
    server.script(events(chunk('Hel'), hang));
    const controller = new AbortController();
    const stream = await open({}, controller.signal);
    setTimeout(() => controller.abort(), 40);
    const { text, error } = await readStream(stream);
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'aborted', outcomeUnknown: true });
    expect(stream.result().choices[0]?.text).toBe('Hel');
  });

  it('stops in the middle of a reply by abort()', async () => {
    server.script(events(chunk('Hel'), hang));
    const stream = await open();
    setTimeout(() => stream.abort(), 40);
    expect((await readStream(stream)).error?.errorCode).toBe('aborted');
  });

  it('stops while it waits for the headers', async () => {
    server.script({ before: hang });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 40);
    const error = await failureOf(open({}, controller.signal));
    expect(error).toMatchObject({ errorCode: 'aborted', outcomeUnknown: true });
  });

  it('sends nothing, with a known outcome, if it was stopped before', async () => {
    const error = await failureOf(open({}, AbortSignal.abort()));
    expect(error).toMatchObject({ errorCode: 'aborted', outcomeUnknown: false, attempts: 0 });
    expect(server.requests).toHaveLength(0);
  });

  it('ends the call if its reader stops early', async () => {
    let closed = false;
    server.script(events(chunk('a'), chunk('b'), hang));
    server.onClose(() => {
      closed = true;
    });
    for await (const _delta of await open()) break;
    await expect.poll(() => closed).toBe(true);
  });
});
