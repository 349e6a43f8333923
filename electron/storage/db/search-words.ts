/**
 * A full-text query of what a person typed: each word quoted, so that nothing is taken for the index's own syntax;
 * every word may be unfinished. Empty where there is nothing to look for.
 */
export function searchWords(query: string): string {
  const words = query.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
}
