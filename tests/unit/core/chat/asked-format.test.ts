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
