import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { titleFrom, titleFromExchange } from '../../../../electron/core/chat/title';
import type { Storage } from '../../../../electron/core/ports/storage';
import type { Conversation, ConversationPage } from '../../../../shared/chat/chat';
import { ownParts } from '../../../../shared/chat/written-parts';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const texts = async (conversationId: string) =>
  (await app.tell('messages.page', { conversationId, beforeId: null, limit: 100 })).messages.map(
    ({ text }) => text,
  );
const conversation = (id: string): Conversation | undefined => {
  const told = app.events.findLast(
    (event) => event.type === 'conversation.changed' && event.conversation.id === id,
  );
  return told?.type === 'conversation.changed' ? told.conversation : undefined;
};
const list = async () => (await app.tell('conversations.list', { cursor: null, limit: 50 })).conversations;

describe('editing', () => {
  test('creates a branch beside the original, and both stay', async () => {
    const { conversationId } = await app.chat('first wording');
    const messageId = randomUUID();
    const input = {
      conversationId,
      messageId,
      text: 'second wording',
      model: 'sandbox/echo',
      settings: {},
      parentId: null,
    };
    const { replyId } = await app.tell('chat.send', input);
    await app.until(() => app.message(replyId)?.status === 'complete');
    expect((await texts(conversationId))[0]).toBe('second wording');
    const first = app.message(messageId)?.siblingIds[0] ?? '';
    await app.tell('conversations.showBranch', { id: conversationId, messageId: first });
    expect((await texts(conversationId))[0]).toBe('first wording');
  });

  test('is in the outline of the chat with its branch, without what the messages hold', async () => {
    const { conversationId, reply } = await app.chat(`first wording ${'long '.repeat(100)}`);
    const regenerated = randomUUID();
    await app.tell('chat.regenerate', { messageId: reply.id, replyId: regenerated, model: 'sandbox/echo' });
    await app.until(() => app.message(regenerated)?.status === 'complete');
    const outline = await app.tell('conversations.outline', { id: conversationId });
    const [asked] = outline;
    expect(outline.map(({ id, parentId, role }) => [id, parentId, role])).toEqual([
      [asked?.id, null, 'user'],
      [reply.id, asked?.id, 'assistant'],
      [regenerated, asked?.id, 'assistant'],
    ]);
    expect(asked?.words).toHaveLength(200);
    await app.tell('messages.remove', { id: regenerated });
    expect(await app.tell('conversations.outline', { id: conversationId })).toHaveLength(2);
  });

  test('can’t attach a message to a parent in another chat', async () => {
    const one = await app.chat('one');
    const other = await app.chat('other');
    const input = {
      messageId: randomUUID(),
      text: 'x',
      model: 'sandbox/echo',
      settings: {},
      parentId: other.reply.id,
    };
    const refused = await app.refusal('chat.send', { ...input, conversationId: one.conversationId });
    expect(refused).toMatchObject({ code: 'not_found' });
  });
});

describe('continuing', () => {
  test('adds to a stopped reply, under a new key, and once for each intent', async () => {
    const settings = { seed: 1, extra: { tokens: 2_000, tokens_per_second: 300 } };
    const input = {
      conversationId: null,
      messageId: randomUUID(),
      text: 'go',
      model: 'sandbox/firehose',
      settings,
    };
    const { replyId, conversationId } = await app.tell('chat.send', input);
    await app.until(() => app.events.some((event) => event.type === 'message.delta'));
    await app.tell('chat.stop', { messageId: replyId });
    const stopped = await app.until(() => app.message(replyId)?.status === 'stopped' && app.message(replyId));
    await app.tell('conversations.configure', { id: conversationId, model: 'sandbox/echo', settings: {} });
    const intentId = randomUUID();
    await app.tell('chat.continue', { messageId: replyId, intentId });
    const whole = await app.until(() => app.message(replyId)?.status === 'complete' && app.message(replyId));
    expect(whole).toMatchObject({ model: 'sandbox/echo' });
    expect(whole.text.startsWith(stopped.text)).toBe(true);
    expect(whole.text.length).toBeGreaterThan(stopped.text.length);
    await app.tell('chat.continue', { messageId: replyId, intentId });
    expect((await app.sandbox.account()).charges).toHaveLength(2);
  });
});

describe('a queue', () => {
  test('sends each message when the reply before it has ended', async () => {
    const settings = { extra: { tokens: 60, tokens_per_second: 200 } };
    const input = {
      conversationId: null,
      messageId: randomUUID(),
      text: 'first',
      model: 'sandbox/firehose',
      settings,
    };
    const { conversationId } = await app.tell('chat.send', input);
    const queued = { conversationId, model: 'sandbox/echo', settings: {} };
    await app.tell('chat.enqueue', { ...queued, messageId: randomUUID(), text: 'second' });
    const third = randomUUID();
    await app.tell('chat.enqueue', { ...queued, messageId: third, text: 'third' });
    expect(conversation(conversationId)?.queued.map(({ text }) => text)).toEqual(['second', 'third']);
    await app.tell('chat.dequeue', { messageId: third });
    await app.until(
      () =>
        conversation(conversationId)?.queued.length === 0 &&
        app.events.some((event) => event.type === 'message.changed' && event.message.text === 'second'),
    );
    await app.until(() => conversation(conversationId)?.streamingMessageIds.length === 0);
    const shown = await texts(conversationId);
    expect(shown).toHaveLength(4);
    expect(shown[2]).toBe('second');
  });

  test('of a chat that is deleted is not sent, and is there again when that is undone', async () => {
    const settings = { extra: { tokens: 2_000, tokens_per_second: 100 } };
    const first = { conversationId: null, messageId: randomUUID(), text: 'first', settings };
    const { conversationId } = await app.tell('chat.send', { ...first, model: 'sandbox/firehose' });
    const queued = { conversationId, messageId: randomUUID(), text: 'afterwards', settings: {} };
    await app.tell('chat.enqueue', { ...queued, model: 'sandbox/echo' });
    await app.tell('conversations.remove', { id: conversationId });
    await app.chat('elsewhere');
    const { notices } = await app.tell('app.snapshot', {});
    expect(notices).toEqual([]);
    const search = { query: 'afterwards', limit: 10, cursor: null };
    expect((await app.tell('inspector.list', search)).calls).toEqual([]);
    await app.tell('conversations.restore', { id: conversationId });
    const back = await app.tell('conversations.get', { id: conversationId });
    expect(back.queued.map(({ text }) => text)).toEqual(['afterwards']);
  });
});

describe('searching', () => {
  test('finds a chat that no page has loaded, and messages of any branch', async () => {
    const { conversationId, reply } = await app.chat('one');
    expect(await app.tell('conversations.get', { id: conversationId })).toMatchObject({ title: 'one' });
    expect(await app.refusal('conversations.get', { id: 'none' })).toMatchObject({ code: 'not_found' });
    const replyId = randomUUID();
    await app.tell('chat.regenerate', { messageId: reply.id, replyId });
    await app.until(() => app.message(replyId)?.status === 'complete');
    const both = await app.tell('messages.get', { ids: [reply.id, 'none', replyId] });
    expect(both.map(({ id }) => id)).toEqual([reply.id, replyId]);
  });
});

describe('deleting', () => {
  test('a message deletes everything below it, and can be undone', async () => {
    const { conversationId, reply } = await app.chat('one');
    await app.chat('two', { conversationId });
    const before = await texts(conversationId);
    await app.tell('messages.remove', { id: reply.id });
    expect(await texts(conversationId)).toEqual(['one']);
    await app.tell('messages.restore', { id: reply.id });
    expect(await texts(conversationId)).toEqual(before);
  });

  test('a chat can be undone, and is final at the next start', async () => {
    const kept = await app.chat('keep');
    const gone = await app.chat('away');
    await app.tell('conversations.remove', { id: kept.conversationId });
    expect(await list()).toHaveLength(1);
    await app.tell('conversations.restore', { id: kept.conversationId });
    expect(await list()).toHaveLength(2);
    await app.tell('conversations.remove', { id: gone.conversationId });
    const { home, sandbox } = app;
    await app.core.close();
    app = await openTestCore({ home, sandbox });
    expect((await list()).map(({ id }) => id)).toEqual([kept.conversationId]);
    expect(await app.refusal('conversations.restore', { id: gone.conversationId })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a fork', () => {
  test('contains the branch up to the message and costs nothing', async () => {
    const { conversationId, reply } = await app.chat('one');
    await app.chat('two', { conversationId });
    const newId = randomUUID();
    await app.tell('conversations.fork', { messageId: reply.id, newId });
    await app.tell('conversations.fork', { messageId: reply.id, newId });
    expect(await texts(newId)).toEqual(['one', reply.text]);
    expect(conversation(newId)?.cost).toEqual([]);
    expect(await list()).toHaveLength(2);
  });
});

describe('the list of chats', () => {
  test('shows pinned chats first and marks unread ones', async () => {
    const first = await app.chat('first');
    await app.chat('second');
    await app.tell('conversations.pin', { id: first.conversationId, isPinned: true });
    const [top] = await list();
    expect(top).toMatchObject({ id: first.conversationId, isPinned: true, isUnread: true });
    await app.tell('conversations.markRead', { id: first.conversationId });
    expect((await list())[0]).toMatchObject({ isUnread: false });
  });

  test('lists pinned and other chats once each, in pages', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await app.chat(text);
    const all = await list();
    await app.tell('conversations.pin', { id: all[2]?.id ?? '', isPinned: true });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: ConversationPage = await app.tell('conversations.list', { cursor, limit: 1 });
      seen.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual((await list()).map(({ id }) => id));
  });

  test('keeps text that was typed and not sent', async () => {
    const { conversationId } = await app.chat('x');
    await app.tell('conversations.saveDraft', { id: conversationId, text: 'half a thou' });
    await app.tell('conversations.saveDraft', { id: null, text: 'a new one' });
    expect((await list())[0]?.draft).toBe('half a thou');
    expect((await app.tell('app.snapshot', {})).newChatDraft).toBe('a new one');
  });

  test('keeps a title that the person chose', async () => {
    const { conversationId } = await app.chat('hello');
    await app.tell('conversations.rename', { id: conversationId, title: 'Mine' });
    await app.chat('more', { conversationId });
    expect((await list())[0]?.title).toBe('Mine');
  });
});

describe('search', () => {
  test('finds words of titles and messages, incomplete and without accents, and never reads them as query syntax', async () => {
    const { conversationId } = await app.chat('Der Bücherwurm liest "sehr" gern AND oft');
    await app.chat('something else');
    const hits = await app.tell('conversations.search', { query: 'bucherw lie', limit: 10 });
    expect(hits.every((hit) => hit.conversationId === conversationId)).toBe(true);
    expect(hits.some(({ snippet }) => snippet.includes('\u0002Bücherwurm\u0003'))).toBe(true);
    for (const query of ['"', 'AND', 'NEAR(', '*', 'a"b', '%', '-x']) {
      await app.tell('conversations.search', { query, limit: 10 });
    }
  });

  test('finds the other words while a last one is begun, and first those with its letter as a word', async () => {
    const { conversationId: plan } = await app.chat('Our zanzibar plan B');
    const { conversationId: other } = await app.chat('Their zanzibar harbour');
    const found = async (query: string) => {
      const hits = await app.tell('conversations.search', { query, limit: 10, of: 'messages' });
      return [...new Set(hits.map(({ conversationId }) => conversationId))];
    };
    expect(await found('zanzibar b')).toEqual([plan, other]);
    expect(await found('zanzibar h')).toEqual([other, plan]);
    expect(await found('zanzibar ha')).toEqual([other]);
    // Of other scripts one letter can be a word.
    expect(await found('zanzibar 港')).toEqual([]);
  });

  test('finds a letter alone as a word in messages and anywhere in titles', async () => {
    const { conversationId: question } = await app.chat('Is vitamin Q real?');
    const { conversationId: quarks } = await app.chat('Quarks');
    const found = async (query: string, of: 'titles' | 'messages') => {
      const hits = await app.tell('conversations.search', { query, limit: 10, of });
      return [...new Set(hits.map(({ conversationId }) => conversationId))].sort();
    };
    expect(await found('q', 'messages')).toEqual([question]);
    expect(await found('q', 'titles')).toEqual([question, quarks].sort());
    expect(await found('qu', 'messages')).toEqual([quarks]);
  });

  test('searches titles or messages alone, so that many of one leave room for the other', async () => {
    const { conversationId } = await app.chat('Heliotropes in the garden');
    const ask = (of: 'titles' | 'messages') =>
      app.tell('conversations.search', { query: 'heliotropes', limit: 1, of });
    expect(await ask('titles')).toEqual([expect.objectContaining({ conversationId, messageId: null })]);
    expect(await ask('messages')).toEqual([
      expect.objectContaining({ conversationId, messageId: expect.any(String) }),
    ]);
  });

  test('does not find what was deleted', async () => {
    const { conversationId } = await app.chat('ephemeral words');
    await app.tell('conversations.remove', { id: conversationId });
    expect(await app.tell('conversations.search', { query: 'ephemeral', limit: 10 })).toEqual([]);
  });
});

describe('a title', () => {
  test.each([
    ['What is a monad?', 'A monad is…', 'What is a monad?'],
    ['hello!', '## Plans for today\nText', 'Plans for today'],
    ['hi', 'How do you do. Please state your problem.', 'How do you do.'],
    ['Explain **this** `code`:\n```js\nlet a\n```', 'x', 'Explain this code:'],
  ])('of %j answered %j reads %j', (question, reply, title) => {
    expect(titleFromExchange(question, reply)).toBe(title);
  });

  test('is never longer than a line and never cut inside a character', () => {
    const title = titleFrom('👩‍👩‍👧 '.repeat(100));
    expect([...title].length).toBeLessThanOrEqual(60);
    expect(title.isWellFormed()).toBe(true);
    expect(titleFrom('```\nonly code\n```')).toContain('only code');
  });
});

test('a reply of no known model is regenerated with the model that is asked for', async () => {
  let storage: Storage | undefined;
  const wrapStorage = (one: Storage) => {
    storage = one;
    return one;
  };
  const own = await openTestCore({ wrapStorage });
  onTestFinished(() => own.close());
  const { conversationId, reply } = await own.chat('hello');
  const messageId = randomUUID();
  const facts = { profileId: null, idempotencyKey: null, createdAt: 1, conversationId };
  const parts = ownParts('imported');
  const parentId = reply.parentId;
  storage?.messages.insert({
    ...facts,
    parts,
    id: messageId,
    parentId,
    role: 'assistant',
    status: 'complete',
    model: null,
  });
  storage?.conversations.configure(conversationId, { model: null });
  expect(await own.refusal('chat.regenerate', { messageId, replyId: randomUUID() })).toMatchObject({
    code: 'invalid_input',
  });
  const { replyId } = await own.tell('chat.regenerate', {
    messageId,
    replyId: randomUUID(),
    model: 'sandbox/echo',
  });
  await own.until(() => own.message(replyId)?.status === 'complete');
  expect(own.message(replyId)?.model).toBe('sandbox/echo');
});
