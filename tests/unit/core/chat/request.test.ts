import { expect, test } from 'vitest';
import { chatParams } from '../../../../electron/core/modalities/chat-request';
import { said } from '../../../../electron/core/modalities/sent-history';
import { mostPromptTokens } from '../../../../electron/core/prices/prompt-size';
import { jsonBounds } from '../../../../shared/run/response-format';
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

const schema = { type: 'object', properties: { city: { type: 'string' } } };

test('a schema is sent as OpenAI has it, counts towards the prompt, and its bounds hold', () => {
  const settings = runSettingsSchema.parse({ responseFormat: { name: 'place', schema, strict: true } });
  expect(chatParams('m', history, settings)).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } },
  });
  const [more, less] = [settings, {}].map((one) => mostPromptTokens([], { ...one, model: 'm' }) ?? 0);
  expect((more ?? 0) - (less ?? 0)).toBeGreaterThanOrEqual(JSON.stringify(schema).length);
  const isTaken = (format: unknown) => runSettingsSchema.safeParse({ responseFormat: format }).success;
  expect(isTaken({ name: 'place of birth', schema })).toBe(false);
  expect(isTaken({ name: 'place', schema, strict: 'yes' })).toBe(false);
  expect(isTaken({ name: 'place', schema: { enum: ['x'.repeat(jsonBounds.maxCharacters)] } })).toBe(false);
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < jsonBounds.maxDepth; level += 1) deep = { not: deep };
  expect(isTaken({ name: 'place', schema: deep })).toBe(false);
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
