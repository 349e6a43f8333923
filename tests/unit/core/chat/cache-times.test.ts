/** The cache point of the system prompt, and points that are kept for an hour: what is sent, what survives edits, what it costs. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { estimateChat, mostOfChat } from '../../../../electron/core/prices/price-estimate';
import { readBodyUsage } from '../../../../electron/gateway/parse/usage';
import { cacheSaving } from '../../../../shared/money/cache-saving';
import { decimalText } from '../../../../shared/money/decimal';
import { costParts } from '../../../../shared/money/token-cost';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const model = 'sandbox/itemized';
const systemPrompt = 'Keep to the rules of this long and careful prompt, word for word. '.repeat(5).trim();
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };

const bodyOf = async (conversationId: string) =>
  JSON.parse((await app.tell('body.get', { conversationId })).text) as {
    messages: { role: string; content: unknown }[];
  };
async function send(text: string, settings: object, more: object = {}) {
  const messageId = randomUUID();
  const input = { conversationId: null, messageId, text, model, settings, ...more };
  const sent = await app.tell('chat.send', input);
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  return { ...sent, messageId, usage: app.message(sent.replyId)?.usage };
}

test('the system prompt is a cache point where its setting says so, written once and read again', async () => {
  const settings = { systemPrompt, systemCache: '5m' as const };
  const { conversationId, usage } = await send('One', settings);
  expect(usage?.details?.cacheWrite).toBeGreaterThan(16);
  expect((await bodyOf(conversationId)).messages[0]).toEqual({
    role: 'system',
    content: [{ type: 'text', text: systemPrompt, cache_control: { type: 'ephemeral' } }],
  });
  const again = await send('Two', settings);
  expect(again.usage?.cachedTokens).toBe(usage?.details?.cacheWrite);
  // A model that takes none gets the text alone, and the setting stays.
  const plain = await send('Three', settings, { model: 'sandbox/echo' });
  expect((await bodyOf(plain.conversationId)).messages[0]).toEqual({ role: 'system', content: systemPrompt });
});

test('the body that is taken back has the point of the system prompt in the settings, and its time', async () => {
  const { conversationId } = await send('One', { systemPrompt, systemCache: '1h' });
  const body = await bodyOf(conversationId);
  expect(body.messages[0]?.content).toEqual([{ type: 'text', text: systemPrompt, ...hour }]);
  const { leafId } = await app.tell('conversations.get', { id: conversationId });
  const change = { conversationId, editId: randomUUID(), leafId };
  await app.tell('body.apply', { ...change, text: JSON.stringify({ ...body, temperature: 1 }) } as never);
  const { settings } = await app.tell('conversations.get', { id: conversationId });
  expect(settings).toEqual(expect.objectContaining({ systemPrompt, systemCache: '1h', temperature: 1 }));
  expect((await bodyOf(conversationId)).messages).toEqual(body.messages);
});

test('the time of a point survives an edit, in the chat and sent again', async () => {
  const { conversationId, messageId, replyId } = await send('One', {});
  const body = await bodyOf(conversationId);
  const content = [{ type: 'text', text: 'Marked', ...hour }];
  const messages = [{ role: 'user', content }];
  const change = { conversationId, editId: randomUUID(), leafId: replyId };
  await app.tell('body.apply', { ...change, text: JSON.stringify({ ...body, messages }) });
  const [marked] = (await app.tell('messages.page', { conversationId, beforeId: null, limit: 9 })).messages;
  expect(marked?.id).not.toBe(messageId);
  await send('Edited', {}, { conversationId, parentId: null, editOf: marked?.id });
  const [first] = (await bodyOf(conversationId)).messages;
  expect(first?.content).toEqual([{ type: 'text', text: 'Edited', ...hour }]);
  const again = (await app.tell('messages.page', { conversationId, beforeId: null, limit: 9 })).messages[0];
  await send('Once more', {}, { conversationId, parentId: null, editOf: again?.id });
  expect((await bodyOf(conversationId)).messages[0]?.content).toEqual([
    { type: 'text', text: 'Once more', ...hour },
  ]);
});

test('an hour without a price of its own is said to cost at least the estimate, before and after it is sent', async () => {
  const intent = (settings: object, more: object = {}) => ({
    intent: { kind: 'message', conversationId: null, text: 'Hi', model, settings, ...more } as never,
  });
  const short = await app.tell('credits.forecast', intent({ systemPrompt, systemCache: '5m' }));
  const long = await app.tell('credits.forecast', intent({ systemPrompt, systemCache: '1h' }));
  expect(short.isAtLeast).toBeUndefined();
  expect(long.isAtLeast).toBe(true);
  const { conversationId, replyId } = await send('One', {});
  const body = await bodyOf(conversationId);
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Marked', ...hour }] }];
  const change = { conversationId, editId: randomUUID(), leafId: replyId };
  await app.tell('body.apply', { ...change, text: JSON.stringify({ ...body, messages }) });
  for (const [chat, isAtLeast] of [
    [conversationId, true],
    [null, undefined],
  ] as const)
    expect((await app.tell('credits.forecast', intent({}, { conversationId: chat }))).isAtLeast).toBe(
      isAtLeast,
    );
});

test('with a price it is in the most that a call can cost, in the bill, and in what caches saved', () => {
  const kinds = { cached: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 };
  const pricing = { unit: 'token' as const, input: 3, output: 15, kinds };
  const asked = { characters: 4_000, mostPromptTokens: 1_000, maxTokens: 0 };
  expect(mostOfChat(asked, pricing, null)).toBeCloseTo(3.75);
  expect(mostOfChat({ ...asked, keepsLong: true }, pricing, null)).toBeCloseTo(6);
  expect(estimateChat({ ...asked, keepsLong: true }, pricing, null)?.from).toBeGreaterThan(0);
  const usage = readBodyUsage({
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
    },
  });
  expect(usage?.details).toEqual({ cacheWrite: 300, cacheWriteHour: 200 });
  const prices = {
    unit: 'usd' as const,
    per: 1_000_000 as const,
    tokens: { input: 3, output: 15, ...kinds },
  };
  const { lines, total } = costParts(usage ?? { promptTokens: 0, completionTokens: 0 }, prices);
  expect(lines.map(({ kind, count }) => [kind, count])).toEqual([
    ['input', 10],
    ['cacheWrite', 100],
    ['cacheWriteHour', 200],
    ['output', 5],
  ]);
  // 10 × 3 + 100 × 3.75 + 200 × 6 + 5 × 15 millionths.
  expect(total && decimalText(total)).toBe('0.00168');
  const written = { cached: 0, written: 300, writtenHour: 200 };
  const saved = cacheSaving(written, prices);
  expect(saved && decimalText(saved)).toBe('-0.000675');
  const { cacheWriteHour: _hour, ...others } = prices.tokens;
  expect(
    costParts(usage ?? { promptTokens: 0, completionTokens: 0 }, { ...prices, tokens: others }).total,
  ).toBeNull();
  expect(cacheSaving(written, { ...prices, tokens: others })).toBeNull();
});

test('a point for an hour behind one for five minutes is refused before it is sent', async () => {
  const { conversationId, replyId } = await send('One', {});
  const body = await bodyOf(conversationId);
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Marked', ...hour }] }];
  const change = { conversationId, editId: randomUUID(), leafId: replyId };
  await app.tell('body.apply', { ...change, text: JSON.stringify({ ...body, messages }) });
  const [marked] = (await app.tell('messages.page', { conversationId, beforeId: null, limit: 9 })).messages;
  const next = { conversationId, parentId: marked?.id, messageId: randomUUID(), text: 'Two', model };
  const refused = await app.refusal('chat.send', { ...next, settings: { systemPrompt, systemCache: '5m' } });
  expect(refused).toMatchObject({ code: 'invalid_input' });
  expect(refused.message).toContain('the longer must come first');
  await send('Two', { systemPrompt, systemCache: '1h' }, { conversationId, parentId: marked?.id });
});
