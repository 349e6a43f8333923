import { describe, expect, test } from 'vitest';
import { cutText, endOfText } from '../../../shared/text/cut-text';

const family = '👨‍👩‍👧‍👦';

describe('a shortened text', () => {
  test.each([
    ['plain words', 5, 'plain'],
    [`ab${family}cd`, 5, 'ab'],
    [`ab${family}cd`, 2 + family.length, `ab${family}`],
    ['e\u0301e\u0301', 3, 'e\u0301'],
    ['🇩🇪🇫🇷', 6, '🇩🇪'],
    ['short', 10, 'short'],
    ['x'.repeat(500), 300, 'x'.repeat(300)],
  ])('%j cut to %d', (text, most, shown) => expect(cutText(text, most)).toBe(shown));

  test.each([
    ['plain words', 5, 'words'],
    [`ab${family}cd`, 5, 'cd'],
    [`ab${family}cd`, 2 + family.length, `${family}cd`],
    ['short', 10, 'short'],
  ])('the end of %j cut to %d', (text, most, shown) => expect(endOfText(text, most)).toBe(shown));
});
