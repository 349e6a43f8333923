import { describe, expect, test } from 'vitest';
import { compareNames, isCountedByO200k } from '../../../../electron/core/checks/model-names';

describe('the model that an answer names', () => {
  test.each([
    ['gpt-4o', 'gpt-4o-2024-11-20'],
    ['openai/gpt-4o', 'gpt-4o'],
    ['claude-3-5-sonnet', 'claude-3-5-sonnet-20241022'],
    ['anthropic/claude-3.5-sonnet', 'claude-3.5-sonnet@20240620'],
    ['meta-llama/llama-3.3-70b-instruct', 'Llama-3.3-70B-Instruct-FP8'],
    ['meta-llama/llama-3.3-70b-instruct:free', 'meta-llama/llama-3.3-70b-instruct'],
    ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['sandbox/echo', 'sandbox/echo'],
    ['claude-sonnet-4', 'anthropic/claude-4-sonnet-20250514'],
    ['claude-sonnet-4', 'us.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['claude-3-5-haiku', 'claude-3.5-haiku'],
    ['llama-3.1-8b-instant', 'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo'],
    ['llama-3.1-8b-instruct', 'accounts/fireworks/models/llama-v3p1-8b-instruct'],
    ['llama3-8b-8192', 'Meta-Llama-3-8B-Instruct'],
    ['mixtral-8x7b', 'mistralai/Mixtral-8x7B-Instruct-v0.1'],
    ['qwen2.5-72b-instruct', 'Qwen/Qwen2.5-72B-Instruct-Turbo'],
    ['gemma2-9b-it', 'google/gemma-2-9b-it'],
    ['phi4', 'phi-4'],
    ['gpt-4-turbo-preview', 'gpt-4-0125-preview'],
    ['gpt-3.5-turbo-16k', 'gpt-3.5-turbo-0125'],
  ])('%s answered by %s is the same', (asked, answered) => {
    expect(compareNames(asked, answered)).toBe('same');
  });

  test.each([
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-3.5-turbo'],
    ['gpt-4', 'claude-3-haiku'],
    ['claude-3-5-sonnet', 'claude-3-5-haiku'],
    ['llama-3.3-70b', 'llama-3.1-8b'],
    ['llama-3.1-8b', 'llama-3-8b'],
    ['gpt-4-turbo', 'gpt-4'],
    ['claude-opus-4.1', 'us.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['deepseek-r1', 'deepseek-r1-distill-qwen-7b'],
    ['phi4', 'phi-3'],
    ['gemini-2.5-pro', 'gemini-2.5-flash'],
  ])('%s answered by %s is another', (asked, answered) => {
    expect(compareNames(asked, answered)).toBe('other');
  });

  test.each([
    ['deepseek-chat', 'DeepSeek-V3.2'],
    ['fast', 'llama-3.1-8b'],
    ['auto', 'gpt-4o'],
    ['lab/one', 'deployment-7'],
    ['my-gpt', 'gpt-4o-mini'],
  ])('%s answered by %s may be an alias', (asked, answered) => {
    expect(compareNames(asked, answered)).toBe('unknown');
  });

  test('tokens are compared for the models that this tokenizer counts', () => {
    expect(['gpt-4o', 'openai/gpt-4.1-mini', 'o3', 'o4-mini', 'gpt-5'].map(isCountedByO200k)).not.toContain(
      false,
    );
    expect(
      ['gpt-4', 'gpt-3.5-turbo', 'gpt-oss-20b', 'olmo-2', 'llama-3'].map(isCountedByO200k),
    ).not.toContain(true);
  });
});
