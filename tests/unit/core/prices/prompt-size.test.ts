import { describe, expect, it } from 'vitest';
import { said } from '../../../../electron/core/modalities/sent-history';
import { mostPromptTokens, promptCharacters } from '../../../../electron/core/prices/prompt-size';
import { tokensIn } from '../../../../shared/money/tokens';

describe('the size of the next prompt', () => {
  const branch = [
    { ...said('user', 'x'.repeat(40)), usage: null },
    { ...said('user', 'y'.repeat(60)), usage: null },
    { ...said('user', 'z'.repeat(20)), usage: null },
  ];

  it('is the branch and the system prompt', () => {
    expect(promptCharacters(branch, { systemPrompt: '12' })).toBe(20 + 60 + 40 + 2);
    expect(promptCharacters([], {})).toBe(0);
  });

  it('has unknown tokens where a message that was written as JSON holds a file, whose data are no text', () => {
    const raw = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(1_000)}` } };
    const pasted = {
      ...said('user', 'What is it?'),
      parts: [...said('user', 'What is it?').parts, { id: 'p', type: 'unknown' as const, raw }],
    };
    expect(mostPromptTokens([pasted], { model: 'm' })).toBeNull();
    expect(promptCharacters([pasted], {})).toBe(11);
  });

  it('uses the gateway’s own token count of a prompt if there is one, and nothing that was part of it', () => {
    const [asked, reply, next] = branch;
    const counted = [asked, { ...reply, usage: { promptTokens: 100, completionTokens: 50 } }, next];
    const size = promptCharacters(
      counted.map((one) => ({ ...said('user', ''), ...one })),
      { systemPrompt: 'counted already' },
    );
    expect(size).toBe(20 + 60 + 400);
    expect(tokensIn(size)).toBe(120);
  });

  it('is at most what the same model counted, and three tokens for each character that another one did', () => {
    const usage = { promptTokens: 10, completionTokens: 5 };
    const counted = [
      said('user', 'x'.repeat(100)),
      { ...said('assistant', 'y'), usage, model: 'one' },
      said('user', 'z'),
    ];
    const most = (model: string) => mostPromptTokens(counted, { model, characters: 1 }) ?? 0;
    expect(most('one')).toBeLessThan(300);
    expect(most('other')).toBeGreaterThanOrEqual(3 * 103);
    const seen = [said('user', 'x', [{}] as never), ...counted];
    expect(mostPromptTokens(seen, { model: 'other' })).toBeNull();
    expect(mostPromptTokens(seen, { model: 'one' })).not.toBeNull();
  });
});
