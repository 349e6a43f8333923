/** The code of a past reply is that of its own request, whatever its chat is set to since. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const model = 'sandbox/echo';
const schema = { type: 'object', properties: { city: { type: 'string' } } };
const extra = {
  temperature: 0.3,
  tools: [{ type: 'function', function: { name: 'weather', description: 'Of a city', parameters: schema } }],
  response_format: { type: 'json_schema', json_schema: { name: 'place', schema } },
  unlisted: { kept: true },
};

const codeOf = async (of: TestCore, messageId: string) => {
  const { origin, bodies, hasOwnSettings } = await of.tell('code.request', { of: 'message', messageId });
  return JSON.parse(JSON.stringify({ origin, hasOwnSettings, body: bodies[0] }));
};

test('the code of a reply has the settings that it was asked with, in copies, chat files and archives too', async () => {
  const { conversationId, reply } = await app.chat('Hello', { model, extra });
  const replyId = reply.id;
  const { body } = await codeOf(app, replyId);
  expect(body).toMatchObject({ ...extra, response_format: { json_schema: { name: 'place' } } });
  await app.tell('conversations.configure', {
    id: conversationId,
    settings: { temperature: 1.9, topP: 0.1 },
  });
  const own = { origin: 'rebuilt', hasOwnSettings: true, body };

  const newId = crypto.randomUUID();
  await app.tell('conversations.fork', { messageId: replyId, newId });
  const { leafId } = await app.tell('conversations.get', { id: newId });
  expect(await codeOf(app, leafId ?? '')).toEqual(own);
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const archive = await exportAll(app);
  const there = await openTestCore();
  try {
    await importAll(there, archive);
    expect(await codeOf(there, replyId)).toEqual(own);
    const imported = await there.tell('conversations.import', { json });
    const copy = await there.tell('conversations.get', { id: imported.conversationId });
    expect(await codeOf(there, copy.leafId ?? '')).toEqual(own);
  } finally {
    await there.close();
  }
});

test('the code of a reply goes to the gateway that it came from, also where another profile is in use', async () => {
  const { reply } = await app.chat('Hello', { model });
  const before = await app.tell('code.request', { of: 'message', messageId: reply.id });
  const { id } = await app.tell('profiles.create', { name: 'Other', baseUrl: 'http://127.0.0.1:9/v1' });
  await app.tell('profiles.activate', { id });
  const after = await app.tell('code.request', { of: 'message', messageId: reply.id });
  expect(after).toEqual(before);
  expect(after.baseUrl).not.toContain(':9/');
});
