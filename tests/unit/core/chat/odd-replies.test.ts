/** Replies whose thinking comes inside the text, and blank ones: what is kept, shown, searched, exported and sent back. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../../shared/chat/chat';
import { reasoningOf } from '../../../../shared/chat/parts';
import { rawOf } from '../../../../shared/chat/raw-parts';
import type { AppEvent } from '../../../../shared/contract';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  events,
  type HostileServer,
  hang,
  json,
  type Script,
  startHostileServer,
} from '../../../support/hostile-server';

let app: TestCore;
let gateway: HostileServer;
let replies: Script[];
beforeEach(async () => {
  app = await openTestCore();
  gateway = await startHostileServer();
  replies = [];
  /** Refuses what strict gateways refuse: blank messages, and two neighbors of one role. */
  const answer = ({ url, body }: { url: string; body: string }): Script => {
    if (url.endsWith('/models')) return json({ object: 'list', data: [] });
    const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
    const isBlank = messages.some(({ content }) => typeof content === 'string' && content.trim() === '');
    const isDoubled = messages.some(({ role }, at) => role === messages[at - 1]?.role);
    if (isBlank || isDoubled)
      return json({ error: { message: 'Roles must alternate and say something.' } }, 400);
    return replies.shift() ?? { status: 599 };
  };
  gateway.script(...Array.from({ length: 30 }, () => answer));
  const { id } = await app.tell('profiles.create', { name: 'Strict', baseUrl: gateway.baseUrl });
  await app.tell('profiles.saveKey', { id, key: 'sk-strict-0000000', keep: 'session' });
  await app.tell('profiles.activate', { id });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const piece = (content: string) => chunk({ delta: { content } });
const end = `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
const whole = (...pieces: readonly string[]) => events(...pieces.map(piece), end);
const sentMessages = () => JSON.parse(gateway.requests.at(-1)?.body ?? '{}').messages;

/** Sends a message whose reply never ends, and stops it once the window has heard of it. */
async function stopped(conversationId: string | null, ...pieces: readonly string[]): Promise<Message> {
  replies.push(events(...pieces.map(piece), hang));
  const from = app.events.length;
  const message = { conversationId, messageId: randomUUID(), text: 'Hello', model: 'm', settings: {} };
  const { replyId } = await app.tell('chat.send', message);
  const hasCome = (event: AppEvent) =>
    event.type === 'call.changed' && event.call.eventCount === pieces.length && event.call.status === 200;
  await app.until(() => app.events.slice(from).some(hasCome));
  await app.tell('chat.stop', { messageId: replyId });
  return app.until(() => {
    const reply = app.message(replyId);
    return reply?.status === 'stopped' && reply;
  });
}

describe('thinking inside the text', () => {
  test('is the reasoning of the reply, out of title and export, found as what it is, and not sent back', async () => {
    replies.push(whole('secret plan', ' one\n</think>', '\n\n', 'Forty-two it is.'), whole('Yes'));
    const { reply, conversationId } = await app.chat('Hi', { model: 'm' });
    expect(reply).toMatchObject({
      status: 'complete',
      text: 'Forty-two it is.',
    });
    expect(reasoningOf(reply.parts)).toBe('secret plan one');
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 5 });
    expect(conversations[0]?.title).toBe('Forty-two it is.');
    const exported = await app.tell('conversations.export', { id: conversationId, format: 'markdown' });
    expect(exported.text).toContain('Forty-two it is.');
    expect(exported.text).not.toContain('secret');
    const found = await app.tell('conversations.search', { query: 'secret plan', limit: 5 });
    expect(found).toMatchObject([{ messageId: reply.id, part: { type: 'reasoning' } }]);
    await app.chat('And now?', { model: 'm', conversationId });
    expect(JSON.stringify(sentMessages())).not.toContain('secret');
    expect(sentMessages()[1]).toEqual({ role: 'assistant', content: 'Forty-two it is.' });
  });

  test('is reported to windows as it is separated', async () => {
    replies.push(whole('plan', ' one', '</think>', '42'));
    const { reply } = await app.chat('Hi', { model: 'm' });
    const shown = { text: '', reasoning: '' };
    for (const event of app.events) {
      if (event.type !== 'message.delta' || event.messageId !== reply.id) continue;
      shown[event.part] = event.isWhole ? event.text : shown[event.part] + event.text;
    }
    expect(shown).toEqual({ text: '42', reasoning: 'plan one' });
  });
});

describe('a chat goes on', () => {
  test('after a reply of blanks, whole or stopped, and with a blank system prompt', async () => {
    replies.push(whole('  \n'));
    const { conversationId } = await app.chat('Hello', { model: 'm' });
    await stopped(conversationId, '\n\n');
    await stopped(conversationId);
    replies.push({ status: 500 }, whole('Fine'));
    const failed = await app.chat('Hello', { model: 'm', conversationId });
    expect(failed.reply.status).toBe('failed');
    const messageId = randomUUID();
    const settings = { systemPrompt: ' ' };
    const { replyId } = await app.tell('chat.send', {
      conversationId,
      messageId,
      text: 'And?',
      model: 'm',
      settings,
    });
    const reply = await app.until(() => app.message(replyId)?.finishedAt && app.message(replyId));
    expect(reply).toMatchObject({ status: 'complete', text: 'Fine' });
    expect(sentMessages()).toEqual([{ role: 'user', content: 'Hello\n\nAnd?' }]);
  });

  test('where a reply of blanks is continued', async () => {
    const blank = await stopped(null, '\n\n');
    replies.push(whole('Here it is'));
    await app.tell('chat.continue', { messageId: blank.id, intentId: randomUUID() });
    const reply = await app.until(() => {
      const now = app.message(blank.id);
      return now?.status === 'complete' && now;
    });
    expect(reply.text).toBe('Here it is');
    expect(sentMessages()).toEqual([{ role: 'user', content: 'Hello' }]);
  });
});

test('a role that no reply has is kept by its name, shown, and not sent back', async () => {
  const named = (role: string, content: string) => chunk({ delta: { role, content } });
  replies.push(events(named('ipython', 'Forty'), named('ipython', '-two'), end), whole('Yes'));
  const { reply, conversationId } = await app.chat('Hi', { model: 'm' });
  expect(reply).toMatchObject({ role: 'assistant', status: 'complete', text: 'Forty-two' });
  expect(rawOf(reply.parts, 'unknown')).toEqual([{ role: 'ipython' }]);
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  expect(JSON.parse(json).messages[1].parts).toEqual([
    { type: 'text', text: 'Forty-two' },
    { type: 'unknown', raw: { role: 'ipython' } },
  ]);
  await app.chat('And now?', { model: 'm', conversationId });
  expect(sentMessages()).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Forty-two' },
    { role: 'user', content: 'And now?' },
  ]);
});

test.each(['assistant', 'Assistant', ''])('the role “%s” of a reply is the usual one', async (role) => {
  replies.push(events(chunk({ delta: { role, content: 'Yes' } }), end));
  const { reply } = await app.chat('Hi', { model: 'm' });
  expect(reply.parts.map(({ type }) => type)).toEqual(['text']);
});
