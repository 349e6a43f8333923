/** How much of a text is looked at for its direction. */
const charactersLookedAt = 2_000;

const scripts = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Adlam', 'Samaritan', 'Mandaic'];
const rightToLeft = scripts.map((script) => `\\p{Script=${script}}`).join('');
const one = new RegExp(`[${rightToLeft}]`, 'u');
/** Words count, not letters: one name weighs as much as one word, however long. Marks belong to their letter. */
const leftWords = new RegExp(`(?:(?![${rightToLeft}])\\p{L}\\p{M}*)+`, 'gu');
const rightWords = new RegExp(`(?:(?=\\p{L})[${rightToLeft}]\\p{M}*)+`, 'gu');

export const hasRightToLeft = (text: string): boolean => one.test(text);

/** By most of its words; `undefined` where there are none. */
export function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  const begin = text.slice(0, charactersLookedAt);
  const right = begin.match(rightWords)?.length ?? 0;
  const left = begin.match(leftWords)?.length ?? 0;
  if (right === 0 && left === 0) return undefined;
  return right >= left ? 'rtl' : 'ltr';
}
