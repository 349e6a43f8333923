import { describe, expect, it } from 'vitest';
import { commandOfKeys } from '../../../../renderer/commands/bindings';
import { controlKeys } from '../../../../renderer/commands/control-keys';
import { chordsOf } from '../../../../renderer/commands/keys';
import { lastPrompt } from '../../../../renderer/features/chat/composer/last-prompt';
import { formatDuration, tokensPerSecond } from '../../../../renderer/lib/format';
import { sendsBy } from '../../../../renderer/parts/composer/send-key';
import { defaultShortcuts } from '../../../../shared/app/shortcuts';
import { pressed } from '../../../support/pressed';
import { aMessage } from '../../../support/records';

const command = (part: object = {}) =>
  commandOfKeys(controlKeys, defaultShortcuts, chordsOf(pressed({ key: 'Enter', ...part })), ['composer'])
    ?.id;

describe('the Send key', () => {
  it('is Enter, or only Ctrl+Enter, as set', () => {
    expect(sendsBy(command(), 'enter')).toBe(true);
    expect(sendsBy(command(), 'ctrl-enter')).toBe(false);
  });

  it('is always Ctrl+Enter, and never Shift+Enter', () => {
    for (const setting of ['enter', 'ctrl-enter'] as const) {
      expect(sendsBy(command({ ctrlKey: true }), setting)).toBe(true);
      expect(sendsBy(command({ shiftKey: true }), setting)).toBe(false);
      expect(sendsBy(command({ altKey: true }), setting)).toBe(false);
      expect(sendsBy(command({ key: 'a', ctrlKey: true }), setting)).toBe(false);
    }
  });
});

describe('the last prompt', () => {
  it('is the person’s nearest message above the leaf', () => {
    const messages = {
      a: aMessage({ id: 'a', role: 'user', text: 'first' }),
      b: aMessage({ id: 'b', parentId: 'a' }),
      c: aMessage({ id: 'c', parentId: 'b', role: 'user', text: 'second' }),
      d: aMessage({ id: 'd', parentId: 'c' }),
    };
    expect(lastPrompt(messages, 'd')).toBe('second');
    expect(lastPrompt(messages, 'b')).toBe('first');
    expect(lastPrompt({}, 'd')).toBeNull();
    expect(lastPrompt({}, null)).toBeNull();
  });
});

describe('figures', () => {
  it('show durations in readable units', () => {
    expect([80.4, 4_500, 125_000].map(formatDuration)).toEqual(['80 ms', '4.5 s', '2 min 5 s']);
  });

  it('count tokens of the generation, not of the wait', () => {
    const usage = { promptTokens: 10, completionTokens: 96 };
    expect(tokensPerSecond(aMessage({ id: 'm', usage, firstTokenMs: 500, totalMs: 1_500 }))).toBe(96);
    expect(tokensPerSecond(aMessage({ id: 'm', usage, firstTokenMs: 500, totalMs: 500 }))).toBeNull();
    expect(tokensPerSecond(aMessage({ id: 'm', firstTokenMs: 500, totalMs: 1_500 }))).toBeNull();
  });
});
