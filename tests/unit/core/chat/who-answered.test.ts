import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  events,
  type HostileServer,
  json,
  type Script,
  startHostileServer,
} from '../../../support/hostile-server';

let app: TestCore;
let elsewhere: HostileServer;
let replies: Script[];
beforeEach(async () => {
  app = await openTestCore();
  elsewhere = await startHostileServer();
  replies = [];
  const answer = ({ url }: { url: string }): Script =>
    url.endsWith('/models') ? json({ object: 'list', data: [] }) : (replies.shift() ?? { status: 599 });
  elsewhere.script(...Array.from({ length: 20 }, () => answer));
});
afterEach(async () => {
  await app.close();
  await elsewhere.close();
});

const meta = { gatehouse: { credits_used: 0.5, credits_remaining: 99.5 } };
const whole = (model: string, content: string) =>
  json({
    ...{ id: 'r1', object: 'chat.completion', model, ...meta },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  });
const streamed = (model: string, content: string) => {
  const chunk = (choice: object) =>
    `data: ${JSON.stringify({ id: 'r1', model, choices: [choice], ...meta })}\n\n`;
  return events(
    chunk({ index: 0, delta: { content }, finish_reason: null }),
    chunk({ index: 0, delta: {}, finish_reason: 'stop' }),
    'data: [DONE]\n\n',
  );
};

async function useElsewhere(): Promise<string> {
  const { id } = await app.tell('profiles.create', { name: 'Router', baseUrl: elsewhere.baseUrl });
  await app.tell('profiles.saveKey', { id, key: 'sk-router-0000000', keep: 'session' });
  await app.tell('profiles.activate', { id });
  return id;
}

const listed = async (conversationId: string) =>
  (await app.tell('conversations.list', { cursor: null, limit: 10 })).conversations.find(
    ({ id }) => id === conversationId,
  );

describe('a reply', () => {
  test('names the model that the gateway reports, streamed or whole, and its profile', async () => {
    const profileId = await useElsewhere();
    replies.push(streamed('big/one-2026', 'Hi'), whole('small/one', 'Hi'));
    const first = await app.chat('Hello', { model: 'auto' });
    expect(first.reply).toMatchObject({
      text: 'Hi',
      model: 'auto',
      answeredModel: 'big/one-2026',
      profileId,
    });
    const second = await app.chat('Again', { ...first, model: 'auto', stream: false });
    expect(second.reply).toMatchObject({ model: 'auto', answeredModel: 'small/one', profileId });
  });

  test('of a chat with several models names its own, and the chat lists the models in order of use', async () => {
    const first = await app.chat('One', { model: 'sandbox/eliza' });
    await app.chat('Two', { ...first, model: 'sandbox/echo' });
    await app.chat('Three', { ...first, model: 'sandbox/eliza' });
    const { messages } = await app.tell('messages.page', {
      ...{ conversationId: first.conversationId, beforeId: null, limit: 50 },
    });
    expect(messages.filter(({ role }) => role === 'assistant').map(({ model }) => model)).toEqual([
      'sandbox/eliza',
      'sandbox/echo',
      'sandbox/eliza',
    ]);
    expect((await listed(first.conversationId))?.usedModels).toEqual(['sandbox/eliza', 'sandbox/echo']);
  });

  test('keeps its model through an export and an import', async () => {
    await useElsewhere();
    replies.push(whole('big/one', 'Hi'));
    const { conversationId } = await app.chat('Hello', { model: 'auto', stream: false });
    const { text } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
    const copy = await app.tell('conversations.import', { json: text });
    const { messages } = await app.tell('messages.page', { ...copy, beforeId: null, limit: 50 });
    expect(messages.at(-1)).toMatchObject({ model: 'auto', answeredModel: 'big/one', profileId: null });
    expect((await listed(copy.conversationId))?.usedModels).toEqual(['auto']);
  });
});
