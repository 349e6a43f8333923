/** The same press of Continue that arrives twice is paid once. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

const CHATS = '/chat/completions';
let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  app = await openTestCore({ sandbox: gateway.sandbox });
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const reply = {
  charge: 1,
  body: { choices: [{ message: { role: 'assistant', content: 'and so' }, finish_reason: 'length' }] },
};

test('while it runs, and after the reply was continued once more', async () => {
  let answer = () => {};
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  gateway.on(CHATS, async ({ before }) => {
    if (before === 1) await opened;
    return reply;
  });
  const message = { conversationId: null, messageId: randomUUID(), text: 'Tell', model: 'paid/teller' };
  const { replyId: messageId } = await app.tell('chat.send', { ...message, settings: { stream: false } });
  const isOver = () => app.message(messageId)?.status === 'complete';
  await app.until(isOver);
  const [first, second] = [randomUUID(), randomUUID()];
  await app.tell('chat.continue', { messageId, intentId: first });
  await app.tell('chat.continue', { messageId, intentId: first });
  answer();
  await app.until(() => gateway.charges.length === 2 && isOver());
  await app.tell('chat.continue', { messageId, intentId: second });
  await app.until(() => gateway.charges.length === 3 && isOver());
  await app.tell('chat.continue', { messageId, intentId: first });
  expect(app.message(messageId)?.status).toBe('complete');
  expect(gateway.count(CHATS)).toBe(3);
});
