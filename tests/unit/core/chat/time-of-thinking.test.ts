/** How long a reply thought stays with it while it is saved, and where it goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  growReply,
  noteThinking,
  progressOf,
  startLiveReply,
} from '../../../../electron/core/chat/live-reply';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

test('what is saved during the stream has it, also in the middle of a thought: a crash loses none', () => {
  const live = startLiveReply('reply', 'chat');
  const step = (now: number, delta: { readonly text: string; readonly reasoning: string }) => {
    noteThinking(live, delta, now);
    growReply(live, delta);
  };
  expect(progressOf(live, 500).thinkingMs).toBeUndefined();
  step(1_000, { text: '', reasoning: 'Let me see' });
  expect(progressOf(live, 3_000).thinkingMs).toBe(2_000);
  step(4_000, { text: 'Yes', reasoning: '' });
  expect(progressOf(live, 9_000).thinkingMs).toBe(3_000);
});

test('a reply that is continued keeps it', async () => {
  const at = { createdAt: 1, status: 'complete' };
  const parts = [
    { type: 'reasoning', text: 'Let me count.' },
    { type: 'text', text: 'One, two,' },
  ];
  const file = {
    format: 'gatehouse-conversation',
    formatVersion: 2,
    title: 'Counting',
    createdAt: 1,
    model: 'sandbox/echo',
    settings: {},
    leafId: 'b',
    messages: [
      { ...at, id: 'a', parentId: null, role: 'user', text: 'Count', model: null },
      {
        ...at,
        id: 'b',
        parentId: 'a',
        role: 'assistant',
        text: '',
        parts,
        model: 'sandbox/echo',
        thinkingMs: 4_000,
      },
    ],
  };
  const { conversationId } = await app.tell('conversations.import', { json: JSON.stringify(file) });
  const messageId = (await app.tell('conversations.get', { id: conversationId })).leafId ?? '';
  await app.tell('chat.continue', { messageId, intentId: crypto.randomUUID() });
  await app.until(() => app.message(messageId)?.status === 'complete');
  const [reply] = await app.tell('messages.get', { ids: [messageId] });
  expect(reply?.text.startsWith('One, two,')).toBe(true);
  expect(reply?.thinkingMs).toBe(4_000);
});
