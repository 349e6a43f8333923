import { describe, expect, it } from 'vitest';
import { mostPromptTokens, promptCharacters } from '../../../../electron/core/prices/prompt-size';
import { tokensIn } from '../../../../shared/tokens';

describe('the size of the next prompt', () => {
  const branch = [
    { text: 'x'.repeat(40), usage: null },
    { text: 'y'.repeat(60), usage: null },
    { text: 'z'.repeat(20), usage: null },
  ];

  it('is the branch and the system prompt', () => {
    expect(promptCharacters(branch, { systemPrompt: '12' })).toBe(20 + 60 + 40 + 2);
    expect(promptCharacters([], {})).toBe(0);
  });

  it('uses the gateway’s own token count of a prompt if there is one, and nothing that was part of it', () => {
    const [asked, reply, next] = branch;
    const counted = [asked, { ...reply, usage: { promptTokens: 100, completionTokens: 50 } }, next];
    const size = promptCharacters(
      counted.map((one) => ({ text: '', ...one })),
      { systemPrompt: 'counted already' },
    );
    expect(size).toBe(20 + 60 + 400);
    expect(tokensIn(size)).toBe(120);
  });

  it('is at most what the same model counted, and three tokens for each character that another one did', () => {
    const usage = { promptTokens: 10, completionTokens: 5 };
    const counted = [{ text: 'x'.repeat(100) }, { text: 'y', usage, model: 'one' }, { text: 'z' }];
    const most = (model: string) => mostPromptTokens(counted, { model, characters: 1 }) ?? 0;
    expect(most('one')).toBeLessThan(300);
    expect(most('other')).toBeGreaterThanOrEqual(3 * 103);
    const seen = [{ text: 'x', attachments: [{}] as never }, ...counted];
    expect(mostPromptTokens(seen, { model: 'other' })).toBeNull();
    expect(mostPromptTokens(seen, { model: 'one' })).not.toBeNull();
  });
});
