/** Cache points placed by hand: on the last part of a message, in every way a chat goes, and only where the model takes them. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { savedText } from '../../../../renderer/parts/credits/saved-text';
import { cachePointsIn } from '../../../../shared/chat/cache-points';
import { takesCachePoints } from '../../../../shared/gateways/cache-points';
import { cacheSaving } from '../../../../shared/money/cache-saving';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const model = 'sandbox/itemized';
const mark = { cache_control: { type: 'ephemeral' } };
const long = 'Keep to the rules of this long and careful prompt, word for word, whatever comes. '
  .repeat(4)
  .trim();

const shown = async (conversationId: string) =>
  (await app.tell('messages.page', { conversationId, beforeId: null, limit: 100 })).messages;
const pointsOf = async (conversationId: string) =>
  (await shown(conversationId)).map(({ parts }) => cachePointsIn(parts));
const bodyOf = async (conversationId: string) => {
  const { text } = await app.tell('body.get', { conversationId });
  return JSON.parse(text) as { messages: readonly { role: string; content: unknown }[] };
};
const set = (messageId: string | undefined, isOn: boolean) =>
  app.tell('chat.setCachePoint', { messageId: messageId ?? '', isOn });

/** A question that is marked, and its answer. */
async function markedTalk() {
  const { conversationId, reply } = await app.chat(long, { model });
  const [asked] = await shown(conversationId);
  await set(asked?.id, true);
  return { conversationId, asked, reply };
}

test('a mark is on the last part alone, in the body and what is sent, and its tokens are counted by it', async () => {
  const { conversationId, asked } = await markedTalk();
  expect(await pointsOf(conversationId)).toEqual([1, 0]);
  const { messages } = await bodyOf(conversationId);
  expect(messages[0]).toEqual({ role: 'user', content: [{ type: 'text', text: long, ...mark }] });
  expect(messages[1]?.content).toBeTypeOf('string');
  const second = await app.chat('And now?', { model, conversationId });
  const third = await app.chat('And then?', { model, conversationId });
  const written = second.reply.usage?.details?.cacheWrite ?? 0;
  expect(written).toBeGreaterThan(16);
  expect(second.reply.usage).toMatchObject({ cachedTokens: 0 });
  expect(third.reply.usage?.cachedTokens).toBe(written);
  expect(third.reply.usage?.details?.cacheWrite ?? 0).toBe(0);
  await set(asked?.id, false);
  expect(await pointsOf(conversationId)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await bodyOf(conversationId)).messages[0]).toEqual({ role: 'user', content: long });
});

test('a point further on reads what was written before and writes the rest', async () => {
  const { conversationId } = await markedTalk();
  const second = await app.chat(long, { model, conversationId });
  await set((await shown(conversationId)).at(-1)?.id, true);
  const third = await app.chat('On', { model, conversationId });
  expect(third.reply.usage?.cachedTokens).toBe(second.reply.usage?.details?.cacheWrite);
  expect(third.reply.usage?.details?.cacheWrite).toBeGreaterThan(0);
});

test('marks go with forks, exports, examples, edits of others, and JSON that is taken back', async () => {
  const { conversationId, asked, reply } = await markedTalk();
  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId: reply.id, newId });
  expect(await pointsOf(newId)).toEqual([1, 0]);
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const { conversationId: copy } = await app.tell('conversations.import', { json });
  expect(await pointsOf(copy)).toEqual([1, 0]);
  expect((await bodyOf(copy)).messages).toEqual((await bodyOf(conversationId)).messages);
  const presetId = randomUUID();
  await app.tell('presets.createWithMessages', {
    id: presetId,
    name: 'Cached',
    content: { modality: 'chat', model, settings: {} },
    fromId: null,
    toId: reply.id,
  });
  const { conversationId: opened } = await app.tell('presets.open', { id: presetId, newId: randomUUID() });
  expect((await bodyOf(opened)).messages).toEqual((await bodyOf(conversationId)).messages);
  expect(await pointsOf(opened)).toEqual([1, 0]);
  await app.tell('chat.moveMessage', {
    editId: randomUUID(),
    messageId: asked?.id ?? '',
    nextTo: reply.id,
    place: 'after',
  });
  expect(await pointsOf(conversationId)).toEqual([0, 1]);
});

test('what was written as JSON is a point too: kept unchanged, and taken away by the same command', async () => {
  const { conversationId, reply } = await app.chat('One', { model });
  const content = [
    { type: 'text', text: 'First' },
    { type: 'text', text: 'Second', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ];
  const body = { ...(await bodyOf(conversationId)), messages: [{ role: 'user', content, name: 'Ann' }] };
  const change = { conversationId, editId: randomUUID(), leafId: reply.id };
  await app.tell('body.apply', { ...change, text: JSON.stringify(body) });
  expect((await bodyOf(conversationId)).messages).toEqual(body.messages);
  expect(await pointsOf(conversationId)).toEqual([1]);
  const [message] = await shown(conversationId);
  await set(message?.id, true);
  expect((await bodyOf(conversationId)).messages).toEqual(body.messages);
  await set(message?.id, false);
  const plain = [content[0], { type: 'text', text: 'Second' }];
  expect((await bodyOf(conversationId)).messages).toEqual([{ role: 'user', content: plain, name: 'Ann' }]);
  await set(message?.id, true);
  const again = [content[0], { type: 'text', text: 'Second', ...mark }];
  expect((await bodyOf(conversationId)).messages).toEqual([{ role: 'user', content: again, name: 'Ann' }]);
});

test('a model that takes none gets none, and the marks stay for one that does', async () => {
  const { conversationId } = await markedTalk();
  await app.tell('conversations.configure', { id: conversationId, model: 'sandbox/echo' });
  expect(JSON.stringify(await bodyOf(conversationId))).not.toContain('cache_control');
  expect(await pointsOf(conversationId)).toEqual([1, 0]);
  await app.tell('conversations.configure', { id: conversationId, model });
  expect(JSON.stringify(await bodyOf(conversationId))).toContain('cache_control');
});

test('a fifth point is refused, and so is one on a message without content, in plain words', async () => {
  const { conversationId } = await app.chat('1', { model });
  for (const text of ['2', '3']) await app.chat(text, { model, conversationId });
  const messages = await shown(conversationId);
  for (const { id } of messages.slice(0, 4)) await set(id, true);
  const fifth = await app.refusal('chat.setCachePoint', { messageId: messages[4]?.id ?? '', isOn: true });
  expect(fifth.message).toContain('4 cache points');
});

test('by record, price or name, and not where the gateway refuses or passes the field by', () => {
  const record = { id: 'a/b', capabilities: null, pricing: null };
  const listed = { ...record, capabilities: { input: [], output: [], parameters: ['cache_control'] } };
  const priced = { ...record, dollarPrices: { kinds: { cacheWrite: 3.75 } } };
  const named = { ...record, id: 'anthropic/claude-sonnet-4.5' };
  expect([record, listed, priced, named].map((model) => takesCachePoints('openrouter', model))).toEqual([
    ...[false, true, true, true],
  ]);
  for (const gateway of ['openai', 'anthropic', 'mistral'] as const)
    expect(takesCachePoints(gateway, named)).toBe(false);
});

test('what caches saved is exact, over a chat and over all, once for each paid reply, and unknown without prices', async () => {
  const { conversationId } = await markedTalk();
  const second = await app.chat('And now?', { model, conversationId });
  const third = await app.chat('And then?', { model, conversationId });
  const written = second.reply.usage?.details?.cacheWrite ?? 0;
  const cached = third.reply.usage?.cachedTokens ?? 0;
  // 11, 3 and 17 millionths of a credit for a token.
  const micros = cached * (11 - 3) - written * (17 - 11);
  const { calls, saved, unknown } = await app.tell('ledger.cacheSaved', { filter: {}, conversationId });
  expect([calls, Math.round(Number(saved) * 1e6), unknown]).toEqual([2, micros, 0]);
  await app.tell('conversations.fork', { messageId: third.reply.id, newId: randomUUID() });
  const all = await app.tell('ledger.cacheSaved', { filter: { model } });
  expect(all).toEqual({ unit: 'credits', calls, saved, unknown });
  expect(savedText(all)).toBe(`Caches saved ${saved} cr in 2 requests`);
  const none = await app.tell('ledger.cacheSaved', { filter: { unit: 'usd' } });
  expect(savedText(none)).toBeNull();
});

test('a saving that nobody can know is called unknown, and a loss a loss', () => {
  expect(savedText({ unit: 'credits', calls: 0, saved: '0', unknown: 1 })).toContain('unknown for 1 request');
  expect(savedText({ unit: 'usd', calls: 2, saved: '-0.5', unknown: 0 })).toMatch(/^Writing to caches cost/);
  const priced = { per: 1_000 as const, tokens: { input: 1, output: 1 } };
  expect(cacheSaving({ cached: 5, written: 0 }, priced)).toBeNull();
});

test('an edit that is sent again is a cache point where the message before it was one', async () => {
  const { conversationId, asked } = await markedTalk();
  const send = async (editOf: string | undefined) => {
    const messageId = randomUUID();
    const sent = { conversationId, messageId, text: 'Again', model, settings: {}, parentId: null };
    const { replyId } = await app.tell('chat.send', { ...sent, ...(editOf && { editOf }) });
    await app.until(() => app.message(replyId)?.status === 'complete');
    return messageId;
  };
  const edited = await send(asked?.id);
  expect(await pointsOf(conversationId)).toEqual([1, 0]);
  expect((await bodyOf(conversationId)).messages[0]).toEqual({
    role: 'user',
    content: [{ type: 'text', text: 'Again', ...mark }],
  });
  await set(edited, false);
  await send(edited);
  expect(await pointsOf(conversationId)).toEqual([0, 0]);
});

test('a message that is queued behind a marked one leaves the mark, and sends it', async () => {
  const { conversationId } = await markedTalk();
  const queued = { conversationId, messageId: randomUUID(), text: 'Queued', model, settings: {} };
  await app.tell('chat.enqueue', queued);
  await app.until(() =>
    app.events.some(
      (one) =>
        one.type === 'message.changed' &&
        one.message.parentId === queued.messageId &&
        one.message.status === 'complete',
    ),
  );
  expect(await pointsOf(conversationId)).toEqual([1, 0, 0, 0]);
  const { messages } = await bodyOf(conversationId);
  expect(messages[0]?.content).toEqual([{ type: 'text', text: long, ...mark }]);
});

test('an archive takes the mark along', async () => {
  const { conversationId } = await markedTalk();
  const other = await openTestCore();
  try {
    await importAll(other, await exportAll(app));
    const { messages } = await other.tell('messages.page', { conversationId, beforeId: null, limit: 9 });
    expect(messages.map(({ parts }) => cachePointsIn(parts))).toEqual([1, 0]);
  } finally {
    await other.close();
  }
});

test('the code of the next request has the mark, and so has that of a reply that was asked with it', async () => {
  const { conversationId } = await markedTalk();
  const asked = { of: 'chat', conversationId, model, settings: {} } as const;
  const { bodies } = await app.tell('code.request', { ...asked, text: 'Next' });
  const marked = { role: 'user', content: [{ type: 'text', text: long, ...mark }] };
  expect(bodies[0]?.messages).toEqual(expect.arrayContaining([marked]));
  const { reply } = await app.chat('And on', { model, conversationId });
  const sent = await app.tell('code.request', { of: 'message', messageId: reply.id });
  expect(sent.bodies[0]?.messages).toEqual(expect.arrayContaining([marked]));
});
