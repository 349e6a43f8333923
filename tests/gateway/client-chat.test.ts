import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  chatReply,
  connect,
  event,
  failureOf,
  question,
  vendorMeta,
} from '../support/gateway-client';
import { events, type HostileServer, json, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ask = (more: object = {}) => connect(server).client.chat.completions.create({ ...question, ...more });

describe('a chat reply that is not streamed', () => {
  it('reads text, usage, credits, request id and timing', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 1 };
    server.script(json(chatReply('Hello', { usage, ...vendorMeta }), 200, { 'x-request-id': 'r1' }));
    const result = await ask();
    expect(result).toMatchObject({ id: 'c', model: 'm', usage: { promptTokens: 3, completionTokens: 1 } });
    expect(result.choices).toEqual([
      {
        index: 0,
        text: 'Hello',
        reasoning: '',
        parts: [],
        finishReason: 'stop',
      },
    ]);
    const { credits, requestId, attempts, statusCode, timing } = result.meta;
    expect({ credits, requestId, attempts, statusCode }).toEqual({
      credits: { used: 0.4, remaining: 99.6 },
      requestId: 'r1',
      attempts: 1,
      statusCode: 200,
    });
    expect(timing.startedAt).toBeGreaterThan(1.6e12);
    expect(timing.headersMs).toBeGreaterThan(0);
    expect(timing.firstMs).toBeGreaterThanOrEqual(timing.headersMs ?? Number.NaN);
    expect(timing.totalMs).toBeGreaterThanOrEqual(timing.firstMs ?? Number.NaN);
  });

  it('sends the body unchanged, with key and idempotency key and nothing about the machine', async () => {
    server.script(json(chatReply('ok')));
    const result = await ask({ seed: 7, odd: { a: [1, null] } });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/api/v1/chat/completions' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...question, seed: 7, odd: { a: [1, null] } });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': result.meta.idempotencyKey,
    });
    expect(result.meta.idempotencyKey).toMatch(/^[\w-]{36}$/);
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
  });

  it('uses the idempotency key of the intent if there is one', async () => {
    server.script(json(chatReply('ok')));
    const options = { idempotencyKey: 'intent-1' };
    const result = await connect(server).client.chat.completions.create({ ...question }, options);
    expect(server.requests[0]?.headers['idempotency-key']).toBe('intent-1');
    expect(result.meta.idempotencyKey).toBe('intent-1');
  });

  it('keeps unreported figures unknown, never zero', async () => {
    server.script(json({ choices: [{ message: { content: 'ok' } }] }));
    const result = await ask();
    expect(result).toMatchObject({ id: null, model: null, usage: null });
    expect(result.meta).toMatchObject({
      credits: { used: null, remaining: null },
      requestId: null,
      rateLimit: null,
    });
  });

  it('treats half a usage as none', async () => {
    server.script(json(chatReply('ok', { usage: { prompt_tokens: 3 } })));
    expect((await ask()).usage).toBeNull();
  });

  it.each([
    ['parts', [{ type: 'text', text: 'Hel' }, { type: 'text', text: { value: 'lo' } }, '!'], 'Hello!'],
    ['one part', { text: 'Hello' }, 'Hello'],
    ['null', null, ''],
    ['a number', 7, '7'],
  ])('reads content given as %s', async (_name, content, text) => {
    server.script(json(chatReply(content)));
    expect((await ask()).choices[0]?.text).toBe(text);
  });

  it('reads reasoning, refusal, tool calls and several choices', async () => {
    const call = { id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
    const message = { content: 'b', reasoning_content: 'hm', tool_calls: [call] };
    const refused = { content: null, reasoning: 'no', refusal: 'I will not' };
    const choices = [
      { index: 1, message, finish_reason: 'tool_calls' },
      { index: 0, message: refused, finish_reason: 'stop' },
    ];
    server.script(json({ choices }));
    expect((await ask({ n: 2 })).choices).toEqual([
      {
        index: 0,
        text: '',
        reasoning: 'no',
        parts: [{ type: 'refusal', place: 0, text: 'I will not' }],
        finishReason: 'stop',
      },
      {
        index: 1,
        text: 'b',
        reasoning: 'hm',
        parts: [{ type: 'toolCall', place: 0, raw: call }],
        finishReason: 'tool_calls',
      },
    ]);
  });

  it('reads an event stream that was not requested', async () => {
    const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
    server.script(events(delta('Hel'), delta('lo'), event({ choices: [], ...vendorMeta }), event('[DONE]')));
    const result = await ask();
    expect(result.choices[0]?.text).toBe('Hello');
    expect(result.meta.credits.used).toBe(0.4);
  });

  it('reads JSON with a wrong content type', async () => {
    server.script({ headers: { 'content-type': 'text/html' }, body: [JSON.stringify(chatReply('ok'))] });
    expect((await ask()).choices[0]?.text).toBe('ok');
  });

  it('decodes the charset the gateway names', async () => {
    const body = [Buffer.from(JSON.stringify(chatReply('Grüße')), 'latin1')];
    server.script({ headers: { 'content-type': 'application/json; charset=ISO-8859-1' }, body });
    expect((await ask()).choices[0]?.text).toBe('Grüße');
  });

  it('keeps characters whole when bytes split them', async () => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify(chatReply('a€😀'))}`);
    server.script({ body: [...bytes].map((byte) => Uint8Array.of(byte)) });
    expect((await ask()).choices[0]?.text).toBe('a€😀');
  });
});

describe('an unreadable chat reply', () => {
  const page = `<!doctype html><title>Welcome</title>${'x'.repeat(500)}`;

  it.each([
    ['a web page', [page], 'web page'],
    ['nothing', [], 'nothing'],
    ['broken JSON', ['{"choices": [{"mess'], 'broken'],
    ['a bare value', ['42'], 'not JSON'],
    ['JSON without choices', ['{"hello":1}'], 'another form'],
    ['a list', ['[1]'], 'another form'],
    [
      'JSON nested absurdly deep',
      [`{"choices":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
      'deeper than 200 levels',
    ],
  ])('is malformed and of unknown outcome: %s', async (_name, body, words) => {
    server.script({ headers: { 'content-type': 'application/json' }, body });
    const error = await failureOf(ask());
    expect(error).toMatchObject({ errorCode: 'malformed_response', statusCode: 200, outcomeUnknown: true });
    expect(error.message).toContain(words);
    expect(String(error.details).length).toBeLessThanOrEqual(300);
    expect(server.requests).toHaveLength(1);
  });

  it('has a known outcome if it states its charge', async () => {
    server.script(json({ hello: 1, ...vendorMeta }));
    const error = await failureOf(ask());
    expect(error).toMatchObject({ outcomeUnknown: false, credits: { used: 0.4, remaining: 99.6 } });
  });

  it('is malformed if it can’t be decompressed', async () => {
    server.script({ headers: { 'content-encoding': 'gzip' }, body: ['not gzip at all'] });
    expect(await failureOf(ask())).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
  });

  it('is not read beyond 256 MB', async () => {
    const megabyte = 'x'.repeat(1_048_576);
    server.script({ body: ['{"a":"', ...Array.from({ length: 258 }, () => megabyte)] });
    const error = await failureOf(ask());
    expect(error).toMatchObject({ errorCode: 'malformed_response', outcomeUnknown: true });
    expect(error.message).toContain('larger than 256 MB');
    expect(error.message).toContain('or for their addresses in place of the data.');
  });

  it('is an error if the body has one despite a good status', async () => {
    server.script(json({ error: { code: 'insufficient_credits', message: 'Empty.', status: 402 } }));
    const error = await failureOf(ask());
    expect(error).toMatchObject({
      errorCode: 'insufficient_credits',
      statusCode: 402,
      outcomeUnknown: false,
    });
  });
});
