import { rightToLeft } from '../../lib/right-to-left';

/** How much of a text is searched for its first letter. */
const charactersLookedAt = 500;

/**
 * The text direction of a field, from its first letter.
 *
 * Not `dir="auto"`: with it, Chromium scans a long text again for each change, which takes seconds for a megabyte.
 */
export function directionFor(text: string): 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text.slice(0, charactersLookedAt))?.[0];
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : undefined;
}
