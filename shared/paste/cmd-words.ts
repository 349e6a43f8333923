/** The words of a command for the Windows command prompt, as browsers copy it: carets first, then quotes and backslashes. */

/** A caret before a quote: no other shell has a use for it. */
export const isForCmd = (text: string): boolean => /\^"/.test(text);

const withoutCarets = (text: string): string =>
  text.replace(/\^(?:(\r?\n\r?\n)|(\r?\n)|([\s\S]))/g, (_, line, end, one = '') =>
    line !== undefined ? '\n' : end !== undefined ? ' ' : (one as string),
  );

const PIECE = /(\\*)"|(\\+)|([^\s"\\]+)|(\s+)/g;

export function cmdWords(text: string): readonly string[] {
  const bare = withoutCarets(text);
  const isDoubled = backslashes(bare).every((run) => run.length % 2 === 0);
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (const [piece, before, slashes, , blank] of bare.matchAll(PIECE)) {
    if (before?.length !== undefined && before.length % 2 === 0) isQuoted = !isQuoted;
    if (blank === undefined || isQuoted) word = (word ?? '') + textOf(piece, before, slashes, isDoubled);
    else {
      if (word !== null) words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

/** @param before the backslashes of a quote: half of them stay, and an odd one keeps the quote */
function textOf(piece: string, before: string | undefined, slashes: string | undefined, isDoubled: boolean) {
  if (before !== undefined)
    return before.slice(before.length / 2 + 0.5) + (before.length % 2 === 1 ? '"' : '');
  return slashes !== undefined && isDoubled ? piece.slice(piece.length / 2) : piece;
}

/** Those before no quote. Chrome doubles each of them, though the command prompt asks for it only before a quote. */
const backslashes = (text: string): readonly string[] =>
  [...text.matchAll(/(\\+)(?!["\\])/g)].map(([run]) => run);
