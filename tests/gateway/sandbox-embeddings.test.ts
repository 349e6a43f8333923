/** `POST /embeddings`, over HTTP and with the unmodified `openai` package. */
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';

let sandbox: TestSandbox;
let client: OpenAI;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = new OpenAI({ baseURL: sandbox.baseUrl, apiKey: sandbox.apiKey, maxRetries: 0 });
});
afterAll(() => sandbox.close());

const model = 'sandbox/embeddings';

const post = (more: object, headers: Record<string, string> = {}) =>
  send(sandbox, { path: '/embeddings', body: JSON.stringify({ model, input: 'hello', ...more }), headers });

interface Reply {
  readonly object: string;
  readonly model: string;
  readonly data: readonly { readonly object: string; readonly index: number; readonly embedding: unknown }[];
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
  readonly gatehouse: { readonly credits_used: number; readonly credits_remaining: number };
}

async function replyTo(more: object, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await post(more, headers);
  expect(response.status).toBe(200);
  return (await response.json()) as Reply;
}

async function vectors(input: readonly string[], more: object = {}): Promise<readonly (readonly number[])[]> {
  const { data } = await replyTo({ input, ...more });
  return data.map(({ embedding }) => embedding as number[]);
}

const dot = (one: readonly number[] = [], other: readonly number[] = []): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe('a vector', () => {
  it('is of length 1, the same for the same text, and nearer the more words two texts share', async () => {
    const [one, same, near, far] = await vectors([
      'The cat sat on the mat.',
      'the CAT sat, on the mat',
      'The cat slept on the mat.',
      'Interest rates rose in March.',
    ]);
    expect(one).toHaveLength(256);
    expect(dot(one, one)).toBeCloseTo(1, 6);
    expect(dot(one, same)).toBeCloseTo(1, 6);
    expect(dot(one, near)).toBeGreaterThan(0.75);
    expect(dot(one, near)).toBeLessThan(0.99);
    expect(Math.abs(dot(one, far))).toBeLessThan(0.3);
    const [signs] = await vectors(['?!']);
    expect(dot(signs, signs)).toBeCloseTo(1, 6);
  });

  it('has as many numbers as asked for, and is of length 1 then too', async () => {
    const [short] = await vectors(['hello'], { dimensions: 8 });
    expect(short).toHaveLength(8);
    expect(dot(short, short)).toBeCloseTo(1, 6);
  });
});

describe('the reply', () => {
  it('is OpenAI’s, in the order of the texts, and read by its library in both encodings', async () => {
    const { object, data, usage, ...more } = await replyTo({ input: ['hello world', 'bye'] });
    expect([object, more.model]).toEqual(['list', model]);
    expect(data.map(({ index, object: kind }) => [index, kind])).toEqual([
      [0, 'embedding'],
      [1, 'embedding'],
    ]);
    expect(usage).toEqual({ prompt_tokens: 3, total_tokens: 3 });
    // Without a format the library asks for base64, and decodes it.
    const decoded = await client.embeddings.create({ model, input: ['hello world', 'bye'] });
    expect(decoded.data.map(({ embedding }) => embedding)).toEqual(data.map(({ embedding }) => embedding));
    const inBase64 = await replyTo({ encoding_format: 'base64' });
    const [hello] = await vectors(['hello']);
    const bytes = Buffer.from(String(inBase64.data[0]?.embedding), 'base64');
    expect(hello?.map((_, at) => bytes.readFloatLE(at * 4))).toEqual(hello);
  });

  it('costs its tokens, once for the same Idempotency-Key', async () => {
    const before = await sandbox.account();
    const headers = { 'idempotency-key': 'embeddings-1' };
    const first = await replyTo({ input: 'one two three four' }, headers);
    expect(first.gatehouse.credits_used).toBe(0.00002 * first.usage.total_tokens);
    expect(await replyTo({ input: 'one two three four' }, headers)).toEqual(first);
    const after = await sandbox.account();
    expect(after.chargeCount).toBe(before.chargeCount + 1);
    expect(before.balance - after.balance).toBeCloseTo(first.gatehouse.credits_used, 9);
    expect(after.charges[0]).toMatchObject({ operation: 'embeddings', model, prompt_tokens: 4 });
    expect((await post({ input: 'another' }, headers)).status).toBe(409);
  });
});

describe('a request that is refused', () => {
  it.each([
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: [[1, 2]] }, 'input[0]'],
    [{ input: Array.from({ length: 2_049 }, () => 'a') }, 'input'],
    [{ input: ['a', 'word '.repeat(9_000)] }, 'input[1]'],
    [{ encoding_format: 'int8' }, 'encoding_format'],
    [{ dimensions: 257 }, 'dimensions'],
  ])('names the field and is free: %#', async (more, param) => {
    const { chargeCount } = await sandbox.account();
    const { error } = await readError(await post(more));
    expect([error.code, error.param]).toEqual(['invalid_request', param]);
    expect((await sandbox.account()).chargeCount).toBe(chargeCount);
  });

  it('is one to a model that gives no vectors', async () => {
    expect((await readError(await post({ model: 'sandbox/echo' }))).error.code).toBe('model_not_found');
    const chat = await send(sandbox, {
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
    });
    expect((await readError(chat)).error.code).toBe('model_not_found');
  });
});
