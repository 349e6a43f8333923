/** Portkey's own gateway between the client and the Sandbox: what both say passes through a program no one here wrote. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayClient } from '../../../electron/gateway/client';
import { probeConnection } from '../../../electron/gateway/operations/probe';
import { failureOf, readStream } from '../../support/gateway-client';
import { type PortkeyGateway, startPortkey } from '../../support/portkey';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox';

let sandbox: TestSandbox;
let portkey: PortkeyGateway;
beforeAll(async () => {
  [sandbox, portkey] = await Promise.all([startTestSandbox(), startPortkey()]);
});
afterAll(async () => {
  await Promise.all([sandbox.close(), portkey.close()]);
});

const access = (more: { apiKey?: string; headers?: Record<string, string> } = {}) => ({
  baseUrl: portkey.baseUrl,
  apiKey: sandbox.apiKey,
  gateway: 'portkey' as const,
  headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': sandbox.baseUrl },
  fetch,
  ...more,
});
const client = (more = {}) => createGatewayClient(access(more));
const question = { model: 'sandbox/echo', messages: [{ role: 'user', content: 'hello there' }] } as const;

describe('through Portkey', () => {
  it('a connection is tested', async () => {
    const { steps, error } = await probeConnection(access());
    expect(error).toBeNull();
    expect(steps.find(({ name }) => name === 'models')).toMatchObject({ state: 'ok' });
    const without = await probeConnection(access({ headers: {} }));
    expect(without.error).toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(/x-portkey-provider/),
    });
  });

  it('a chat comes back whole and streamed, with its credits', async () => {
    const whole = await client().chat.completions.create(question);
    expect(whole.choices[0]?.text).toContain('hello there');
    expect(whole.meta.credits.used).toBeGreaterThan(0);
    const stream = await client().chat.completions.create({ ...question, stream: true });
    const { text, error } = await readStream(stream);
    expect(error).toBeNull();
    expect(text).toContain('hello there');
    expect(stream.result().meta.credits.used).toBeGreaterThan(0);
  });

  it('a picture and speech come back, with their credits', async () => {
    const asked = { model: 'sandbox/poster', prompt: 'a harbour', size: '512x512' };
    const { images, meta } = await client().images.generations.create(asked);
    expect(images).toMatchObject([{ source: { kind: 'bytes', contentType: 'image/png' } }]);
    expect(meta.credits.used).toBeGreaterThan(0);
    const speech = await client().audio.speech.create({ model: 'sandbox/narrator', input: 'Hello.' });
    expect(speech.source).toMatchObject({ kind: 'bytes', contentType: 'audio/mpeg' });
    expect(speech.meta.credits.used).toBeGreaterThan(0);
  });

  it('a video is asked for, followed, listed and fetched, with its credits', async () => {
    const asked = { model: 'sandbox/kinograph', prompt: 'a boat', duration: 1, resolution: '480p' };
    let used = 0;
    const job = await client().videos.generations.createAndWait(asked, {
      onJob: ({ meta }) => {
        used += meta.credits.used ?? 0;
      },
    });
    expect(job).toMatchObject({ status: 'completed', outputs: [{ kind: 'url' }] });
    expect(used).toBeGreaterThan(0);
    expect((await client().jobs.list({ status: 'completed' })).jobs.map(({ id }) => id)).toContain(job.id);
    const [output] = job.outputs;
    if (output?.kind !== 'url') throw new Error('no address');
    // The Sandbox names an address of its own, which the person would allow.
    const allowed = createGatewayClient({ ...access(), resultHosts: [new URL(output.url).host] });
    let bytes = 0;
    for await (const piece of (await allowed.download(output.url)).pieces) bytes += piece.length;
    expect(bytes).toBeGreaterThan(1_000);
  }, 60_000);

  it('errors keep their code, status and details', async () => {
    expect(await failureOf(client({ apiKey: 'wrong-key' }).chat.completions.create(question))).toMatchObject({
      ...{ errorCode: 'invalid_api_key', statusCode: 401, outcomeUnknown: false },
    });
    const unknown = client().chat.completions.create({ ...question, model: 'sandbox/none' });
    expect(await failureOf(unknown)).toMatchObject({ errorCode: 'model_not_found', statusCode: 404 });
  });

  it('an account without credits is out of credits', async () => {
    const poor = await startTestSandbox({ initialCredits: 0 });
    const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': poor.baseUrl };
    const asked = client({ apiKey: poor.apiKey, headers }).chat.completions.create(question);
    expect(await failureOf(asked)).toMatchObject({ isOutOfCredits: true, statusCode: 402, attempts: 1 });
    await poor.close();
  });
});
