/** The code of a reply that a person began is the request that goes on from it. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WrittenMessage } from '../../../../shared/chat/edits';
import type { CodeRequest } from '../../../../shared/code/code-request';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const model = 'sandbox/echo';

/** A question with its answer, and one more message of a person behind them. */
async function talkWith(last: WrittenMessage) {
  const { conversationId, reply } = await app.chat('Count', { model });
  const [asked] = (await app.tell('messages.page', { conversationId, beforeId: null, limit: 9 })).messages;
  await app.tell('chat.removeMessage', { editId: randomUUID(), messageId: reply.id });
  const { messageId } = await app.tell('chat.insertMessages', {
    editId: randomUUID(),
    conversationId,
    nextTo: asked?.id ?? '',
    place: 'after',
    messages: [last as never],
  });
  return { conversationId, messageId: messageId ?? '' };
}

/** The newest request, as the gateway got it. */
async function lastSent() {
  const { calls } = await app.tell('inspector.list', { query: '', limit: 9, cursor: null });
  const call = calls.find(({ path }) => path.includes('/chat/completions'));
  const { requestBody } = await app.tell('inspector.get', { id: call?.id ?? '' });
  return JSON.parse(requestBody.kind === 'text' ? requestBody.text : '{}') as unknown;
}

const settings = { choices: 2, temperature: 0.5 };
/** As a window gets it. */
const nextCall = async (conversationId: string) => {
  const asked = { of: 'chat', conversationId, model, settings, text: '' } as const;
  return JSON.parse(JSON.stringify(await app.tell('code.request', asked))) as CodeRequest;
};

async function run(conversationId: string, messageId: string) {
  await app.tell('conversations.configure', { id: conversationId, model, settings });
  const replyId = randomUUID();
  await app.tell('chat.run', { messageId, replyId });
  await app.until(() => app.message(replyId)?.status === 'complete');
  return replyId;
}

test('a written last message of the assistant is in the code as it is in the run, with one choice', async () => {
  const parts = [{ type: 'text' as const, text: 'One, two, ' }];
  const { conversationId, messageId } = await talkWith({ role: 'assistant', parts });
  const { bodies } = await nextCall(conversationId);
  expect(bodies[0]?.messages).toEqual([
    { role: 'user', content: 'Count' },
    { role: 'assistant', content: 'One, two,' },
  ]);
  await run(conversationId, messageId);
  expect(bodies[0]).toEqual(await lastSent());
});

test('a reply of the model is asked for once more, and a typed text follows what was written', async () => {
  const { conversationId } = await app.chat('Count', { model });
  expect((await nextCall(conversationId)).bodies[0]?.messages).toEqual([{ role: 'user', content: 'Count' }]);
  const parts = [{ type: 'text' as const, text: 'One' }];
  const written = await talkWith({ role: 'assistant', parts });
  const typed = {
    of: 'chat',
    conversationId: written.conversationId,
    model,
    settings: {},
    text: 'On',
  } as const;
  const { bodies } = await app.tell('code.request', typed);
  expect(bodies[0]?.messages).toEqual([
    { role: 'user', content: 'Count' },
    { role: 'assistant', content: 'One' },
    { role: 'user', content: 'On' },
  ]);
});

test('the code of a reply whose request is gone goes on from the words that were given to it', async () => {
  const { conversationId } = await app.chat('Count', { model });
  const [asked] = (await app.tell('messages.page', { conversationId, beforeId: null, limit: 9 })).messages;
  const replyId = randomUUID();
  await app.tell('chat.run', { messageId: asked?.id ?? '', replyId, beginning: 'One, two, ' });
  await app.until(() => app.message(replyId)?.status === 'complete');
  const codeOf = async (of: TestCore, messageId: string) => {
    const { origin, bodies } = await of.tell('code.request', { of: 'message', messageId });
    return JSON.parse(JSON.stringify({ origin, messages: bodies[0]?.messages }));
  };
  const sent = await codeOf(app, replyId);
  expect(sent.origin).toBe('sent');
  expect(sent.messages).toHaveLength(2);
  const rebuilt = { ...sent, origin: 'rebuilt' };

  const newId = randomUUID();
  await app.tell('conversations.fork', { messageId: replyId, newId });
  const { leafId } = await app.tell('conversations.get', { id: newId });
  expect(await codeOf(app, leafId ?? '')).toEqual(rebuilt);
  const { text: json } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
  const archive = await exportAll(app);
  const there = await openTestCore();
  try {
    await importAll(there, archive);
    expect(await codeOf(there, replyId)).toEqual(rebuilt);
    const imported = await there.tell('conversations.import', { json });
    const copy = await there.tell('conversations.get', { id: imported.conversationId });
    expect(await codeOf(there, copy.leafId ?? '')).toEqual(rebuilt);
  } finally {
    await there.close();
  }
});
