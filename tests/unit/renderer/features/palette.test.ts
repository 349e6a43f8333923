import { describe, expect, it } from 'vitest';
import { matchWords } from '../../../../renderer/features/palette/match-words';
import { newestOnly } from '../../../../renderer/features/palette/newest-only';

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('an entry', () => {
  const items = [
    { label: 'Choose the model' },
    { label: 'Theme', also: 'dark light' },
    { label: 'Warn below (credits)' },
    { label: 'Max tokens' },
  ];

  it('is found by the beginnings of its words, all of them, in any order', () => {
    expect(labels(matchWords(items, 'mod cho'))).toEqual(['Choose the model']);
    expect(labels(matchWords(items, 'CRED'))).toEqual(['Warn below (credits)']);
    expect(labels(matchWords(items, 'odel'))).toEqual([]);
  });

  it('comes first if its name begins with the text', () => {
    expect(labels(matchWords(items, 'the'))).toEqual(['Theme', 'Choose the model']);
  });

  it('is found by synonyms, and not by unrelated words', () => {
    expect(labels(matchWords(items, 'dark'))).toEqual(['Theme']);
    expect(matchWords(items, '  ')).toBe(items);
  });
});

describe('queries that come faster than answers', () => {
  it('are sent one at a time, the newest next, and a failure stops none', async () => {
    const asked: string[] = [];
    const open: (() => void)[] = [];
    const ask = newestOnly((question: string) => {
      asked.push(question);
      return new Promise<void>((resolve, reject) => {
        open.push(question === 'a' ? () => reject(new Error('no')) : resolve);
      });
    });
    for (const question of ['a', 'ab', 'abc', 'abcd']) ask(question);
    expect(asked).toEqual(['a']);
    open.shift()?.();
    await expect.poll(() => asked).toEqual(['a', 'abcd']);
    open.shift()?.();
    ask('b');
    await expect.poll(() => asked).toEqual(['a', 'abcd', 'b']);
  });
});
