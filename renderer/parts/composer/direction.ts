/** Where the first letter of a text is looked for. */
const charactersLookedAt = 500;

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The direction of a field one types in, by the first letter in it.
 *
 * Not `dir="auto"`: with that, Chromium looks through a long text again for each change, a megabyte for seconds.
 */
export function directionFor(text: string): 'rtl' | undefined {
  const letter = /\p{L}/u.exec(text.slice(0, charactersLookedAt))?.[0];
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : undefined;
}
