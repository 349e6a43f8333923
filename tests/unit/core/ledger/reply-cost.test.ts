import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { paidIn } from '../../../support/money';
import { startTestSandbox } from '../../../support/sandbox';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const messagesOf = async (conversationId: string) =>
  (await app.tell('messages.page', { conversationId, beforeId: null, limit: 50 })).messages;

async function ask(settings: Record<string, unknown>) {
  const { conversationId, replyId } = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Go',
    model: 'sandbox/firehose',
    settings: settings as never,
  });
  const reply = await app.until(() => {
    const known = app.message(replyId);
    return known && known.status !== 'streaming' && known;
  });
  return { conversationId, reply };
}

test('further choices cost nothing more, and each states why it ended', async () => {
  const { conversationId, reply } = await ask({
    choices: 3,
    maxTokens: 5,
    extra: { tokens: 50, tokens_per_second: 0 },
  });
  expect(paidIn(reply)).toBeGreaterThan(0);
  const [, ...others] = (await messagesOf(conversationId)).at(-1)?.siblingIds ?? [];
  const further = await app.tell('messages.get', { ids: others });
  expect(further).toHaveLength(2);
  for (const one of further) {
    expect(one).toMatchObject({ cost: [], finishReason: 'length', status: 'complete' });
  }
});

test('the content of a copy was paid for once, in the original', async () => {
  const { reply } = await app.chat('Hello');
  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId: reply.id, newId });
  const copies = await messagesOf(newId);
  expect(copies.map(({ cost }) => cost)).toEqual([[], []]);
});

test('a reply that was refused before sending cost nothing, and is not shown as unknown', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.close();
  const alone = await openTestCore({ sandbox });
  const { reply } = await alone.chat('Hello');
  await alone.close();
  expect(reply).toMatchObject({ status: 'failed', cost: [] });
});

test('the known part of a continued reply is not shown as the total', async () => {
  await app.chat('before');
  const cut = { fail: 'cut', fail_after_tokens: 5, fail_times: 1, fail_id: 'a', tokens_per_second: 0 };
  const broken = await app.chat('x', { model: 'sandbox/flaky', extra: cut });
  expect(paidIn(broken.reply)).toBeNull();
  // Beside another call no balance settles anything, so what the first part cost stays open.
  const beside = app.chat('beside', {
    model: 'sandbox/firehose',
    extra: { tokens: 300, tokens_per_second: 200 },
  });
  await app.until(() =>
    app.events.some((event) => event.type === 'message.delta' && event.messageId !== broken.reply.id),
  );
  const intentId = randomUUID();
  await app.tell('chat.continue', { messageId: broken.reply.id, intentId });
  const whole = await app.until(() => {
    const known = app.message(broken.reply.id);
    return known?.status === 'complete' && known;
  });
  expect(paidIn(whole)).toBeNull();
  await beside;
  await app.chat('after');
  const settled = await app.until(() => {
    const known = app.message(broken.reply.id);
    return paidIn(known) !== null && known;
  });
  expect(paidIn(settled)).toBeGreaterThan(0);
});
