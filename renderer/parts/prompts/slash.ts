/** A slash that asks for a prompt, and what stands behind it. */
export interface Slash {
  /** Where the slash stands. */
  readonly start: number;
  /** Where the caret stands. */
  readonly end: number;
  readonly query: string;
}

/** Beyond this it is a path or a word, no name of a prompt. */
const queryCharacters = 40;

/** The slash the caret stands behind: at the start of the text or after white space, and no white space since. */
export function slashAt(text: string, caret: number): Slash | null {
  const from = Math.max(0, caret - queryCharacters - 2);
  const before = text.slice(from, caret);
  const found = /(^|\s)\/([^\s/]*)$/.exec(before);
  if (found === null) return null;
  const [, space = '', query = ''] = found;
  // Cut off by the limit rather than at the start of the text.
  if (space === '' && from > 0) return null;
  return { start: caret - query.length - 1, end: caret, query };
}
