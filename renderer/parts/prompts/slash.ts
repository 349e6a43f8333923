/** A slash that opens the prompts, and the text after it. */
export interface Slash {
  /** The offset of the slash. */
  readonly start: number;
  /** The offset of the caret. */
  readonly end: number;
  readonly query: string;
}

/** A longer text is a path or a word, not the name of a prompt. */
const queryCharacters = 40;

/** The slash before the caret: at the start of the text or after white space, with no white space since. */
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
