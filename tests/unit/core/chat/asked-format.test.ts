/** A reply keeps the response format that it was asked for: a schema chosen later does not judge it. */
import { expect, test } from 'vitest';
import type { RunSettings } from '../../../../shared/run/chat-settings';
import { formatKey } from '../../../../shared/run/response-format';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore } from '../../../support/core';
import { paidApp } from '../../../support/paid-app';

const paid = paidApp();

const schema = (name: string, field: string) => ({
  name,
  schema: { type: 'object', properties: { [field]: { type: 'string' } } },
});

/** What the reply to a message with these settings was asked to be. */
async function ask(settings: RunSettings) {
  const { app, gateway } = paid;
  gateway.on('/chat/completions', () => ({
    body: { choices: [{ index: 0, message: { role: 'assistant', content: '{}' }, finish_reason: 'stop' }] },
  }));
  const { replyId } = await app.tell('chat.send', {
    conversationId: null,
    messageId: crypto.randomUUID(),
    model: 'sandbox/echo',
    text: 'Hello',
    settings: { stream: false, ...settings },
  });
  await app.until(() => app.message(replyId)?.status === 'complete');
  const [stored] = await app.tell('messages.get', { ids: [replyId] });
  return { replyId, format: stored?.askedFormat };
}

test('a reply names the schema it was asked for, any JSON, or nothing', async () => {
  expect((await ask({})).format).toBeUndefined();
  expect((await ask({ responseFormat: 'json_object' })).format).toBe('json');
  const one = await ask({ responseFormat: schema('one', 'city') });
  const other = await ask({ responseFormat: schema('one', 'size') });
  expect(one.format).toBe(formatKey({ responseFormat: schema('one', 'city') }));
  expect(other.format).not.toBe(one.format);
});

test('each of several choices is judged by the schema it was asked for', async () => {
  const { app, gateway } = paid;
  const said = (index: number) => ({
    index,
    message: { role: 'assistant', content: '{}' },
    finish_reason: 'stop',
  });
  gateway.on('/chat/completions', () => ({ body: { choices: [said(0), said(1)] } }));
  const settings = { stream: false, choices: 2, responseFormat: schema('place', 'city') };
  const message = { conversationId: null, messageId: crypto.randomUUID(), model: 'sandbox/echo' };
  const { replyId } = await app.tell('chat.send', { ...message, text: 'Two', settings });
  await app.until(() => app.message(replyId)?.status === 'complete');
  const { siblingIds } = (await app.tell('messages.get', { ids: [replyId] }))[0] ?? {};
  const both = await app.tell('messages.get', { ids: [...(siblingIds ?? [])] });
  expect(both.map(({ askedFormat }) => askedFormat)).toEqual(Array(2).fill(formatKey(settings)));
});

test('a reply to a pasted request is judged by the schema in it', async () => {
  const { app, gateway } = paid;
  gateway.on('/chat/completions', () => ({
    body: { choices: [{ index: 0, message: { role: 'assistant', content: '{}' }, finish_reason: 'stop' }] },
  }));
  const format = { ...schema('place', 'city'), strict: true };
  const body = {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'A city' }],
    x_future: 1,
    response_format: { type: 'json_schema', json_schema: format },
  };
  const newId = crypto.randomUUID();
  await app.tell('body.open', { newId, text: JSON.stringify(body) });
  const { leafId } = await app.tell('conversations.get', { id: newId });
  const replyId = crypto.randomUUID();
  await app.tell('chat.run', { messageId: leafId ?? '', replyId });
  await app.until(() => app.message(replyId)?.status === 'complete');
  expect(await app.tell('messages.askedFormat', { id: replyId })).toEqual(format);
});

test('a copy of the branch and an archive keep it', async () => {
  const { replyId, format = 'missing' } = await ask({ responseFormat: schema('place', 'city') });
  const newId = crypto.randomUUID();
  await paid.app.tell('conversations.fork', { messageId: replyId, newId });
  const branch = { conversationId: newId, beforeId: null, limit: 10 };
  const copied = await paid.app.tell('messages.page', branch);
  expect(copied.messages.at(-1)?.askedFormat).toBe(format);

  const there = await openTestCore();
  try {
    await importAll(there, await exportAll(paid.app));
    const arrived = await there.tell('messages.get', { ids: [replyId] });
    expect(arrived[0]?.askedFormat).toBe(format);
  } finally {
    await there.close();
  }
});

test('its schema is kept, whatever the chat asks for later: in a copy, an archive and a chat file too', async () => {
  const { app } = paid;
  const format = { ...schema('place', 'city'), description: 'A place', strict: true };
  const { replyId } = await ask({ responseFormat: format });
  const id = (await app.tell('messages.get', { ids: [replyId] }))[0]?.conversationId ?? '';
  await app.tell('conversations.configure', { id, settings: { responseFormat: schema('other', 'size') } });
  expect(await app.tell('messages.askedFormat', { id: replyId })).toEqual(format);

  const lastOf = async (of: typeof app, conversationId: string) =>
    (await of.tell('messages.page', { conversationId, beforeId: null, limit: 10 })).messages.at(-1)?.id ?? '';
  const newId = crypto.randomUUID();
  await app.tell('conversations.fork', { messageId: replyId, newId });
  expect(await app.tell('messages.askedFormat', { id: await lastOf(app, newId) })).toEqual(format);

  const { text: json } = await app.tell('conversations.export', { id, format: 'json' });
  const archive = await exportAll(app);
  const there = await openTestCore();
  try {
    const { conversationId } = await there.tell('conversations.import', { json });
    expect(await there.tell('messages.askedFormat', { id: await lastOf(there, conversationId) })).toEqual(
      format,
    );
    await importAll(there, archive);
    expect(await there.tell('messages.askedFormat', { id: replyId })).toEqual(format);
  } finally {
    await there.close();
  }
});

test('a request may have settings of its own, which the chat does not take over', async () => {
  const { app } = paid;
  const { replyId } = await ask({ responseFormat: schema('place', 'city') });
  const id = (await app.tell('messages.get', { ids: [replyId] }))[0]?.conversationId ?? '';
  const settings = { stream: false, responseFormat: schema('other', 'size') };
  await app.tell('conversations.configure', { id, settings });
  const { replyId: mended } = await app.tell('chat.send', {
    conversationId: id,
    messageId: crypto.randomUUID(),
    model: 'sandbox/echo',
    text: 'Again',
    settings: { stream: false, responseFormat: schema('place', 'city') },
    keepsSettings: true,
  });
  await app.until(() => app.message(mended)?.status === 'complete');
  expect(await app.tell('messages.askedFormat', { id: mended })).toEqual(schema('place', 'city'));
  expect((await app.tell('conversations.get', { id })).settings).toEqual(settings);
});
