import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../electron/gateway/client';
import { GatewayError } from '../../electron/gateway/error';
import type { ChatStream } from '../../electron/gateway/types';
import {
  cut,
  events,
  type HostileServer,
  hang,
  json,
  startHostileServer,
  wait,
} from '../support/hostile-server';

const apiKey = 'canary-key-8f3a1b77';
const question = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const create = (timeouts = {}) =>
  createGatewayClient({ apiKey, baseUrl: server.baseUrl, fetch, timeouts, sleep: async () => {} });

const chunk = (content: unknown, finish: string | null = null, more = {}) =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: finish }], ...more })}\n\n`;

const meta = { vendor: { credits_used: 0.4, credits_remaining: 99.6 } };
const reply = {
  id: 'c',
  model: 'm',
  choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }],
};

async function read(stream: ChatStream): Promise<{ text: string; error: GatewayError | null }> {
  let text = '';
  try {
    for await (const delta of stream) text += delta.text;
  } catch (error) {
    if (error instanceof GatewayError) return { text, error };
    throw error;
  }
  return { text, error: null };
}

async function failure(promise: Promise<unknown>): Promise<GatewayError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof GatewayError) return error;
  throw new Error(`expected a GatewayError, got ${String(error)}`);
}

const stream = (timeouts = {}, signal?: AbortSignal) =>
  create(timeouts).chat.completions.create({ ...question, stream: true }, { signal });

describe('a chat reply that is not streamed', () => {
  it('sends the body as it is, with key and idempotency key, and reads text, usage and credits', async () => {
    server.script(
      json({ ...reply, usage: { prompt_tokens: 3, completion_tokens: 1 }, ...meta }, 200, {
        'x-request-id': 'r1',
      }),
    );
    const result = await create().chat.completions.create({ ...question, seed: 7, odd: { a: [1] } });
    expect(result.choices).toEqual([
      { index: 0, text: 'Hello', reasoning: '', refusal: null, finishReason: 'stop', toolCalls: [] },
    ]);
    expect(result.usage).toEqual({ promptTokens: 3, completionTokens: 1 });
    expect(result.meta).toMatchObject({
      credits: { used: 0.4, remaining: 99.6 },
      requestId: 'r1',
      attempts: 1,
      statusCode: 200,
    });
    expect(result.meta.timing.totalMs).toBeGreaterThan(0);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/api/v1/chat/completions' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...question, seed: 7, odd: { a: [1] } });
    expect(request?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(request?.headers['idempotency-key']).toBe(result.meta.idempotencyKey);
  });
});

describe('a streamed chat reply', () => {
  it('yields each step once and ends at [DONE]', async () => {
    server.script(
      events(
        chunk('Hel'),
        chunk('lo', 'stop'),
        `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 }, ...meta })}\n\n`,
        'data: [DONE]\n\n',
      ),
    );
    const streamed = await stream();
    expect(await read(streamed)).toEqual({ text: 'Hello', error: null });
    const result = streamed.result();
    expect(result.choices[0]).toMatchObject({ text: 'Hello', finishReason: 'stop' });
    expect(result.usage).toEqual({ promptTokens: 1, completionTokens: 2 });
    expect(result.meta.credits).toEqual({ used: 0.4, remaining: 99.6 });
  });

  it('keeps the text of a cut stream and says that the outcome is unknown', async () => {
    server.script(events(chunk('Hel'), wait(20), cut));
    const streamed = await stream();
    const { text, error } = await read(streamed);
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'stream_cut', outcomeUnknown: true });
    expect(streamed.result().choices[0]?.text).toBe('Hel');
  });

  it('ends as timeout when the gateway falls silent', async () => {
    server.script(events(chunk('Hel'), hang));
    const { text, error } = await read(await stream({ idleMs: 80 }));
    expect(text).toBe('Hel');
    expect(error).toMatchObject({ errorCode: 'timeout', outcomeUnknown: true, details: { stage: 'idle' } });
    expect(await failure(Promise.reject(error))).toBe(error);
  });
});
