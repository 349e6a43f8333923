/**
 * A full-text query from typed text. Each word is quoted, so that nothing is read as the index's own syntax, and
 * matches as a prefix. Empty where there is nothing to search for.
 */
export function searchWords(query: string): string {
  const words = query.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ');
}
