/** How much a model thinks, in the words of each gateway. */
import { describe, expect, test } from 'vitest';
import { chatBody } from '../../../electron/core/modalities/chat-request';
import { chooseDialect } from '../../../electron/gateway/dialects/dialects';
import { liftRunSettings } from '../../../shared/extra/lift-extra';
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { RunSettings } from '../../../shared/run/chat-settings';

const bodyOf = (id: GatewayId, settings: RunSettings) => {
  const { model, messages, stream, stream_options, ...rest } = chooseDialect('', id).toBody(
    'chat',
    chatBody('m', [], settings),
  );
  return rest;
};

const high: RunSettings = { reasoningEffort: 'high' };
const few: RunSettings = { thinkingBudget: 2_048 };
const off: RunSettings = { thinking: 'off' };

describe('an effort, a budget and off', () => {
  test.each<[GatewayId, object, object, object]>([
    ['plain', { reasoning_effort: 'high' }, { thinking_budget: 2_048 }, { enable_thinking: false }],
    ['dashscope', { reasoning_effort: 'high' }, { thinking_budget: 2_048 }, { enable_thinking: false }],
    [
      'openrouter',
      { reasoning: { effort: 'high' } },
      { reasoning: { max_tokens: 2_048 } },
      { reasoning: { enabled: false } },
    ],
    [
      'vercel',
      { reasoning: { effort: 'high' } },
      { reasoning: { max_tokens: 2_048 } },
      { reasoning: { enabled: false } },
    ],
    ['openai', { reasoning_effort: 'high' }, { thinking_budget: 2_048 }, { reasoning_effort: 'none' }],
    [
      'gemini',
      { reasoning_effort: 'high' },
      { extra_body: { google: { thinking_config: { thinking_budget: 2_048, include_thoughts: true } } } },
      { reasoning_effort: 'none' },
    ],
    [
      'anthropic',
      { reasoning_effort: 'high' },
      { thinking: { type: 'enabled', budget_tokens: 2_048 } },
      { thinking: { type: 'disabled' } },
    ],
    [
      'deepseek',
      { reasoning_effort: 'high' },
      { thinking_budget: 2_048 },
      { thinking: { type: 'disabled' } },
    ],
    ['together', { reasoning_effort: 'high' }, { thinking_budget: 2_048 }, { reasoning: { enabled: false } }],
    [
      'vllm',
      { reasoning_effort: 'high' },
      { thinking_budget: 2_048 },
      { chat_template_kwargs: { enable_thinking: false } },
    ],
  ])('%s', (id, effort, budget, none) => {
    expect(bodyOf(id, high)).toEqual(effort);
    expect(bodyOf(id, few)).toEqual(budget);
    expect(bodyOf(id, off)).toEqual(none);
  });

  test('nothing is sent where nothing was chosen, and media have no such fields', () => {
    for (const id of ['openrouter', 'anthropic', 'openai', 'gemini', 'vllm', 'deepseek'] as const) {
      expect(bodyOf(id, {})).toEqual({});
    }
    const speech = { model: 'm', input: 'x', enable_thinking: false };
    expect(chooseDialect('', 'anthropic').toBody('speech', speech)).toEqual(speech);
  });

  test('what was typed as an extra parameter goes before, and stays whole', () => {
    const settings = { ...high, extra: { reasoning: { exclude: true, effort: 'low' } } };
    expect(bodyOf('openrouter', settings)).toEqual({ reasoning: { effort: 'low', exclude: true } });
  });

  test('what earlier versions stored as extra parameters is read into the settings', () => {
    const extra = { reasoning_effort: 'low', thinking_budget: 512, enable_thinking: false };
    expect(liftRunSettings({ extra })).toEqual({
      ...{ reasoningEffort: 'low', thinkingBudget: 512, thinking: 'off' },
    });
  });
});
