import { rightToLeft } from './right-to-left';

/** How much of a text is looked at for its direction. */
const charactersLookedAt = 2_000;

const { source: right } = rightToLeft;
/** Words count, not letters: one name weighs as much as one word, however long. Marks belong to their letter. */
const leftWords = new RegExp(`(?:(?!${right})\\p{L}\\p{M}*)+`, 'gu');
const rightWords = new RegExp(`(?:(?=\\p{L})${right}\\p{M}*)+`, 'gu');

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** By most of its words; `undefined` where there are none. */
export function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  const begin = text.slice(0, charactersLookedAt);
  const toLeft = begin.match(rightWords)?.length ?? 0;
  const toRight = begin.match(leftWords)?.length ?? 0;
  if (toLeft === 0 && toRight === 0) return undefined;
  return toLeft >= toRight ? 'rtl' : 'ltr';
}
