import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitAtSentences } from '../../../../electron/core/modalities/split-text';

const partsOf = (text: string, max: number) =>
  splitAtSentences(text, max).map(({ start, end }) => text.slice(start, end));

describe('a long text', () => {
  test('is cut after whole sentences', () => {
    const text = 'One is here. Two follows it. Three ends.';
    expect(partsOf(text, 30)).toEqual(['One is here. Two follows it. ', 'Three ends.']);
  });

  test('that fits is left whole', () => {
    expect(partsOf('Short. Text.', 4_000)).toEqual(['Short. Text.']);
  });

  test('is cut between words if a sentence is too long, and inside a word only if necessary', () => {
    const words = partsOf(`${'word '.repeat(50)}end.`, 40);
    expect(words.every((part) => /^word /.test(part))).toBe(true);
    expect(partsOf('x'.repeat(95), 40)).toEqual(['x'.repeat(40), 'x'.repeat(40), 'x'.repeat(15)]);
  });

  test('never loses, repeats or splits a character, and no part is too long', () => {
    const pieces = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('. ', '! ', '。', '\n\n', '👩‍👩‍👧', 'é', 'a'.repeat(70))),
    );
    fc.assert(
      fc.property(pieces, fc.integer({ min: 20, max: 200 }), (list, max) => {
        const text = list.join('');
        const parts = partsOf(text, max);
        expect(parts.join('')).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeGreaterThan(0);
          expect(part.length).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});
