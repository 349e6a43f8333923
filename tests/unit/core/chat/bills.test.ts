/** A reply keeps what its tokens were charged at: through a restart's tables, copies, files and prices that change later. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billOf } from '../../../../renderer/parts/chat/message/bill';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
});
afterAll(() => app.close());

const ask = async (model: string, more: object = {}) => {
  const { conversationId, reply } = await app.chat('How deep is the sea?', {
    model,
    extra: { reasoning_effort: 'low', ...more },
  });
  const [stored] = await app.tell('messages.get', { ids: [reply.id] });
  if (stored === undefined) throw new Error('The reply is gone.');
  return { conversationId, reply: stored };
};

const leafOf = async (id: string) => {
  const { leafId } = await app.tell('conversations.get', { id });
  const [message] = await app.tell('messages.get', { ids: [leafId ?? ''] });
  return message;
};

test('the sum is the charge, or the difference is named', async () => {
  const { reply } = await ask('sandbox/itemized');
  const bill = billOf(reply);
  expect(bill?.verdict).toBe('The charge is what the prices say.');
  expect(bill?.charged).toBe(bill?.total);
  expect(bill?.lines.map(({ label }) => label)).toEqual(['Input', 'Output', 'Reasoning', 'Request']);
  expect(reply.thinkingMs).toBeGreaterThanOrEqual(0);
  const { reply: wrong } = await ask('sandbox/itemized-wrong');
  expect(billOf(wrong)?.verdict).toBe('The gateway charged 0.3 cr more than its prices say.');
});

test('a fork and an imported file keep tokens, prices and the time of thinking', async () => {
  const { conversationId, reply } = await ask('sandbox/itemized');
  const { usage, prices, thinkingMs } = reply;
  expect(prices?.tokens.reasoning).toBe(0.043);
  const newId = crypto.randomUUID();
  await app.tell('conversations.fork', { messageId: reply.id, newId });
  expect(await leafOf(newId)).toMatchObject({ usage, prices, thinkingMs });
  const { text } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const { conversationId: copy } = await app.tell('conversations.import', { json: text });
  expect(await leafOf(copy)).toMatchObject({ usage, prices, thinkingMs });
});

test('the most that a call can cost counts every token at its dearest kind', async () => {
  const settings = { maxTokens: 100 };
  const intent = {
    kind: 'message',
    conversationId: null,
    text: 'Hi',
    model: 'sandbox/itemized',
    settings,
  } as const;
  const { costs } = await app.tell('credits.forecast', { intent });
  // 100 tokens of sound at 61 micros alone; a request is 1,009 beside them.
  expect(costs[0]?.most ?? costs[0]?.estimate.to).toBeGreaterThanOrEqual((100 * 61 + 1_009) / 1e6);
});
