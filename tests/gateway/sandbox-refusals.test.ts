/** What the gateway refuses, and how: the documented error each time, never a 500. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
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

const message = (more: object) => ({
  messages: [
    { role: 'user', content: 'x' },
    { role: 'user', ...more },
  ],
});

describe('an invalid field', () => {
  it.each<[string, string, object]>([
    ['model', 'absent', { model: undefined }],
    ['model', 'a number', { model: 5 }],
    ['model', 'empty', { model: '' }],
    ['messages', 'absent', { messages: undefined }],
    ['messages', 'a string', { messages: 'hello' }],
    ['messages', 'empty', { messages: [] }],
    ['messages', 'too many', { messages: Array(4097).fill({ role: 'user', content: 'x' }) }],
    [
      'messages',
      'too long',
      { model: 'sandbox/eliza', messages: [{ role: 'user', content: 'word '.repeat(40_000) }] },
    ],
    ['messages[0]', 'null', { messages: [null] }],
    ['messages[1].role', 'unknown', message({ role: 'wizard', content: 'x' })],
    ['messages[1].content', 'absent', message({})],
    ['messages[1].content', 'null', message({ content: null })],
    ['messages[1].content', 'a number', message({ content: 7 })],
    [
      'messages[1].content[0].input_audio.data',
      'a sound without data',
      message({ content: [{ type: 'input_audio', input_audio: {} }] }),
    ],
    ['messages[1].content[0].type', 'unknown', message({ content: [{ type: 'hologram', hologram: {} }] })],
    [
      'messages[1].content[1].text',
      'no text',
      message({ content: [{ type: 'text', text: 'x' }, { type: 'text' }] }),
    ],
    ['temperature', 'a string', { temperature: '1' }],
    ['temperature', 'too high', { temperature: 2.1 }],
    ['top_p', 'negative', { top_p: -0.1 }],
    ['presence_penalty', 'too low', { presence_penalty: -3 }],
    ['frequency_penalty', 'too high', { frequency_penalty: 2.5 }],
    ['max_tokens', 'zero', { max_tokens: 0 }],
    ['max_tokens', 'a fraction', { max_tokens: 1.5 }],
    ['max_completion_tokens', 'negative', { max_completion_tokens: -1 }],
    ['n', 'five', { n: 5 }],
    ['seed', 'a fraction', { seed: 0.5 }],
    ['stop', 'a number', { stop: 5 }],
    ['stop', 'five', { stop: ['a', 'b', 'c', 'd', 'e'] }],
    ['stop[1]', 'empty', { stop: ['a', ''] }],
    ['stream', 'a string', { stream: 'yes' }],
    ['stream_options', 'without a stream', { stream_options: { include_usage: true } }],
    ['stream_options.include_usage', 'a number', { stream: true, stream_options: { include_usage: 1 } }],
    ['response_format.type', 'unknown', { response_format: { type: 'xml' } }],
    ['tokens_per_second', 'negative', { tokens_per_second: -1 }],
    ['tokens_per_second', 'all but nothing', { tokens_per_second: 1e-300 }],
    ['tokens', 'too many', { model: 'sandbox/firehose', tokens: 200_001 }],
    ['fail', 'unknown', { model: 'sandbox/flaky', fail: 'explode' }],
    ['fail_status', 'a success', { model: 'sandbox/flaky', fail_status: 200 }],
  ])('is named: %s, %s', async (param, _, body) => {
    const response = await chat(sandbox, body);
    expect(response.status).toBe(400);
    const { error } = await readError(response);
    expect(error).toMatchObject({ param, type: 'invalid_request_error' });
    expect(error.message).toContain(param);
  });

  it('is named for an Idempotency-Key too', async () => {
    for (const key of ['', ' ', 'a b', 'k'.repeat(256)]) {
      const response = await chat(sandbox, {}, { 'idempotency-key': key });
      expect(response.status).toBe(400);
      expect((await readError(response)).error.param).toBe('Idempotency-Key');
    }
  });
});

describe('a body that is not a JSON object', () => {
  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['spaces', '   '],
    ['words', 'hello'],
    ['half an object', '{"model": "sandbox/echo"'],
    ['null', 'null'],
    ['a number', '12'],
    ['a string', '"x"'],
    ['an array', '[{}]'],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d)],
    ['UTF-16', Buffer.from(chatBody(), 'utf16le')],
    ['deep nesting', '['.repeat(1_000_000)],
    ['a deep object without an end', '{"a":'.repeat(500_000)],
  ])('is refused: %s', async (_, body) => {
    const response = await send(sandbox, { body });
    expect(response.status).toBe(400);
    expect((await readError(response)).error.param).toBeNull();
  });

  it('is refused, although nesting is allowed', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = chatBody().replace('}]', `}],"extra":${nested},"messages":${nested}`);
    const response = await send(sandbox, { body });
    expect(response.status).toBe(400);
    await readError(response);
  });

  it('is refused without the right content type', async () => {
    for (const type of [null, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ';']) {
      const response = await send(sandbox, { body: chatBody(), headers: { 'content-type': type } });
      expect(response.status).toBe(400);
      expect((await readError(response)).error.message).toContain('Content-Type: application/json');
    }
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
    ]) {
      const response = await send(sandbox, { body: chatBody(), headers: { 'content-type': type } });
      expect(response.status).toBe(200);
    }
  });

  it('is refused although it starts like a million messages', async () => {
    for (const messages of [
      `[${'{},'.repeat(1_000_000)}{}]`,
      `[{"role":"user","content":[${'{},'.repeat(1_000_000)}{}]}]`,
    ]) {
      const response = await send(sandbox, { body: `{"model":"sandbox/echo","messages":${messages}}` });
      expect(response.status).toBe(400);
      await readError(response);
    }
  });
});

describe('a body that is too large', () => {
  it('is refused by its length with 413, and one just below is read', async () => {
    const large = await send(sandbox, { body: chatBody({ user: 'x'.repeat(40 * 1024 * 1024) }) });
    expect(large.status).toBe(413);
    await readError(large);
    const almost = await send(sandbox, { body: chatBody({ user: 'x'.repeat(40 * 1024 * 1024 - 200) }) });
    expect(almost.status).toBe(200);
  });

  it('is refused while it arrives, if its length is not declared', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (sent > 40 * 1024 * 1024) controller.close();
      },
    });
    const response = await send(sandbox, { body });
    expect(response.status).toBe(413);
    await readError(response);
  });

  it('with a million letters in one word still gets a reply', async () => {
    const response = await chat(sandbox, {
      max_tokens: 1,
      messages: [{ role: 'user', content: 'a'.repeat(1_000_000) }],
    });
    expect(response.status).toBe(200);
  });
});

describe('an unknown address or method', () => {
  it.each([
    ['GET', '/nothing'],
    ['POST', '/'],
    ['GET', ''],
    ['POST', '/images/variations'],
    ['GET', '/jobs/1/2'],
    ['GET', '/modelsx'],
    ['GET', '/../../etc/passwd'],
    ['GET', '/%zz%00'],
    ['POST', '/chat/completions/'],
    ['GET', `/${'x'.repeat(5000)}`],
  ])('is answered with 404 not_found: %s %s', async (method, path) => {
    const response = await send(sandbox, { method, path });
    expect(response.status).toBe(404);
    expect((await readError(response)).error.code).toBe('not_found');
  });

  it.each([
    ['GET', '/chat/completions', 'POST'],
    ['DELETE', '/chat/completions', 'POST'],
    ['OPTIONS', '/chat/completions', 'POST'],
    ['POST', '/models', 'GET, HEAD'],
    ['PATCH', '/models/sandbox/echo', 'GET, HEAD'],
  ])('is answered with 405 and Allow: %s %s', async (method, path, allow) => {
    const response = await send(sandbox, { method, path });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    await readError(response);
  });

  it('answers model_not_found for an unknown model', async () => {
    for (const path of ['/models/x', '/models/sandbox/echo/', '/models/%ff']) {
      const response = await send(sandbox, { method: 'GET', path });
      expect(response.status).toBe(404);
      expect((await readError(response)).error.code).toBe('model_not_found');
    }
  });
});

describe('an invalid key', () => {
  it.each<[string, string | null]>([
    ['none', null],
    ['empty', ''],
    ['no scheme', 'sandbox-key-for-tests'],
    ['another scheme', 'Basic sandbox-key-for-tests'],
    ['wrong', 'Bearer wrong'],
    ['too long', 'Bearer sandbox-key-for-testsx'],
    ['too short', 'Bearer sandbox-key-for-test'],
  ])('is refused without the balance: %s', async (_, authorization) => {
    for (const [method, path] of [
      ['POST', '/chat/completions'],
      ['GET', '/models'],
      ['GET', '/models/sandbox/echo'],
      ['GET', '/../../sandbox/account'],
    ] as const) {
      const body = method === 'POST' ? chatBody() : undefined;
      const response = await send(sandbox, { method, path, body, headers: { authorization } });
      expect(response.status).toBe(401);
      expect((await readError(response)).error.type).toBe('authentication_error');
    }
  });

  it('is refused before the body is read and before the rate limit', async () => {
    const response = await send(sandbox, { body: '{', headers: { authorization: 'Bearer wrong' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('x-ratelimit-remaining')).toBeNull();
  });
});

describe('data that is not an HTTP request', () => {
  const talk = async (bytes: string): Promise<string> => {
    const { hostname, port } = new URL(sandbox.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(bytes);
    return await text(socket);
  };

  it.each([
    ['nonsense', 'hello there\r\n\r\n'],
    ['a bad length', 'POST /api/v1/models HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n'],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['a host that is none', 'GET /api/v1/models HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  ])('is answered with 400 and JSON: %s', async (_, bytes) => {
    const answer = await talk(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
    expect(body.error.code).toBe('invalid_request');
  });

  it('leaves the gateway running', async () => {
    expect((await chat(sandbox)).status).toBe(200);
  });
});
