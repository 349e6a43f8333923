/** What an imported chat would send beside the form. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdFields, releaseFields } from '../../../../shared/run/held-fields';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  gateway.on('/chat/completions', () => ({
    body: { choices: [{ message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }] },
  }));
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const extra = { service_class: 'dearest' };
const written = { fields: { reasoning: { budget: 1_000_000 } }, without: ['stream'] };

async function importedChat(settings: object) {
  const file = {
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title: 'From elsewhere', createdAt: 1 },
    ...{ model: 'm', settings: { temperature: 0.2, ...settings }, leafId: null, messages: [] },
  };
  const { conversationId: id } = await app.tell('conversations.import', { json: JSON.stringify(file) });
  return app.tell('conversations.get', { id });
}

async function sentIn(conversation: { id: string }, settings: object) {
  const messageId = randomUUID();
  const sent = await app.tell('chat.send', {
    ...{ conversationId: conversation.id, messageId, text: 'Hello', model: 'm', settings },
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  return gateway.requests.at(-1)?.body;
}

test('waits in a chat file until a person agrees, and is sent then', async () => {
  const chat = await importedChat({ extra, written });
  expect(chat.settings).toEqual({ temperature: 0.2, held: { extra, written } });
  const body = await sentIn(chat, chat.settings);
  expect(body).toMatchObject({ temperature: 0.2, stream: true });
  expect(body).not.toHaveProperty('service_class');
  expect(body).not.toHaveProperty('reasoning');
  const agreed = releaseFields(chat.settings);
  expect(await sentIn(chat, agreed)).toMatchObject({ ...extra, ...written.fields });
  // Exported and imported again, it waits again.
  const { text: json } = await app.tell('conversations.export', { id: chat.id, format: 'json' });
  const { conversationId: id } = await app.tell('conversations.import', { json });
  expect((await app.tell('conversations.get', { id })).settings.held).toEqual({ extra, written });
});

test('is nothing where a chat sends nothing of the kind, and what is typed meanwhile stays', async () => {
  expect((await importedChat({})).settings).toEqual({ temperature: 0.2 });
  const held = holdFields({ extra, temperature: 1 });
  expect(releaseFields({ ...held, extra: { user: 'me' } })).toEqual({
    ...{ temperature: 1, extra: { ...extra, user: 'me' } },
  });
});
