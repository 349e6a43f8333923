/** A reply that is begun with given words, or continued, and repeats them before it goes on: they are shown once. */

/** Shorter words may well be said twice, such as a bracket or “ha”. */
const CERTAIN_LETTERS = 12;

export interface Echo {
  /** Whether what comes may still be the given words. */
  isOpen: boolean;
  /** Whether such words would be taken for a repetition at all. */
  readonly isLikely: boolean;
}

/** @param isUsual whether the gateway is known to repeat them */
export function startEcho(given: string, isUsual: boolean): Echo {
  const isLikely = given.trim().length >= (isUsual ? 1 : CERTAIN_LETTERS);
  return { isOpen: isLikely, isLikely };
}

/** What came behind the given words, without them; `null` while that is not known, or where it is as it came. */
export function withoutEcho(echo: Echo, given: string, added: string): string | null {
  // Blanks at their end were not sent.
  const sent = given.trimEnd();
  if (!echo.isOpen || added === '') return null;
  const blanks = given.slice(sent.length);
  // The same blanks may follow.
  if (added.length < sent.length + blanks.length && (sent + blanks).startsWith(added)) return null;
  echo.isOpen = false;
  if (!added.startsWith(sent)) return null;
  const rest = added.slice(sent.length);
  return blanks !== '' && rest.startsWith(blanks) ? rest.slice(blanks.length) : rest;
}
