/** Which chips fit side by side; pure. */

const characterPx = 6.4;
const chipPaddingPx = 18;
const gapPx = 4;
/** Of `+12`. */
const restPx = 38;

const chipPx = (word: string) => word.length * characterPx + chipPaddingPx + gapPx;

/**
 * How many of the words fit whole, leaving room for the count of the others. At least one, which may be cut.
 *
 * @param roomPx of all of them together
 */
export function fittingChips(words: readonly string[], roomPx: number): number {
  const whole = words.reduce((sum, word) => sum + chipPx(word), 0) - gapPx;
  if (whole <= roomPx) return words.length;
  let used = restPx;
  const shown = words.findIndex((word) => {
    used += chipPx(word);
    return used > roomPx;
  });
  return Math.max(1, shown);
}
