/** One conversation as a file: what is said of it in words, and what comes back. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOf } from '../../../../shared/chat/parts';
import { openTestCore, type TestCore } from '../../../support/core';
import { gif } from '../../../support/media-files';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const exported = async (id: string) =>
  JSON.parse((await app.tell('conversations.export', { id, format: 'json' })).text);
const imported = (file: object) => app.tell('conversations.import', { json: JSON.stringify(file) });

async function twoBranches() {
  const { conversationId, reply } = await app.chat('first');
  const again = await app.tell('chat.regenerate', { messageId: reply.id, replyId: randomUUID() });
  await app.until(() => app.message(again.replyId)?.status === 'complete');
  await app.chat('second', { conversationId });
  return conversationId;
}

test('the whole tree is imported under new ids, with the same visible branch, and costs nothing', async () => {
  const id = await twoBranches();
  const spent = (await app.sandbox.account()).charged;
  const file = await exported(id);
  expect(file.messages).toHaveLength(5);
  const { conversationId } = await imported(file);
  expect(conversationId).not.toBe(id);
  const shown = (one: string) =>
    app.tell('messages.page', { conversationId: one, beforeId: null, limit: 50 });
  const texts = async (one: string) =>
    (await shown(one)).messages.map(({ text, siblingIds }) => [text, siblingIds.length]);
  expect(await texts(conversationId)).toEqual(await texts(id));
  const strip = ({
    messages,
    ...rest
  }: {
    messages: { id: string; parentId: string }[];
    leafId: string;
  }) => ({
    title: (rest as unknown as { title: string }).title,
    messages: messages.map(({ id: _, parentId: __, ...message }) => message),
  });
  expect(strip(await exported(conversationId))).toEqual(strip(file));
  expect((await app.tell('conversations.get', { id: conversationId })).cost).toEqual([]);
  expect((await app.sandbox.account()).charged).toBe(spent);
  const { reply } = await app.chat('going on', { conversationId });
  expect(reply.text).toBe('going on');
});

test('what replies cost comes back with them, the unknown as unknown, and enters no sum of this computer', async () => {
  const file = await exported(await twoBranches());
  const costs = [
    { credits: 12.5, dollars: null },
    { credits: null, dollars: null },
    { credits: null, dollars: 0.0031 },
  ];
  const replies = file.messages.filter(({ role }: { role: string }) => role === 'assistant');
  for (const [index, reply] of replies.entries()) Object.assign(reply, costs[index]);
  const before = await app.tell('ledger.sums', { filter: {} });
  const { conversationId } = await imported(file);
  const again = await exported(conversationId);
  const costOf = ({ credits, dollars }: (typeof costs)[number]) => ({ credits, dollars });
  expect(again.messages.map(costOf)).toEqual(file.messages.map(costOf));
  expect(await app.tell('ledger.sums', { filter: {} })).toEqual(before);
  expect(await app.tell('conversations.get', { id: conversationId })).toMatchObject({
    ...{ cost: [], hasUnknownCost: false },
    paidElsewhere: {
      cost: [
        { unit: 'credits', amount: 12_500_000 },
        { unit: 'usd', amount: 3_100_000 },
      ],
      hasUnknownCost: true,
    },
  });
  const { text } = await app.tell('conversations.export', { id: conversationId, format: 'markdown' });
  expect(text).toContain('it had cost 12.5 credits + $0.0031 and an unknown amount.');
  Object.assign(replies[0], { credits: -500 });
  const gained = await exported((await imported(file)).conversationId);
  expect(gained.messages.filter(({ role }: { role: string }) => role === 'assistant')[0].credits).toBeNull();
});

test('Markdown states who wrote what, when and at what cost, for the visible branch only', async () => {
  const id = await twoBranches();
  const { text, fileName } = await app.tell('conversations.export', { id, format: 'markdown' });
  expect(fileName).toBe('first.md');
  expect(text.match(/^## You$/gm)).toHaveLength(2);
  expect(text.match(/^## sandbox\/echo$/gm)).toHaveLength(2);
  expect(text).toMatch(/This chat has cost 0\.\d+ credits so far/);
  expect(text).toMatch(/<sub>\d{4}-\d\d-\d\d \d\d:\d\d UTC · 0\.\d+ credits · \d+ tokens<\/sub>/);
});

test('an image is referenced by its hash: shown if it is stored here, named in the text if not', async () => {
  const image = await app.tell('attachments.add', {
    name: 'dot.gif',
    base64: Buffer.from(gif).toString('base64'),
  });
  const sent = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Look',
    model: 'sandbox/vision',
    settings: {},
    attachments: [{ id: image.id, name: 'dot.gif' }],
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  const file = await exported(sent.conversationId);
  const part = { type: 'image', sha256: image.id, name: 'dot.gif' };
  expect(file.messages[0].parts).toEqual([{ type: 'text', text: 'Look' }, part]);
  const first = async (one: object) => {
    const { conversationId } = await imported(one);
    const page = await app.tell('messages.page', { conversationId, beforeId: null, limit: 5 });
    const { text = '', parts = [] } = page.messages[0] ?? {};
    return { text, files: filesOf(parts) };
  };
  expect(await first(file)).toEqual({ text: 'Look', files: [image] });
  file.messages[0].parts[1].sha256 = 'f'.repeat(64);
  expect(await first(file)).toEqual({ text: 'Look\n\n[An image was here: dot.gif]', files: [] });
});

test.each([
  ['no JSON', 'is not valid JSON', () => '{'],
  [
    'nested 20,000 deep',
    'is nested deeper than 300 levels',
    () => {
      const nested = '['.repeat(20_000) + ']'.repeat(20_000);
      const head =
        '"format":"gatehouse-conversation","formatVersion":1,"title":"t","createdAt":1,"model":null';
      return `{${head},"leafId":null,"messages":[],"settings":{"extra":{"deep":${nested}}}}`;
    },
  ],
  ['JSON of something else', 'not a conversation exported by Gatehouse', () => '{"messages":[]}'],
  [
    'of a newer Gatehouse',
    'newer Gatehouse',
    () => JSON.stringify({ format: 'gatehouse-conversation', formatVersion: 3 }),
  ],
  [
    'wrong in a field',
    'Messages 1: role',
    () =>
      JSON.stringify({
        ...{
          format: 'gatehouse-conversation',
          formatVersion: 1,
          title: 't',
          createdAt: 1,
          model: null,
          settings: {},
          leafId: null,
        },
        messages: [
          {
            id: 'a',
            parentId: null,
            role: 'wizard',
            text: '',
            status: 'complete',
            model: null,
            createdAt: 1,
          },
        ],
      }),
  ],
])('a file that is %s is refused with the reason, and creates no chat', async (_, reason, make) => {
  const error = await app.refusal('conversations.import', { json: make() });
  expect(error).toMatchObject({ code: 'invalid_input', field: 'json' });
  expect(error.message).toContain(reason);
  expect((await app.tell('conversations.list', { cursor: null, limit: 5 })).conversations).toEqual([]);
});

test('messages with missing or circular parents still make a chat', async () => {
  const message = (id: string, parentId: string) => ({
    id,
    parentId,
    role: 'user',
    text: id,
    status: 'complete',
    model: null,
    createdAt: 1,
  });
  const { conversationId } = await imported({
    ...{
      format: 'gatehouse-conversation',
      formatVersion: 1,
      title: 't',
      createdAt: 1,
      model: null,
      settings: {},
      leafId: 'a',
    },
    messages: [message('a', 'b'), message('b', 'a'), message('c', 'gone')],
  });
  const page = await app.tell('messages.page', { conversationId, beforeId: null, limit: 5 });
  expect(page.messages.length).toBeGreaterThan(0);
  expect(page.hasMore).toBe(false);
});

test('an imported chat keeps the date of its last message, and one of a clock that was ahead is of now', async () => {
  const message = (id: string, parentId: string | null, createdAt: number) => ({
    ...{ id, parentId, role: 'user', text: id, status: 'complete', model: null, createdAt },
  });
  const file = (title: string, messages: readonly object[]) => ({
    ...{ format: 'gatehouse-conversation', formatVersion: 2, title, createdAt: 1_000 },
    ...{ model: null, settings: {}, leafId: 'a', messages },
  });
  await imported(file('ahead', [message('a', null, 8e15)]));
  await imported(
    file('old', [message('a', null, 2_000), message('b', 'a', 3_000), message('c', 'a', 2_500)]),
  );
  await app.chat('today');
  const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 5 });
  expect(conversations.map(({ title }) => title)).toEqual(['today', 'ahead', 'old']);
  expect(conversations.at(-1)?.updatedAt).toBe(3_000);
});
