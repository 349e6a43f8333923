/** Text for a POSIX shell (sh, bash, zsh). */

/** One word, whatever is inside: between single quotes only the quote itself has a meaning. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
