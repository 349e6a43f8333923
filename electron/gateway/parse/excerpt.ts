const EXCERPT_CHARACTERS = 300;

/** The first 300 characters of an unreadable body, never cutting a character in two. */
export function excerpt(text: string): string {
  const start = text.trim().slice(0, EXCERPT_CHARACTERS);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}
