import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeConnection } from '../../electron/gateway/operations/probe';
import { toModel } from '../../electron/gateway/parse/catalogue';
import { connect, failureOf, readStream } from '../support/gateway-client';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const client = (options = {}) => connect(sandbox, { apiKey: sandbox.apiKey, ...options }).client;
const ask = (content: string, model = 'sandbox/echo') => ({ model, messages: [{ role: 'user', content }] });

describe('the client against the embedded gateway', () => {
  it('lists all its models with prices and capabilities', async () => {
    const { models, meta } = await client().models.list();
    expect(models.map(({ id }) => id)).toContain('sandbox/eliza');
    for (const model of models.map(toModel)) {
      expect(model.pricing, model.id).not.toBeNull();
      expect(model.capabilities?.output.length, model.id).toBeGreaterThan(0);
    }
    expect(meta.credits.used).toBe(0);
    expect(meta.credits.remaining).toBe((await sandbox.account()).balance);
  });

  it('retrieves a model whose id holds a slash', async () => {
    expect(await client().models.retrieve('sandbox/echo')).toMatchObject({ id: 'sandbox/echo' });
    expect(await failureOf(client().models.retrieve('sandbox/nope'))).toMatchObject({
      errorCode: 'model_not_found',
      statusCode: 404,
    });
  });

  it('chats, and both sides agree on the cost', async () => {
    const before = await sandbox.account();
    const result = await client().chat.completions.create(ask('Hello there'));
    const after = await sandbox.account();
    expect(result.choices[0]).toMatchObject({
      text: expect.stringContaining('Hello there'),
      finishReason: 'stop',
    });
    expect(result.usage?.completionTokens).toBeGreaterThan(0);
    expect(result.meta.credits.used).toBeGreaterThan(0);
    expect(result.meta.credits).toEqual({ used: after.charges[0]?.credits, remaining: after.balance });
    expect(after.chargeCount).toBe(before.chargeCount + 1);
    expect(after.charges[0]).toMatchObject({
      request_id: result.meta.requestId,
      idempotency_key: result.meta.idempotencyKey,
    });
  });

  it('streams the same reply, step by step', async () => {
    const stream = await client().chat.completions.create({ ...ask('Hello there, gateway'), stream: true });
    const { text, steps, error } = await readStream(stream);
    const { usage, meta } = stream.result();
    const { charges, balance } = await sandbox.account();
    expect(error).toBeNull();
    expect(text).toContain('Hello there, gateway');
    expect(steps.length).toBeGreaterThan(1);
    expect(usage?.completionTokens).toBeGreaterThan(0);
    expect(meta.credits).toEqual({ used: charges[0]?.credits, remaining: balance });
    expect(meta.requestId).not.toBeNull();
  });

  it('charges one intent once, however often it is sent', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const first = await client().chat.completions.create(ask('once'), options);
    const before = await sandbox.account();
    const second = await client().chat.completions.create(ask('once'), options);
    expect(second.choices[0]?.text).toBe(first.choices[0]?.text);
    expect((await sandbox.account()).chargeCount).toBe(before.chargeCount);
    expect(await failureOf(client().chat.completions.create(ask('another'), options))).toMatchObject({
      errorCode: 'idempotency_conflict',
      statusCode: 409,
      outcomeUnknown: false,
    });
  });

  it('distinguishes a wrong key, a wrong field and a wrong model', async () => {
    const wrong = await failureOf(client({ apiKey: 'wrong-key-0000' }).chat.completions.create(ask('hi')));
    expect(wrong).toMatchObject({ errorCode: 'invalid_api_key', statusCode: 401 });
    expect(JSON.stringify([wrong.message, wrong.details])).not.toContain('wrong-key');
    const field = await failureOf(client().chat.completions.create({ ...ask('hi'), temperature: 'hot' }));
    expect(field).toMatchObject({ errorCode: 'invalid_request', statusCode: 400, param: 'temperature' });
    const model = await failureOf(client().chat.completions.create(ask('hi', 'sandbox/nope')));
    expect(model).toMatchObject({ errorCode: 'model_not_found', statusCode: 404 });
    expect(model.requestId).not.toBeNull();
    expect(model.message).toContain('sandbox/nope');
  });

  it('passes the connection test, including the key', async () => {
    const report = await probeConnection({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, fetch });
    expect(report.steps.map(({ state }) => state)).toEqual(['ok', 'skipped', 'ok', 'ok']);
    const refused = await probeConnection({ baseUrl: sandbox.baseUrl, apiKey: 'wrong-key-0000', fetch });
    expect(refused.steps.map(({ state }) => state)).toEqual(['ok', 'skipped', 'failed', 'skipped']);
  });
});
