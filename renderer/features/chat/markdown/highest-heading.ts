/**
 * The highest level of heading a text uses, 1–6; 3 where it has none.
 *
 * Models begin at any level. The page has its own two above, so a reply's first level becomes the third, and screen
 * readers meet no gap.
 */
export function highestHeading(text: string): number {
  let highest = 7;
  let fence: string | null = null;
  for (const [, mark, hashes] of text.matchAll(/^ {0,3}(?:(`{3,}|~{3,})|(#{1,6})[ \t])/gm)) {
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    else if (fence === null && hashes !== undefined) highest = Math.min(highest, hashes.length);
  }
  return highest === 7 ? 3 : highest;
}
