import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usualConnection } from '../../../../shared/code/connection';
import { snippet } from '../../../../shared/code/snippet';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const sentBody = async (call = 0) => {
  const { calls } = await app.tell('inspector.list', { query: 'POST', cursor: null, limit: 9 });
  const { requestBody } = await app.tell('inspector.get', { id: calls[call]?.id ?? '' });
  return requestBody.kind === 'text' ? JSON.parse(requestBody.text) : null;
};

test('the code of a reply is exactly the request sent for it, though its chat has changed since', async () => {
  const { conversationId, reply } = await app.chat('hello', { extra: { tokens_per_second: 0 } });
  await app.tell('conversations.configure', {
    id: conversationId,
    model: 'sandbox/eliza',
    settings: { temperature: 1 },
  });
  const request = await app.tell('code.request', { of: 'message', messageId: reply.id });
  expect(request).toEqual({
    files: [],
    connection: usualConnection('chat', app.sandbox.baseUrl),
    operation: 'chat',
    baseUrl: app.sandbox.baseUrl,
    isSandbox: true,
    stream: true,
    origin: 'sent',
    bodies: [await sentBody()],
  });
  await app.tell('inspector.clear', {});
  const rebuilt = await app.tell('code.request', { of: 'message', messageId: reply.id });
  expect(rebuilt).toMatchObject({ origin: 'rebuilt', hasOwnSettings: true });
  expect(rebuilt.bodies).toEqual(request.bodies);
});

test('the code of a chat is its next request, or the last one if nothing is typed', async () => {
  const settings = { systemPrompt: 'Be brief', temperature: 0.5, stream: false };
  const model = 'sandbox/echo';
  const { conversationId } = await app.chat('one');
  const ask = (text: string, id: string | null = conversationId) =>
    app.tell('code.request', { of: 'chat', conversationId: id, text, model, settings });
  expect((await ask('two')).bodies[0]?.messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'one' },
    { role: 'user', content: 'two' },
  ]);
  expect((await ask('')).bodies[0]?.messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'one' },
  ]);
  expect(await ask('new', null)).toMatchObject({
    origin: 'next',
    stream: false,
    bodies: [{ temperature: 0.5 }],
  });
});

test('a form and its job give the same code, a long text with each of its calls', {
  timeout: 70_000,
}, async () => {
  const form = {
    modality: 'speech' as const,
    model: 'sandbox/narrator',
    // Spoken fast and not packed: making the sound is most of the work.
    parameters: { speed: 4, format: 'wav' },
    extra: { made_up: [null] },
    prompt: 'A sentence of some length. '.repeat(156).trim(),
  };
  const next = await app.tell('code.request', { of: 'form', ...form });
  expect(next.bodies.map(({ input }) => String(input)).join('')).toBe(form.prompt);
  expect(next.bodies.length).toBe(2);
  expect(next).toMatchObject({
    operation: 'speech',
    origin: 'next',
    bodies: [{ speed: 4, made_up: [null] }, {}],
  });
  const id = randomUUID();
  await app.tell('jobs.create', { id, ...form });
  const made = await app.tell('code.request', { of: 'job', jobId: id });
  expect(made).toEqual({ ...next, origin: 'sent' });
  // Speaking the whole text takes a busy machine a while.
  await app.until(() =>
    app.events.some((event) => event.type === 'job.changed' && event.job.status === 'completed'),
  );
  expect([await sentBody(1), await sentBody(0)]).toEqual(made.bodies);
  await app.tell('jobs.dismiss', { ids: [id] });
});

test('what no longer exists is refused, naming it', async () => {
  expect(await app.refusal('code.request', { of: 'job', jobId: 'x' })).toMatchObject({ code: 'not_found' });
  expect(await app.refusal('code.request', { of: 'message', messageId: 'x' })).toMatchObject({
    code: 'not_found',
  });
});

test('only the embedded gateway’s key can be shown for code that runs outside', async () => {
  expect(await app.tell('sandbox.key', {})).toEqual({ key: app.sandbox.apiKey });
});

test('the code of what is read names the profile’s own addresses', async () => {
  const ask = (input: Parameters<typeof app.tell<'code.request'>>[1]) => app.tell('code.request', input);
  const { baseUrl } = app.sandbox;
  expect(await ask({ of: 'jobs', status: 'failed', limit: 7 })).toMatchObject({
    ...{ operation: 'jobs', origin: 'next', bodies: [{ status: 'failed', limit: 7 }] },
    connection: { url: `${baseUrl}/jobs` },
  });
  expect((await ask({ of: 'jobs', status: null, limit: 7 })).bodies).toEqual([{ limit: 7 }]);
  const { operation, bodies, connection } = await ask({ of: 'remoteJob', remoteId: 'a/b?c' });
  const [body = {}] = bodies;
  expect(snippet({ language: 'curl', operation, baseUrl, body, stream: false, connection })).toContain(
    `${baseUrl}/jobs/a/b%3Fc`,
  );
  expect(await ask({ of: 'models' })).toMatchObject({ operation: 'models', bodies: [{}] });
  expect(await ask({ of: 'model', model: 'v/m' })).toMatchObject({
    operation: 'model',
    bodies: [{ id: 'v/m' }],
  });
  await app
    .tell('profiles.create', { name: 'Own paths', baseUrl: 'https://gateway.example/v1' })
    .then(async ({ id }) => {
      await app.tell('profiles.saveKey', { id, key: 'sk-own-0000000', keep: 'session' });
      await app.tell('profiles.activate', { id });
    });
  expect((await ask({ of: 'models' })).connection.url).toBe('https://gateway.example/v1/models');
});
