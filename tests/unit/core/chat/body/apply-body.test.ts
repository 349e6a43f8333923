import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RunSettings } from '../../../../../shared/run/chat-settings';
import { keepHeld } from '../../../../support/held-fields';
import { paidApp } from '../../../../support/paid-app';

const held = paidApp();

type Body = {
  model: string;
  messages: { role: string; content: unknown; [field: string]: unknown }[];
} & Record<string, unknown>;

const chatPath = '/chat/completions';
const answers = (content = 'Yes.') =>
  held.gateway.on(chatPath, () => ({
    body: { choices: [{ index: 0, message: { role: 'assistant', content } }] },
  }));

const open = (body: unknown) =>
  held.app.tell('body.open', { newId: randomUUID(), text: JSON.stringify(body) });

async function bodyOf(conversationId: string): Promise<{ body: Body; leafId: string | null }> {
  const { text, leafId } = await held.app.tell('body.get', { conversationId });
  return { body: JSON.parse(text) as Body, leafId };
}

async function change(conversationId: string, edit: (body: Body) => void) {
  const { body, leafId } = await bodyOf(conversationId);
  edit(body);
  const applied = await held.app.tell('body.apply', {
    editId: randomUUID(),
    conversationId,
    leafId,
    text: JSON.stringify(body),
  });
  expect((await bodyOf(conversationId)).body).toEqual(body);
  return applied;
}

const branch = async (conversationId: string) =>
  (await held.app.tell('messages.page', { conversationId, beforeId: null, limit: 50 })).messages;

async function talked(settings: RunSettings = {}) {
  answers();
  const { app } = held;
  let conversationId: string | null = null;
  for (const text of ['One', 'Two', 'Three']) {
    const input = { conversationId, messageId: randomUUID(), text, model: 'm', settings };
    const sent: { conversationId: string; replyId: string } = await app.tell('chat.send', input);
    conversationId = sent.conversationId;
    await app.until(() => app.message(sent.replyId)?.status === 'complete');
  }
  return conversationId ?? '';
}

test('an unchanged body changes nothing', async () => {
  const settings: RunSettings = {
    systemPrompt: 'Be brief.',
    temperature: 0.5,
    thinkingBudget: 100,
    tools: { tools: [{ name: 'a', parameters: {}, answer: 'kept' }] },
  };
  const id = await talked(settings);
  const [chat, messages] = [await held.app.tell('conversations.get', { id }), await branch(id)];
  const { edit } = await change(id, () => undefined);
  expect(edit).toBeNull();
  const { updatedAt: _now, ...now } = await held.app.tell('conversations.get', { id });
  expect(chat).toMatchObject(now);
  expect(await branch(id)).toEqual(messages);
});

test('a changed message begins a branch: what is above stays, what follows is copied, and undo brings all back', async () => {
  const id = await talked({ temperature: 0.5 });
  const before = await branch(id);
  const calls = held.gateway.requests.length;
  const applied = await change(id, (body) => {
    Object.assign(body.messages[2] ?? {}, { content: 'Two, changed', name: 'ana' });
    body.temperature = 1;
  });
  const after = await branch(id);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after.map(({ text }) => text)).toEqual(['One', 'Yes.', 'Two, changed', 'Yes.', 'Three', 'Yes.']);
  expect(after.slice(2).some(({ id: own }) => before.some((one) => one.id === own))).toBe(false);
  expect(after[3]).toMatchObject({ model: 'm', answeredModel: before[3]?.answeredModel });
  expect(after[2]?.siblingIds).toHaveLength(2);
  expect(held.gateway.requests.length).toBe(calls);

  const { model, settings } = applied.before;
  await held.app.tell('chat.undoEdit', { conversationId: id, editId: applied.edit?.id });
  await held.app.tell('conversations.configure', { id, model, settings });
  expect(await branch(id)).toEqual(before);
});

test('a body that ends earlier shows the branch up to there, and a stale one is refused', async () => {
  const id = await talked();
  const old = await bodyOf(id);
  await change(id, (body) => void body.messages.splice(3));
  expect((await branch(id)).map(({ text }) => text)).toEqual(['One', 'Yes.', 'Two']);
  const stale = {
    editId: randomUUID(),
    conversationId: id,
    leafId: old.leafId,
    text: JSON.stringify(old.body),
  };
  expect((await held.app.refusal('body.apply', stale)).message).toContain('has changed since');
});

test('what the gateway gets is the JSON, from a new chat, a fork, a chat file and a preset', async () => {
  answers();
  const { app, gateway } = held;
  const body = {
    messages: [
      { role: 'developer', content: 'Rules' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }, { type: 'x' }],
      },
      { role: 'user', content: 'Again', name: 'ana' },
    ],
    max_completion_tokens: 10,
    model: 'm',
    reasoning_effort: 'high',
    stop: 'END',
    extra_body: { google: { cached_content: 'c/1' } },
  };
  const { conversationId } = await open({
    ...body,
    messages: [...body.messages, { role: 'assistant', content: 'x' }],
  });
  const newId = randomUUID();
  const last = (await branch(conversationId)).at(-1);
  await app.tell('conversations.fork', { messageId: last?.id ?? '', newId });
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const imported = await app.tell('conversations.import', { json });
  await keepHeld(app, imported.conversationId);
  for (const id of [conversationId, newId, imported.conversationId]) {
    const reply = (await branch(id)).at(-1);
    const { replyId } = await app.tell('chat.regenerate', {
      messageId: reply?.id ?? '',
      replyId: randomUUID(),
    });
    await app.until(() => app.message(replyId)?.status === 'complete');
    expect(JSON.stringify(gateway.requests.at(-1)?.body)).toBe(JSON.stringify(body));
    const code = await app.tell('code.request', { of: 'message', messageId: replyId });
    expect(code.bodies).toEqual([body]);
  }
  const { settings } = await app.tell('conversations.get', { id: conversationId });
  const sent = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'New',
    model: 'm',
    settings,
  });
  await app.until(() => app.message(sent.replyId)?.status === 'complete');
  const messages = [{ role: 'user', content: 'New' }];
  expect(JSON.stringify(gateway.requests.at(-1)?.body)).toBe(JSON.stringify({ ...body, messages }));
});

test('one message is changed alone, with fields that nothing else has', async () => {
  const id = await talked();
  const [, , asked] = await branch(id);
  const { text } = await held.app.tell('body.getMessage', { messageId: asked?.id ?? '' });
  expect(JSON.parse(text)).toEqual({ role: 'user', content: 'Two' });
  const next = { role: 'user', name: 'ana', content: 'Two' };
  await held.app.tell('body.applyMessage', {
    editId: randomUUID(),
    messageId: asked?.id ?? '',
    text: JSON.stringify(next),
  });
  const { body } = await bodyOf(id);
  expect(JSON.stringify(body.messages[2])).toBe(JSON.stringify(next));
  expect(body.messages).toHaveLength(6);
});
