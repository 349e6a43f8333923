/** Shortening a text without cutting a character: an emoji of several parts, a letter with its accents. */

/** More than the parts of any character: a family of emojis, a flag of a region. */
const longestCharacter = 64;

/** The beginning of a text, of at most `most` units of UTF-16; the text itself where it is no longer. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, boundaryAt(text, most));
}

/** The end of a text, of at most `most` units of UTF-16. */
export function endOfText(text: string, most: number): string {
  if (text.length <= most) return text;
  const at = text.length - most;
  const before = boundaryAt(text, at);
  return text.slice(before === at ? at : boundaryAfter(text, at));
}

/** Where the character ends that is the last to be whole before `at`. */
function boundaryAt(text: string, at: number): number {
  return boundariesAround(text, at).findLast((one) => one <= at) ?? at;
}

function boundaryAfter(text: string, at: number): number {
  return boundariesAround(text, at).find((one) => one >= at) ?? at;
}

let segmenter: Intl.Segmenter | null = null;

function boundariesAround(text: string, at: number): readonly number[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = Math.max(0, at - longestCharacter);
  const around = text.slice(from, at + longestCharacter);
  const found = [...segmenter.segment(around)].map(({ index }) => from + index);
  return [...found, from + around.length];
}

/** A growing text up to its last whole character of UTF-16: what comes next may bring the other half. */
export function toWholeCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return isHalf ? text.slice(0, -1) : text;
}
