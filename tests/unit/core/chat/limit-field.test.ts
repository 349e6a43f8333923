/** One setting limits a reply, under the name that the gateway or the model has for it. */
import { afterEach, expect, test } from 'vitest';
import { chooseDialect } from '../../../../electron/gateway/dialects/dialects';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

test.each([
  ['openai', { max_completion_tokens: 9 }],
  ['azure', { max_completion_tokens: 9 }],
  ['openrouter', { max_tokens: 9 }],
  ['plain', { max_tokens: 9 }],
] as const)('%s gets the limit as %j', (id, limit) => {
  expect(chooseDialect('', id).toBody('chat', { model: 'm', max_tokens: 9 })).toEqual({
    model: 'm',
    ...limit,
  });
});

test('a repetition penalty has the name that llama.cpp gives it', () => {
  const body = { model: 'm', repetition_penalty: 1.1 };
  expect(chooseDialect('', 'llamacpp').toBody('chat', body)).toEqual({ model: 'm', repeat_penalty: 1.1 });
  expect(chooseDialect('', 'vllm').toBody('chat', body)).toEqual(body);
});

test('the tokens of a text, and the texts of tokens, come from the vocabulary that is asked for', async () => {
  app = await openTestCore();
  const { tokens, named } = await app.tell('tokens.split', {
    vocabulary: 'o200k_base',
    text: 'hello world',
    ids: [9_99_999],
  });
  expect(tokens.map(({ text }) => text)).toEqual(['hello', ' world']);
  expect(named).toEqual([{ id: 999_999, text: '' }]);
  const older = await app.tell('tokens.split', { vocabulary: 'cl100k_base', text: '', ids: [15_339] });
  expect(older).toEqual({ tokens: [], named: [{ id: 15_339, text: 'hello' }] });
});
