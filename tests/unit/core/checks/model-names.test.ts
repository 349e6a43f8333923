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
  ])('%s answered by %s is the same', (asked, answered) => {
    expect(compareNames(asked, answered)).toBe('same');
  });

  test.each([
    ['gpt-4o', 'gpt-4o-mini'],
    ['gpt-4o', 'gpt-3.5-turbo'],
    ['gpt-4', 'claude-3-haiku'],
    ['claude-3-5-sonnet', 'claude-3-5-haiku'],
    ['llama-3.3-70b', 'llama-3.1-8b'],
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
