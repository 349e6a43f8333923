/** Signed thinking goes back untouched: from a stream and whole, after a copy, an archive and a chat file. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backWith, thinkingCharacters } from '../../../../electron/core/modalities/earlier-thinking';
import { thinkingBackOf } from '../../../../electron/gateway/dialects/for-core';
import { createKeptThinking } from '../../../../electron/gateway/parse/kept-thinking';
import { rawOf } from '../../../../shared/chat/raw-parts';
import type { RunSettings } from '../../../../shared/run/chat-settings';
import { exampleTools } from '../../../../shared/run/tools';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

const model = 'sandbox/itemized';

async function asked(settings: RunSettings) {
  const all: RunSettings = { tools: exampleTools, reasoningEffort: 'low', ...settings };
  const sent = await app.tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'How is the weather in Oslo?',
    model,
    settings: all,
  });
  return { ...sent, reply: await endOf(app, sent.replyId) };
}

const endOf = (there: TestCore, id: string) =>
  there.until(() => {
    const known = there.message(id);
    return known && known.status !== 'streaming' && known;
  });

async function answer(there: TestCore, messageId: string) {
  const { replyId } = await there.tell('chat.answerTools', {
    messageId,
    toolMessageId: randomUUID(),
    results: [{ callId: 'call_1', content: 'Rain' }],
  });
  return (await endOf(there, replyId)).text;
}

const BACK = /^My earlier thinking came back whole/;

describe('in a round of tools', () => {
  test.each([true, false])('it comes back whole, stream: %s', async (stream) => {
    const { reply } = await asked({ stream });
    const [kept] = rawOf(reply.parts, 'thinking');
    expect(kept).toMatchObject({
      reasoning_details: [{ type: 'reasoning.text' }, { type: 'reasoning.encrypted' }],
    });
    expect(await answer(app, reply.id)).toMatch(BACK);
  });

  test('and from a copy of the chat', async () => {
    const { reply } = await asked({ stream: false });
    const newId = randomUUID();
    await app.tell('conversations.fork', { messageId: reply.id, newId });
    const { leafId } = await app.tell('conversations.get', { id: newId });
    expect(await answer(app, leafId ?? '')).toMatch(BACK);
  });

  test('and from an archive and a chat file', async () => {
    const { conversationId } = await asked({ stream: false });
    const there = await openTestCore({ sandbox: app.sandbox });
    try {
      await importAll(there, await exportAll(app, false));
      const { leafId } = await there.tell('conversations.get', { id: conversationId });
      expect(await answer(there, leafId ?? '')).toMatch(BACK);
      const { text } = await app.tell('conversations.export', { id: conversationId, format: 'json' });
      const { conversationId: copy } = await there.tell('conversations.import', { json: text });
      const imported = await there.tell('conversations.get', { id: copy });
      expect(await answer(there, imported.leafId ?? '')).toMatch(BACK);
    } finally {
      await there.close();
    }
  });

  test('unless the setting says never', async () => {
    const { reply } = await asked({ stream: false, thinkingBack: 'never' });
    expect(await answer(app, reply.id)).toMatch(/^My earlier thinking did not come back/);
  });
});

describe('what goes back', () => {
  const said = { parts: [{ id: 'm-p1', type: 'reasoning', text: 'Hm.' } as const] };
  const signed = {
    parts: [...said.parts, { id: 'm-p2', type: 'thinking', raw: { thinking_blocks: [1] } } as const],
  };

  test('is what the gateway usually takes, or what the setting says', () => {
    const deepseek = thinkingBackOf('https://api.deepseek.com', null);
    expect(backWith(deepseek, {})([said], true)).toEqual({ reasoning_content: 'Hm.' });
    expect(backWith(deepseek, {})([said], false)).toEqual({});
    expect(backWith(deepseek, { thinkingBack: 'always' })([said], false)).toEqual({
      reasoning_content: 'Hm.',
    });
    const router = thinkingBackOf('https://openrouter.ai/api/v1', null);
    expect(backWith(router, {})([said], true)).toEqual({ reasoning: 'Hm.' });
    expect(backWith(router, {})([signed], true)).toEqual({ thinking_blocks: [1] });
    const groq = thinkingBackOf('https://api.groq.com/openai/v1', null);
    expect(backWith(groq, {})([signed], true)).toEqual({});
  });

  test('never replaces what a message says, and is counted before sending', () => {
    const wrong = { parts: [{ id: 'm-p1', type: 'thinking', raw: { content: 'Other words' } } as const] };
    expect(backWith({ scope: 'always', field: 'reasoning' }, {})([wrong], true)).toEqual({});
    expect(thinkingCharacters(said, {})).toBe(0);
    expect(thinkingCharacters(said, { thinkingBack: 'always' })).toBe(3);
  });
});

test('blocks that come in pieces are one: by their number, or until they are signed', () => {
  const kept = createKeptThinking();
  const add = (block: object) => kept.add({ thinking_blocks: [block] }, false);
  add({ type: 'thinking', thinking: 'One ', signature: '' });
  add({ type: 'thinking', thinking: 'two', signature: '' });
  add({ type: 'thinking', thinking: '', signature: 'abc' });
  add({ type: 'redacted_thinking', data: 'xyz' });
  kept.add({ extra_content: { google: { thought_signature: 's' } } }, false);
  expect(kept.fields()).toEqual({
    thinking_blocks: [
      { type: 'thinking', thinking: 'One two', signature: 'abc' },
      { type: 'redacted_thinking', data: 'xyz' },
    ],
    extra_content: { google: { thought_signature: 's' } },
  });
});
