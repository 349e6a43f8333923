/** Cached and reasoning tokens, in the words of several gateways: kept with the reply, in exports, and after a restart. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usageDetails, usageText } from '../../../../renderer/parts/chat/message/choices';
import { openTestCore, type TestCore } from '../../../support/core';
import { type PaidGateway, startPaidGateway } from '../../../support/paid-gateway';

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

async function reply(usage: object) {
  gateway.on('/chat/completions', () => ({
    charge: 1,
    body: {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 120, completion_tokens: 31, ...usage },
    },
  }));
  const { reply: said } = await app.chat('Hello', { stream: false });
  const [stored] = await app.tell('messages.get', { ids: [said.id] });
  if (stored?.usage == null) throw new Error('The reply has no usage.');
  return { ...stored, usage: stored.usage };
}

const details = {
  prompt_tokens_details: { cached_tokens: 96 },
  completion_tokens_details: { reasoning_tokens: 20 },
};

test.each([
  ['OpenAI', details, { cachedTokens: 96, reasoningTokens: 20 }, '120 in, 96 cached · 31 out, 20 reasoning'],
  ['DeepSeek', { prompt_cache_hit_tokens: 96 }, { cachedTokens: 96 }, '120 in, 96 cached · 31 out'],
  ['one that states nothing', {}, {}, '120 in · 31 out'],
])('%s: stored and shown, and unknown where it is not stated', async (_, usage, more, text) => {
  const stored = await reply(usage);
  expect(stored.usage).toEqual({ promptTokens: 120, completionTokens: 31, ...more });
  expect(usageText(stored.usage)).toBe(text);
  expect(usageDetails(stored.usage)).toContain(
    'reasoningTokens' in more ? '20 for reasoning' : 'unknown for reasoning',
  );
});

test('no cached tokens are zero and not unknown', async () => {
  const { usage } = await reply({ prompt_tokens_details: { cached_tokens: 0 } });
  expect(usage.cachedTokens).toBe(0);
  expect(usageText(usage)).toBe('120 in · 31 out');
  expect(usageDetails(usage)).toContain('120 prompt tokens: 0 from the cache');
});

test('exports hold them, and an import brings them back', async () => {
  const { conversationId, usage } = await reply(details);
  const markdown = await app.tell('conversations.export', { id: conversationId, format: 'markdown' });
  expect(markdown.text).toContain('151 tokens · 96 cached · 20 reasoning');
  const { text } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const { conversationId: copy } = await app.tell('conversations.import', { json: text });
  const { leafId } = (await app.tell('conversations.get', { id: copy })) as { leafId: string };
  const [imported] = await app.tell('messages.get', { ids: [leafId] });
  expect(imported?.usage).toEqual(usage);
});
