/**
 * A text as it was before a page, a chat or a word processor dressed it up: without marks that nobody sees, with straight
 * quotes, and a single value without what stands around it. Takes time in proportion to the length of the text.
 */

/** Byte order marks, joiners and breaks of no width, which pages put between the parts of long words. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

export const tidy = (text: string): string =>
  withoutFence(
    text
      .replace(UNSEEN, '')
      .replace(/[\u00a0\u2007\u202f\u3000]/g, ' ')
      .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
      .replace(/[\u2018-\u201b]/g, "'")
      .replace(/\uff1a/g, ': ')
      .replace(/\uff1d/g, '=')
      .trim(),
  );

/** As a page in Markdown shows it, between its marks. */
const withoutFence = (text: string): string =>
  text.startsWith('```') && text.endsWith('```') && text.includes('\n')
    ? text.slice(text.indexOf('\n'), -3).trim()
    : text;

const OPENING = /^["'`<(]/;
/** Ends of sentences and statements, which no key and no address ends with. */
const CLOSING = /["'`>),;.]$/;
/** More of them are something else. */
const MOST_AROUND = 4;

/** One word without quotes, brackets and commas around it; others as they are. */
export function bareWord(text: string): string {
  const [, linked] = /^\[[^[\]]{0,200}\]\(([^\s()]{1,2000})\)$/.exec(text) ?? [];
  if (linked !== undefined) return linked;
  if (/\s/.test(text)) return text;
  let word = text;
  for (let count = 0; count < MOST_AROUND && CLOSING.test(word); count += 1) word = word.slice(0, -1);
  for (let count = 0; count < MOST_AROUND && OPENING.test(word); count += 1) word = word.slice(1);
  return word;
}

/** What an option of a command gives: `-H "Authorization: …"`. */
export function headerOption(text: string): string {
  const [, quoted] =
    /^(?:-H|--header)[\s=]{1,9}(["'])([^"']{1,10000})\1\s{0,9}\\?$/.exec(text)?.slice(1) ?? [];
  return quoted ?? text;
}
