import { afterEach, beforeEach, expect, test } from 'vitest';
import { promptTokens } from '../../../electron/core/forecast/prompt-tokens';
import { tokensIn } from '../../../shared/money/tokens';
import { openTestCore, type TestCore } from '../../support/core';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
});
afterEach(() => app.close());

const ask = (changes: object = {}) =>
  app.tell('tokens.ofPrompt', {
    conversationId: null,
    text: 'Hello there',
    model: 'sandbox/echo',
    settings: {},
    ...changes,
  });

test('a new message alone is one piece, with the window of its model', async () => {
  await app.tell('models.refresh', {});
  const { pieces, counted, contextWindow, replyTokens } = await ask();
  // Two tokens of o200k_base, and four around a message.
  expect(pieces).toEqual([{ of: 'new', role: 'user', words: 'Hello there', tokens: 6, uncountedFiles: 0 }]);
  expect({ counted, replyTokens }).toEqual({ counted: null, replyTokens: null });
  expect(contextWindow).toBeGreaterThan(1_000);
});

test('settings, earlier messages and the new one are pieces in the order in which they are sent', async () => {
  const { conversationId, reply } = await app.chat('first message');
  const { pieces, counted, replyTokens } = await ask({
    conversationId,
    settings: {
      systemPrompt: 'Be brief.',
      maxTokens: 300,
      responseFormat: { name: 'answer', schema: { type: 'object' }, strict: true },
    },
  });
  expect(pieces.map(({ of, role }) => `${of} ${role}`)).toEqual([
    'system system',
    'settings system',
    'message user',
    'message assistant',
    'new user',
  ]);
  expect(pieces[3]).toMatchObject({ messageId: reply.id, words: reply.text.slice(0, 200).trim() });
  expect(counted).toEqual({ messageId: reply.id, tokens: reply.usage?.promptTokens });
  expect(replyTokens).toBe(300);
  expect((await app.sandbox.account()).charges).toHaveLength(1);
});

test('the figure beside Send is the sum of the panel, also where the gateway counted nothing', async () => {
  for (const model of ['sandbox/echo', 'nobody/knows']) {
    const { conversationId } = await app.chat('first message');
    const asked = {
      conversationId,
      model,
      text: '今天讨论了部署方案，请继续说明。',
      settings: { systemPrompt: 'Be brief.' },
    };
    const { total } = await ask(asked);
    const { promptTokens } = await app.tell('credits.forecast', {
      intent: { kind: 'message', ...asked },
      countsTokens: true,
    });
    expect(promptTokens).toBe(total);
  }
  const fresh = { conversationId: null, model: 'sandbox/echo', text: 'Hello there', settings: {} };
  expect((await ask(fresh)).total).toBe(6);
  const { promptTokens } = await app.tell('credits.forecast', {
    intent: { kind: 'message', ...fresh },
    countsTokens: true,
  });
  expect(promptTokens).toBe(6);
  // The examples of the first screen are foreseen without what counts being loaded.
  const estimated = await app.tell('credits.forecast', { intent: { kind: 'message', ...fresh } });
  expect(estimated.promptTokens).toBe(tokensIn(fresh.text.length));
});

test('nothing typed is the chat as it is; a model that is not listed has no known window', async () => {
  const { conversationId } = await app.chat('first message');
  expect((await ask({ conversationId, text: '' })).pieces.map(({ of }) => of)).toEqual([
    'message',
    'message',
  ]);
  expect((await ask({ model: 'nobody/knows' })).contextWindow).toBeNull();
});

test('a very long chat is counted from its end, and estimated above', async () => {
  const { pieces } = await ask({ text: 'word '.repeat(100_000) });
  expect(pieces[0]?.tokens).toBeGreaterThan(90_000);
});

test('where the tables of tokens can’t be read, what is typed is estimated by its length', async () => {
  const countTokens = () => Promise.reject(new Error('gone with an update'));
  const input = { conversationId: null, text: 'Hello there', model: 'm', settings: {} };
  // A first message reads nothing that is stored.
  const { total } = await promptTokens({ storage: {} as never, countTokens }, input, null);
  expect(total).toBe(tokensIn('Hello there'.length) + 4);
});
