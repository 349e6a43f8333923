/** Where a queued message goes, and with which settings. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../../shared/chat/chat';
import type { RunSettings } from '../../../../shared/run/chat-settings';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

const reply = (content: string) => ({
  charge: 5,
  body: { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] },
});
const model = 'paid/painter';
const settings: RunSettings = { stream: false };

let gateway: PaidGateway;
let home: string;
let app: TestCore;
let answer: () => void;
const asked: Record<string, unknown>[] = [];

beforeEach(async () => {
  asked.length = 0;
  gateway = await startPaidGateway();
  home = tempFolder();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  holdReplies();
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

/** Replies to messages that begin with “slow” wait for `answer`. */
function holdReplies(fail = false) {
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  gateway.on('/chat/completions', async ({ body }) => {
    const request = body as { messages: { content: string }[] };
    asked.push(request);
    const last = request.messages.at(-1)?.content ?? '';
    if (!last.startsWith('slow')) return reply(`to ${last}`);
    await opened;
    return fail ? { status: 400, body: { error: { message: 'no' } } } : reply(`to ${last}`);
  });
}

const send = (conversationId: string | null, text: string, more: object = {}) =>
  app.tell('chat.send', { conversationId, messageId: randomUUID(), text, model, settings, ...more });
const enqueue = (conversationId: string, text: string, more: object = {}) =>
  app.tell('chat.enqueue', { conversationId, messageId: randomUUID(), text, model, settings, ...more });
const ended = (id: string) => app.until(() => app.message(id)?.status !== 'streaming' && app.message(id));
const chat = (id: string) => app.tell('conversations.get', { id });
const sent = (text: string) =>
  app.until(() =>
    app.events
      .flatMap((one) => (one.type === 'message.changed' ? [one.message] : []))
      .findLast((one): one is Message => one.role === 'user' && one.text === text),
  );

/** What the gateway was asked last, once it was asked so often. */
const request = (count: number) => app.until(() => asked.length === count && asked.at(-1));

/** A chat with one finished branch and one whose reply is being written, and a message queued behind that. */
async function twoBranches() {
  const first = await send(null, 'first');
  const { conversationId } = first;
  await ended(first.replyId);
  const second = await send(conversationId, 'slow second', { parentId: null });
  await enqueue(conversationId, 'about the second');
  return { conversationId, first, second };
}

test('a queued message follows the reply it was typed behind, and what is shown stays', async () => {
  const { conversationId, first, second } = await twoBranches();
  await app.tell('conversations.showBranch', { id: conversationId, messageId: first.replyId });
  answer();
  const message = await sent('about the second');
  expect(message.parentId).toBe(second.replyId);
  expect(await request(3)).toMatchObject({
    messages: [{ content: 'slow second' }, { content: 'to slow second' }, { content: 'about the second' }],
  });
  expect((await chat(conversationId)).leafId).toBe(first.replyId);
});

test('two of one branch follow each other there, and one of the other branch goes to its own', async () => {
  const { conversationId, first } = await twoBranches();
  await enqueue(conversationId, 'third of the second');
  await app.tell('conversations.showBranch', { id: conversationId, messageId: first.replyId });
  await enqueue(conversationId, 'about the first');
  answer();
  const last = await sent('about the first');
  const [third, before] = [await sent('third of the second'), await sent('about the second')];
  expect(app.message(third.parentId ?? '')?.parentId).toBe(before.id);
  expect(last.parentId).toBe(first.replyId);
  await app.until(() => gateway.charges.length === 5);
});

test('after a failure it follows the reply that replaced the failed one, and also when it is sent by hand', async () => {
  holdReplies(true);
  const { conversationId, first, second } = await twoBranches();
  answer();
  await ended(second.replyId);
  holdReplies();
  answer();
  const retried = randomUUID();
  await app.tell('conversations.showBranch', { id: conversationId, messageId: first.replyId });
  const [waiting] = (await chat(conversationId)).queued;
  await app.tell('chat.regenerate', { messageId: second.replyId, replyId: retried });
  expect((await sent('about the second')).parentId).toBe(retried);
  expect(waiting?.text).toBe('about the second');
});

test('sent by hand it goes to its own branch too', async () => {
  holdReplies(true);
  const { conversationId, first, second } = await twoBranches();
  answer();
  await ended(second.replyId);
  await app.tell('conversations.showBranch', { id: conversationId, messageId: first.replyId });
  const [waiting] = (await chat(conversationId)).queued;
  await send(conversationId, 'about the second', { messageId: waiting?.id });
  const message = await sent('about the second');
  expect(message.parentId).toBe(second.replyId);
  expect(await request(3)).toMatchObject({
    messages: [{ content: 'slow second\n\nabout the second' }],
  });
});

test('it is sent with what it was queued with, and what was chosen since stays, also after a restart', async () => {
  const { conversationId, replyId } = await send(null, 'slow first');
  await enqueue(conversationId, 'queued', { settings: { stream: false, systemPrompt: 'Be short.' } });
  const chosen = { stream: false, temperature: 1.5, systemPrompt: 'Be long.' };
  await app.tell('conversations.configure', { id: conversationId, model: 'paid/other', settings: chosen });
  answer();
  await ended(replyId);
  await sent('queued');
  await app.until(() => gateway.charges.length === 2);
  expect(await request(2)).toMatchObject({
    model,
    messages: [{ content: 'Be short.' }, {}, {}, { content: 'queued' }],
  });
  expect(asked.at(-1)).not.toHaveProperty('temperature');
  expect(await chat(conversationId)).toMatchObject({ model: 'paid/other', settings: chosen });
  await app.core.close();
  app = await openTestCore({ home, sandbox: gateway.sandbox });
  expect(await chat(conversationId)).toMatchObject({ model: 'paid/other', settings: chosen });
});

test('it may cost what it was queued for, not what is chosen since', async () => {
  const { conversationId, replyId } = await send(null, 'slow first');
  await enqueue(conversationId, 'dear', { settings: { stream: false, maxTokens: 9_000_000 } });
  await app.tell('conversations.configure', {
    id: conversationId,
    settings: { stream: false, maxTokens: 1 },
  });
  answer();
  await ended(replyId);
  await sent('dear');
  expect(await request(2)).toMatchObject({ max_tokens: 9_000_000 });
});

test('where its branch was deleted it waits and says so', async () => {
  holdReplies(true);
  const { conversationId, second } = await twoBranches();
  answer();
  await ended(second.replyId);
  const { parentId } = (await app.tell('messages.get', { ids: [second.replyId] }))[0] ?? {};
  await app.tell('messages.remove', { id: parentId ?? '' });
  await enqueue(conversationId, 'elsewhere');
  await app.until(() => app.events.some((one) => one.type === 'notices.changed' && one.notices.length > 0));
  const { notices } = await app.tell('app.snapshot', {});
  expect(notices).toMatchObject([{ message: expect.stringMatching(/branch it was typed in was deleted/) }]);
});
