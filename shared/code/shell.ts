/** Text for a POSIX shell (sh, bash, zsh). */

/** One word, whatever is inside: between single quotes nothing but the quote itself means anything. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
