/** Requests as HTTP programs write them: in chunks, compressed, with other cases of letters and other addresses. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { chat, chatBody, readError, send } from '../support/sandbox-http';

let sandbox: TestSandbox;
const internalErrors: unknown[] = [];

beforeAll(async () => {
  sandbox = await startTestSandbox({ onInternalError: (error) => internalErrors.push(error) });
});
afterAll(async () => {
  await sandbox.close();
  expect(internalErrors).toEqual([]);
});

/** Sent in pieces, so that `fetch` can't declare its length. */
const inChunks = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });

describe('a body of undeclared length', () => {
  it('is read', async () => {
    const response = await send(sandbox, { body: inChunks(chatBody()) });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'hello' } }] });
  });

  it('is the same request as one of declared length', async () => {
    const headers = { 'idempotency-key': 'in-chunks' };
    const first = await send(sandbox, { body: inChunks(chatBody()), headers });
    const again = await chat(sandbox, {}, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await again.json()).id).toBe((await first.json()).id);
  });

  it('starts a stream that ends when its client leaves', async () => {
    const leaving = new AbortController();
    const body = inChunks(chatBody({ model: 'sandbox/firehose', tokens: 100_000, stream: true }));
    const response = await send(sandbox, { body, signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    await expect
      .poll(async () => (await sandbox.account()).charges[0])
      .toMatchObject({ state: 'aborted', model: 'sandbox/firehose' });
  });

  it('may be a form', async () => {
    const form = new FormData();
    form.set('model', 'sandbox/none');
    const { headers, body } = new Response(form);
    const type = headers.get('content-type');
    const response = await send(sandbox, {
      path: '/images/edits',
      body: body ?? '',
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(404);
    expect((await readError(response)).error.code).toBe('model_not_found');
  });
});

describe('a compressed body', () => {
  it('is refused by the name of its encoding', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const response = await send(sandbox, { body: gzipSync(chatBody()), headers });
    expect(response.status).toBe(415);
    const { error } = await readError(response);
    expect(error).toMatchObject({ code: 'unsupported_media_type', param: 'Content-Encoding' });
    expect(error.message).toContain('gzip');
  });

  it('that says it is not compressed is read', async () => {
    const response = await chat(sandbox, {}, { 'content-encoding': 'identity' });
    expect(response.status).toBe(200);
  });
});

describe('a path that isn’t served', () => {
  const missing = async (path: string, method = 'POST'): Promise<string> => {
    const origin = new URL(sandbox.baseUrl).origin;
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
    const body = method === 'POST' ? chatBody() : undefined;
    const response = await fetch(`${origin}${path}`, { method, headers, body });
    expect(response.status).toBe(404);
    const { error } = await readError(response);
    expect(error).toMatchObject({ code: 'not_found', type: 'invalid_request_error', param: null });
    return error.message;
  };

  it.each([
    ['/v1/chat/completions', 'It is at /api/v1/chat/completions'],
    ['/chat/completions', 'It is at /api/v1/chat/completions'],
    ['/api/v1/v1/chat/completions', 'It is at /api/v1/chat/completions'],
    ['/api/v1/chat/completions/', 'It is at /api/v1/chat/completions'],
    ['/api/v1//chat/completions', 'It is at /api/v1/chat/completions'],
    ['/openai/deployments/echo/chat/completions', 'It is at /api/v1/chat/completions'],
    ['/api/v1/completions', '/chat/completions'],
    ['/api/v1/audio/transcriptions', 'No model here listens'],
    ['/api/v1/images/variations', '/images/edits'],
    ['/api/v1/videos', '/videos/generations'],
    ['/api/v1/files', 'data URLs'],
    ['/api/v1/batches', '/chat/completions'],
    ['/api/v1/assistants', '/responses'],
    ['/api/v1/threads/runs', 'previous_response_id'],
    ['/api/v1/conversations', 'previous_response_id'],
    ['/api/v1/vector_stores', '/embeddings'],
    ['/api/v1/moderations', 'moderates'],
    ['/api/v1/responses/resp_1/cancel', 'DELETE /responses/{id}'],
    ['/api/v1/fine_tuning/jobs', 'trained'],
    ['/api/v1/evals', 'Below /api/v1 there are /models, /chat/completions'],
    ['/', 'Below /api/v1 there are /models, /chat/completions'],
  ])('says what to do instead: %s', async (path, instead) => {
    expect(await missing(path)).toContain(instead);
  });
});
