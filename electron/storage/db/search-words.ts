import { searchTerms, wordsOfText } from '../../../shared/text/search-text';

/**
 * A full-text query from typed text. Each word is quoted, so that nothing is read as the index's own syntax, and
 * matches as a prefix. Empty where there is nothing to search for.
 */
export const searchWords = (query: string): string => queryOf(searchTerms(query));

/** Of these the index has no list of what begins with them, and there is much of it; of other scripts there is little. */
const ONE_LETTER = /^[\p{Script=Latin}\p{N}]$/u;

/** Two queries where the last word is one letter: with it as a whole word, and without it, which may be empty. */
export function unfinishedWord(query: string): { readonly asWhole: string; readonly without: string } | null {
  const words = [...searchTerms(query)];
  const last = words.pop() ?? '';
  if (!ONE_LETTER.test(last)) return null;
  const without = queryOf(words);
  return { asWhole: `${without} ${quoted(last)}`.trim(), without };
}

const queryOf = (terms: readonly string[]): string => terms.map((term) => `${quoted(term)}*`).join(' ');

const quoted = (term: string): string => `"${wordsOfText(term).trim().replaceAll('"', '""')}"`;
