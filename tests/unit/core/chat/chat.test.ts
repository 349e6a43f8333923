import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const slow = { model: 'sandbox/firehose', extra: { tokens: 4_000, tokens_per_second: 200 } };

async function sendSlow(text = 'go on') {
  const messageId = randomUUID();
  const settings = { extra: slow.extra };
  const sent = await app.tell('chat.send', {
    conversationId: null,
    messageId,
    text,
    model: slow.model,
    settings,
  });
  await app.until(() => app.events.some((event) => event.type === 'message.delta'));
  return { ...sent, messageId };
}

const pageOf = (conversationId: string) =>
  app.tell('messages.page', { conversationId, beforeId: null, limit: 50 });

describe('a reply', () => {
  test('is streamed to its end with its usage, timings and cost', async () => {
    const { reply, conversationId } = await app.chat('Hello there');
    expect(reply).toMatchObject({
      status: 'complete',
      role: 'assistant',
      model: 'sandbox/echo',
      error: null,
    });
    expect(reply.text).toContain('Hello there');
    expect(reply.usage?.completionTokens).toBeGreaterThan(0);
    expect(paidIn(reply)).toBeGreaterThan(0);
    expect(reply.firstTokenMs).toBeLessThanOrEqual(reply.totalMs ?? 0);
    const { messages } = await pageOf(conversationId);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages.at(-1)).toEqual(reply);
  });

  test('arrives as a whole if streaming is off', async () => {
    const { reply } = await app.chat('Hello there', { stream: false });
    expect(reply.status).toBe('complete');
    expect(reply.text).toContain('Hello there');
    expect(paidIn(reply)).toBeGreaterThan(0);
  });

  test('is reported in deltas whose offsets join without gap or overlap', async () => {
    const { reply } = await app.chat('go', {
      model: 'sandbox/firehose',
      extra: { tokens: 800, tokens_per_second: 0, seed: 7 },
    });
    let text = '';
    for (const event of app.events) {
      if (event.type !== 'message.delta' || event.messageId !== reply.id) continue;
      expect(event.offset).toBe(text.length);
      text += event.text;
    }
    expect(text).toBe(reply.text);
  });

  test('gets the earlier messages of its branch', async () => {
    const first = await app.chat('My name is Ada', { model: 'sandbox/eliza' });
    const second = await app.chat('You are like my mother', {
      model: 'sandbox/eliza',
      conversationId: first.conversationId,
    });
    expect(second.reply.usage?.promptTokens).toBeGreaterThan(first.reply.usage?.promptTokens ?? 0);
  });

  test('that is stopped keeps its partial text and has an unknown cost', async () => {
    const { replyId, conversationId } = await sendSlow();
    await app.tell('chat.stop', { messageId: replyId });
    const reply = await app.until(() => app.message(replyId)?.status === 'stopped' && app.message(replyId));
    expect(reply.text.length).toBeGreaterThan(0);
    expect(reply.error).toBeNull();
    expect(paidIn(reply)).toBeNull();
    const conversation = await app.until(() =>
      app.events.findLast(
        (event) => event.type === 'conversation.changed' && event.conversation.hasUnknownCost,
      ),
    );
    expect(conversation).toMatchObject({ conversation: { id: conversationId, streamingMessageIds: [] } });
  });

  test('requested during the stream is shown with its text so far', async () => {
    const { conversationId, replyId } = await sendSlow();
    const { messages } = await pageOf(conversationId);
    const told = app.events.flatMap((event) => (event.type === 'message.delta' ? [event.text] : [])).join('');
    expect(messages.at(-1)).toMatchObject({ id: replyId, status: 'streaming' });
    expect(messages.at(-1)?.text.startsWith(told)).toBe(true);
  });

  test('blocks a second message to the same chat, which is not stored, until it ends', async () => {
    const { conversationId } = await sendSlow();
    const messageId = randomUUID();
    const input = { conversationId, messageId, text: 'more', model: slow.model, settings: {} };
    expect(await app.refusal('chat.send', input)).toMatchObject({ code: 'busy' });
    expect((await pageOf(conversationId)).messages).toHaveLength(2);
  });

  test('that is regenerated is a branch beside the first, and either can be shown', async () => {
    const { conversationId, reply } = await app.chat('Hello');
    const replyId = randomUUID();
    await app.tell('chat.regenerate', { messageId: reply.id, replyId });
    const again = await app.until(() => app.message(replyId)?.status === 'complete' && app.message(replyId));
    expect(again.siblingIds).toEqual([reply.id, replyId]);
    expect((await pageOf(conversationId)).messages.at(-1)?.id).toBe(replyId);
    await app.tell('conversations.showBranch', { id: conversationId, messageId: reply.id });
    expect((await pageOf(conversationId)).messages.at(-1)?.id).toBe(reply.id);
  });

  test('can be regenerated by another model, which the chat does not keep', async () => {
    const { conversationId, reply } = await app.chat('Hello');
    const replyId = randomUUID();
    const input = { messageId: reply.id, replyId, model: 'sandbox/eliza' };
    expect(
      await app.tell('credits.forecast', {
        intent: { kind: 'regenerate', messageId: reply.id, model: 'sandbox/eliza' },
      }),
    ).not.toEqual(
      await app.tell('credits.forecast', { intent: { kind: 'regenerate', messageId: reply.id } }),
    );
    await app.tell('chat.regenerate', input);
    const again = await app.until(() => app.message(replyId)?.status === 'complete' && app.message(replyId));
    expect([reply.model, again.model, again.siblingIds]).toEqual([
      'sandbox/echo',
      'sandbox/eliza',
      [reply.id, replyId],
    ]);
    const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 1 });
    expect(conversations[0]).toMatchObject({ id: conversationId, model: 'sandbox/echo' });
  });

  test('of a chat that is deleted ends with it', async () => {
    const { conversationId } = await sendSlow();
    await app.tell('conversations.remove', { id: conversationId });
    expect(await app.refusal('messages.page', { conversationId, beforeId: null, limit: 1 })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('an intent', () => {
  test('sent twice is answered once and charged once', async () => {
    const messageId = randomUUID();
    const input = { conversationId: null, messageId, text: 'once', model: 'sandbox/echo', settings: {} };
    const [first, second] = await Promise.all([app.tell('chat.send', input), app.tell('chat.send', input)]);
    expect(second).toEqual(first);
    await app.until(() => app.message(first.replyId)?.status === 'complete');
    expect(await app.tell('chat.send', input)).toEqual(first);
    expect((await app.sandbox.account()).charges).toHaveLength(1);
  });

  test('to regenerate a reply, sent twice, is answered once', async () => {
    const { reply } = await app.chat('Hello');
    const replyId = randomUUID();
    const input = { messageId: reply.id, replyId };
    await Promise.all([app.tell('chat.regenerate', input), app.tell('chat.regenerate', input)]);
    await app.until(() => app.message(replyId)?.status === 'complete');
    expect((await app.sandbox.account()).charges).toHaveLength(2);
  });
});

describe('a failure', () => {
  test('of the gateway is stored on the reply with code, request id and status; nothing is charged', async () => {
    const { reply } = await app.chat('x', { model: 'sandbox/no-such-model' });
    expect(reply).toMatchObject({
      status: 'failed',
      text: '',
      error: { code: 'model_not_found', statusCode: 404 },
    });
    expect(reply.error?.requestId).toBeTruthy();
    expect((await app.sandbox.account()).charges).toHaveLength(0);
  });
});

describe('dispatch', () => {
  test('refuses an unknown command', async () => {
    expect(await app.core.call('app.shutdown', {})).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'name' },
    });
    expect(await app.core.call('__proto__', {})).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
  });

  test('names the wrong field and does not repeat its value', async () => {
    const settings = { temperature: 77 };
    const input = { conversationId: null, messageId: randomUUID(), text: 'x', model: 'm', settings };
    expect(await app.refusal('chat.send', input)).toMatchObject({
      code: 'invalid_input',
      field: 'settings.temperature',
    });
    const secret = await app.refusal('profiles.saveKey', {
      id: 'p',
      key: 'not header safe \n',
      keep: 'keychain',
      more: 1,
    } as never);
    expect(JSON.stringify(secret)).not.toContain('header safe');
  });
});
