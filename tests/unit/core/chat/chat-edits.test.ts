import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../../shared/chat/chat';
import type { MessageRole } from '../../../../shared/chat/parts';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const shown = async (conversationId: string): Promise<readonly Message[]> =>
  (await app.tell('messages.page', { conversationId, beforeId: null, limit: 100 })).messages;
const lines = async (conversationId: string) =>
  (await shown(conversationId)).map(({ role, text }) => `${role}: ${text}`);
const edit = () => ({ editId: randomUUID() });
const text = (words: string) => [{ type: 'text' as const, text: words }];
const written = (role: MessageRole, words: string) => ({ role, parts: text(words) });

/** Two questions with the answers of a model that says them again. */
async function talk() {
  const { conversationId } = await app.chat('one');
  await app.chat('two', { conversationId });
  const messages = await shown(conversationId);
  const ids = messages.map(({ id }) => id) as [string, string, string, string];
  return { conversationId, messages, ids };
}

/** The messages of the last request, as the gateway got them. */
async function lastSent() {
  const { calls } = await app.tell('inspector.list', { query: '', limit: 50, cursor: null });
  const call = calls.find(({ path }) => path.includes('/chat/completions'));
  const { requestBody } = await app.tell('inspector.get', { id: call?.id ?? '' });
  const sent = requestBody.kind === 'text' ? requestBody.text : '{}';
  return JSON.parse(sent) as { messages: { role: string; content: unknown }[] };
}

async function run(messageId: string, rest: { beginning?: string; model?: string } = {}) {
  const replyId = randomUUID();
  await app.tell('chat.run', { messageId, replyId, ...rest });
  return app.until(() => {
    const reply = app.message(replyId);
    return reply && reply.status !== 'streaming' && reply;
  });
}

describe('editing a message', () => {
  test('of a model makes a branch that keeps what follows, free of charge, and the branch before stays', async () => {
    const { conversationId, messages, ids } = await talk();
    const charges = (await app.sandbox.account()).charges.length;
    const made = await app.tell('chat.editMessage', { ...edit(), messageId: ids[1], parts: text('changed') });
    expect(made).toMatchObject({ kind: 'edit', ofId: ids[1], made: 3, beforeLeafId: ids[3] });
    const after = await shown(conversationId);
    expect(after.map(({ text: words }) => words)).toEqual(['one', 'changed', 'two', messages[3]?.text]);
    expect(after.map(({ change }) => change)).toEqual([undefined, 'edited', 'copied', 'copied']);
    expect(after[1]).toMatchObject({
      id: made.messageId,
      role: 'assistant',
      model: 'sandbox/echo',
      usage: null,
    });
    expect(after[1]?.siblingIds).toEqual([ids[1], made.messageId]);
    // Tokens that were counted with another prompt would make the limits count too little.
    expect(after[3]).toMatchObject({ usage: null, cost: {} });
    expect((await app.sandbox.account()).charges).toHaveLength(charges);
    await app.tell('conversations.showBranch', { id: conversationId, messageId: ids[1] });
    expect((await shown(conversationId)).map(({ id }) => id)).toEqual(ids);
  });

  test('changes it once for each intent, and nothing where a reply is being written', async () => {
    const { conversationId, ids } = await talk();
    const input = { ...edit(), messageId: ids[0], parts: text('once') };
    expect(await app.tell('chat.lastEdit', { conversationId })).toBeNull();
    const first = await app.tell('chat.editMessage', input);
    expect(await app.tell('chat.lastEdit', { conversationId })).toEqual(first);
    expect(await app.tell('chat.editMessage', input)).toEqual(first);
    expect((await shown(conversationId))[0]?.siblingIds).toHaveLength(2);
    const settings = { extra: { tokens: 2_000, tokens_per_second: 100 } };
    const firehose = {
      conversationId,
      messageId: randomUUID(),
      text: 'go',
      model: 'sandbox/firehose',
      settings,
    };
    const { replyId } = await app.tell('chat.send', firehose);
    const busy = await app.refusal('chat.editMessage', { ...edit(), messageId: ids[2], parts: text('x') });
    expect(busy).toMatchObject({ code: 'busy' });
    await app.tell('chat.stop', { messageId: replyId });
  });

  test('changes its role: results of tools become text, and a text the result of the open call', async () => {
    const { conversationId, ids } = await talk();
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[0], role: 'system' });
    const [first] = await shown(conversationId);
    await app.tell('chat.editMessage', { ...edit(), messageId: first?.id ?? '', role: 'developer' });
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
    const [, reply, asked] = await shown(conversationId);
    const parts = [{ type: 'toolCall' as const, raw: call }];
    await app.tell('chat.editMessage', { ...edit(), messageId: reply?.id ?? '', parts });
    const [, , question] = await shown(conversationId);
    const tool = await app.tell('chat.editMessage', {
      ...edit(),
      messageId: question?.id ?? '',
      role: 'tool',
    });
    const result = (await shown(conversationId)).find(({ id }) => id === tool.messageId);
    expect(result?.parts).toMatchObject([
      { type: 'toolResult', raw: { tool_call_id: 'call_1', name: 'look', content: 'two' } },
    ]);
    await app.tell('chat.editMessage', { ...edit(), messageId: tool.messageId ?? '', role: 'user' });
    expect((await lines(conversationId)).slice(0, 3)).toEqual(['developer: one', 'assistant: ', 'user: two']);
    expect(asked?.text).toBe('two');
    const [, withCall] = await shown(conversationId);
    const refused = await app.refusal('chat.editMessage', {
      ...edit(),
      messageId: withCall?.id ?? '',
      role: 'user',
    });
    expect(refused).toMatchObject({ code: 'invalid_input', field: 'role' });
    expect(refused.message).toContain('Remove its tool calls first');
  });

  test('keeps parts by their ids and refuses one that another message has', async () => {
    const { conversationId, messages, ids } = await talk();
    const kept = { kept: messages[0]?.parts[0]?.id ?? '' };
    const parts = [kept, { type: 'unknown' as const, raw: { type: 'odd', n: [1] } }];
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[0], parts });
    const [first] = await shown(conversationId);
    expect(first?.parts).toMatchObject([{ text: 'one' }, { raw: { type: 'odd', n: [1] } }]);
    const other = { ...edit(), messageId: ids[2], parts: [kept] };
    expect(await app.refusal('chat.editMessage', other)).toMatchObject({ code: 'not_found' });
  });
});

describe('inserting, moving and removing', () => {
  test('messages of any role go before and after another one', async () => {
    const { conversationId, ids } = await talk();
    const start = { conversationId, nextTo: null, place: 'before' as const };
    const rules = [written('system', 'be brief'), written('developer', 'in verse')];
    await app.tell('chat.insertMessages', { ...edit(), ...start, messages: rules });
    const second = (await shown(conversationId)).find(({ text: words }) => words === 'two');
    const before = { conversationId, nextTo: second?.id ?? '', place: 'before' as const };
    await app.tell('chat.insertMessages', {
      ...edit(),
      ...before,
      messages: [written('system', 'now in prose')],
    });
    expect((await lines(conversationId)).map((line) => line.slice(0, 16))).toEqual([
      'system: be brief',
      'developer: in ve',
      'user: one',
      expect.stringMatching(/^assistant: /),
      'system: now in p',
      'user: two',
      expect.stringMatching(/^assistant: /),
    ]);
    expect((await shown(conversationId))[0]).toMatchObject({ change: 'inserted', parentId: null });
    expect(ids).toHaveLength(4);
  });

  test('a message moves beside another, and one is left out of the middle', async () => {
    const { conversationId, ids } = await talk();
    const [one, , two] = ids;
    const move = { ...edit(), messageId: two, nextTo: one, place: 'before' as const };
    const moved = await app.tell('chat.moveMessage', move);
    const after = await shown(conversationId);
    expect(after.map(({ text: words }) => words).slice(0, 2)).toEqual(['two', 'one']);
    expect(after[0]).toMatchObject({ id: moved.messageId, change: 'moved' });
    await app.tell('chat.removeMessage', { ...edit(), messageId: after[1]?.id ?? '' });
    expect((await lines(conversationId)).map((line) => line.split(':')[0])).toEqual([
      'user',
      'assistant',
      'assistant',
    ]);
    const alone = { ...edit(), messageId: after[0]?.id ?? '', nextTo: 'elsewhere', place: 'after' as const };
    expect(await app.refusal('chat.moveMessage', alone)).toMatchObject({ field: 'nextTo' });
  });

  test('the last message is left out without a copy, and the branch can go on from there', async () => {
    const { conversationId, ids } = await talk();
    const removed = await app.tell('chat.removeMessage', { ...edit(), messageId: ids[3] });
    expect(removed).toMatchObject({ madeId: null, made: 0, afterLeafId: ids[2] });
    expect((await shown(conversationId)).map(({ id }) => id)).toEqual(ids.slice(0, 3));
    await app.chat('three', { conversationId });
    expect(await lines(conversationId)).toHaveLength(5);
  });

  test('a whole branch is written, with what stays by its ids', async () => {
    const { conversationId, ids } = await talk();
    const messages = [
      { kept: ids[0] },
      { ...written('assistant', 'mine'), of: ids[1] },
      written('system', 'new'),
      { kept: ids[2] },
    ];
    const rewritten = await app.tell('chat.rewriteBranch', { ...edit(), conversationId, messages });
    expect(rewritten).toMatchObject({ kind: 'rewrite', made: 3 });
    expect(await lines(conversationId)).toEqual(['user: one', 'assistant: mine', 'system: new', 'user: two']);
    const changes = (await shown(conversationId)).map(({ change }) => change);
    expect(changes).toEqual([undefined, 'edited', 'inserted', 'copied']);
    const stranger = await app.chat('elsewhere');
    const foreign = { ...edit(), conversationId, messages: [{ kept: stranger.reply.id }] };
    expect(await app.refusal('chat.rewriteBranch', foreign)).toMatchObject({ code: 'not_found' });
  });
});

describe('undoing an edit', () => {
  test('shows what was there, one edit after the other, and deletes what they made', async () => {
    const { conversationId, ids } = await talk();
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[0], parts: text('1') });
    const [first] = await shown(conversationId);
    await app.tell('chat.removeMessage', { ...edit(), messageId: first?.id ?? '' });
    const [second] = await shown(conversationId);
    await app.tell('chat.removeMessage', { ...edit(), messageId: second?.id ?? '' });
    expect(await lines(conversationId)).toHaveLength(2);
    for (const length of [3, 4]) {
      await app.tell('chat.undoEdit', { conversationId });
      expect(await lines(conversationId)).toHaveLength(length);
    }
    await app.tell('chat.undoEdit', { conversationId });
    const back = await shown(conversationId);
    expect(back.map(({ id }) => id)).toEqual(ids);
    expect(back[0]?.siblingIds).toEqual([ids[0]]);
    expect(await app.refusal('chat.undoEdit', { conversationId })).toMatchObject({ code: 'not_found' });
  });

  test('keeps a branch that the chat went on from', async () => {
    const { conversationId, ids } = await talk();
    const { editId, messageId } = { ...edit(), messageId: ids[2] };
    await app.tell('chat.editMessage', { editId, messageId, parts: text('another') });
    await app.chat('paid for', { conversationId });
    await app.tell('chat.undoEdit', { conversationId, editId });
    const back = await shown(conversationId);
    expect(back.map(({ id }) => id)).toEqual(ids);
    expect(back[2]?.siblingIds).toHaveLength(2);
    await app.tell('conversations.showBranch', {
      id: conversationId,
      messageId: back[2]?.siblingIds[1] ?? '',
    });
    expect((await lines(conversationId)).at(-2)).toBe('user: paid for');
  });

  test('keeps a branch in which a reply was continued: that was paid for', async () => {
    const { conversationId, ids } = await talk();
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[0], parts: text('another') });
    const copy = (await shown(conversationId))[3]?.id ?? '';
    await app.tell('chat.continue', { messageId: copy, intentId: randomUUID() });
    await app.until(() => app.message(copy)?.status === 'complete');
    await app.tell('chat.undoEdit', { conversationId });
    expect((await shown(conversationId))[0]?.siblingIds).toHaveLength(2);
    expect(await app.tell('messages.get', { ids: [copy] })).toMatchObject([{ id: copy, change: 'copied' }]);
    await app.tell('conversations.showBranch', { id: conversationId, messageId: copy });
    expect((await shown(conversationId)).at(-1)?.id).toBe(copy);
  });

  test('of another branch than the one on show is no step back', async () => {
    const { conversationId, ids } = await talk();
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[2], parts: text('another') });
    await app.tell('conversations.showBranch', { id: conversationId, messageId: ids[2] });
    expect(await app.refusal('chat.undoEdit', { conversationId })).toMatchObject({ code: 'not_found' });
  });
});

describe('running from a message', () => {
  test('sends the conversation up to it, and keeps what followed as another branch', async () => {
    const { conversationId, ids } = await talk();
    const forecast = await app.tell('credits.forecast', { intent: { kind: 'run', messageId: ids[0] } });
    expect(forecast).toMatchObject({ calls: 1, hasPrice: true });
    const reply = await run(ids[0]);
    expect(reply).toMatchObject({ parentId: ids[0], status: 'complete' });
    expect(reply.siblingIds).toEqual([ids[1], reply.id]);
    expect((await lastSent()).messages).toEqual([{ role: 'user', content: 'one' }]);
    expect(await lines(conversationId)).toHaveLength(2);
  });

  test('at a reply goes on from its words, which stay at the beginning', async () => {
    const { ids } = await talk();
    const edited = await app.tell('chat.editMessage', {
      ...edit(),
      messageId: ids[1],
      parts: text('Once upon'),
    });
    const reply = await run(edited.messageId ?? '');
    expect(reply.text.startsWith('Once upon')).toBe(true);
    expect(reply.text.length).toBeGreaterThan('Once upon'.length);
    expect((await lastSent()).messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Once upon' });
    expect(reply.parentId).toBe(ids[0]);
  });

  test('sends several system and developer messages where they are, and joins neighbors of one role', async () => {
    const { conversationId, ids } = await talk();
    const messages = [written('system', 'a'), written('system', 'b'), written('developer', 'c')];
    const start = { ...edit(), conversationId, nextTo: ids[0], place: 'before' as const, messages };
    await app.tell('chat.insertMessages', start);
    await app.tell('conversations.configure', { id: conversationId, settings: { systemPrompt: 'first' } });
    await run((await shown(conversationId))[3]?.id ?? '');
    expect((await lastSent()).messages).toEqual([
      { role: 'system', content: 'first\n\na\n\nb' },
      { role: 'developer', content: 'c' },
      { role: 'user', content: 'one' },
    ]);
  });

  test('refuses results of tools that answer no call, before anything is stored or sent', async () => {
    const { conversationId, ids } = await talk();
    const raw = { tool_call_id: 'call_9', name: 'look', content: '42' };
    const messages = [{ role: 'tool' as const, parts: [{ type: 'toolResult' as const, raw }] }];
    const after = { ...edit(), conversationId, nextTo: ids[1], place: 'after' as const, messages };
    const tool = await app.tell('chat.insertMessages', after);
    const charges = (await app.sandbox.account()).charges.length;
    const input = { messageId: tool.messageId ?? '', replyId: randomUUID() };
    const refused = await app.refusal('chat.run', input);
    expect(refused).toMatchObject({ code: 'invalid_input' });
    expect(refused.message).toContain('(look) answers no call');
    const message = {
      conversationId,
      messageId: randomUUID(),
      text: 'x',
      model: 'sandbox/echo',
      settings: {},
    };
    expect(await app.refusal('chat.send', message)).toMatchObject({ code: 'invalid_input' });
    expect((await app.sandbox.account()).charges).toHaveLength(charges);
    const call = { id: 'call_9', type: 'function', function: { name: 'look', arguments: '{}' } };
    const parts = [{ type: 'toolCall' as const, raw: call }];
    await app.tell('chat.editMessage', { ...edit(), messageId: ids[1], parts });
    const result = (await shown(conversationId)).find(({ role }) => role === 'tool');
    await run(result?.id ?? '');
    expect((await lastSent()).messages.slice(1)).toMatchObject([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_9', content: '42' },
    ]);
  });
});

test('a chat begins with a message of a person, once for each intent, and nothing is sent until it is run', async () => {
  const conversationId = randomUUID();
  const first = {
    ...edit(),
    conversationId,
    nextTo: null,
    place: 'after' as const,
    newChat: { model: 'sandbox/echo', settings: { temperature: 0.5 } },
    messages: [written('system', 'Be brief'), written('user', 'Begun by hand')],
  };
  const made = await app.tell('chat.insertMessages', first);
  expect(await app.tell('chat.insertMessages', first)).toEqual(made);
  expect(await lines(conversationId)).toEqual(['system: Be brief', 'user: Begun by hand']);
  expect(await app.tell('conversations.get', { id: conversationId })).toMatchObject({
    title: 'Be brief',
    model: 'sandbox/echo',
    settings: { temperature: 0.5 },
  });
  expect((await app.sandbox.account()).charges).toHaveLength(0);
  expect(await run(made.messageId ?? made.afterLeafId ?? '')).toMatchObject({ status: 'complete' });
  // What is chosen in a chat that is there stays.
  const other = { ...first, ...edit(), newChat: { model: 'sandbox/eliza', settings: {} } };
  await app.tell('chat.insertMessages', other);
  expect(await app.tell('conversations.get', { id: conversationId })).toMatchObject({
    model: 'sandbox/echo',
  });
});
