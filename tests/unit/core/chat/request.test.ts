import { expect, test } from 'vitest';
import { chatParams } from '../../../../electron/core/modalities/chat-request';
import { said } from '../../../../electron/core/modalities/sent-history';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';

const history = [said('user', 'Hello')];

test('every setting is sent under its wire name', () => {
  const settings = runSettingsSchema.parse({
    systemPrompt: 'Be brief.',
    temperature: 0.5,
    topP: 0.9,
    maxTokens: 100,
    seed: 7,
    stream: false,
    stop: ['END', '\n\n'],
    choices: 2,
    presencePenalty: -1,
    frequencyPenalty: 1.5,
    responseFormat: 'json_object',
    extra: { logit_bias: { '50256': -100 } },
  });
  expect(chatParams('a/model', history, settings)).toEqual({
    model: 'a/model',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
    stream: false,
    temperature: 0.5,
    top_p: 0.9,
    max_tokens: 100,
    seed: 7,
    stop: ['END', '\n\n'],
    n: 2,
    presence_penalty: -1,
    frequency_penalty: 1.5,
    response_format: { type: 'json_object' },
    logit_bias: { '50256': -100 },
  });
});

test('an unset setting is not sent, and stored extra parameters of earlier versions override', () => {
  expect(chatParams('m', history, {})).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(chatParams('m', history, { temperature: 1, extra: { temperature: 2 } })).toMatchObject({
    temperature: 2,
  });
});

test.each([
  { stop: ['a', 'b', 'c', 'd', 'e'] },
  { stop: [''] },
  { choices: 0 },
  { choices: 1.5 },
  { presencePenalty: 2.1 },
  { frequencyPenalty: -2.1 },
  { responseFormat: 'xml' },
])('%j is refused', (settings) => {
  expect(runSettingsSchema.safeParse(settings).success).toBe(false);
});
