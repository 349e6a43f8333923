/** The words of a command as sh, bash and zsh read them: quotes, escapes, lines that go on, and a here-document. */

export interface ShellCommand {
  readonly words: readonly string[];
  /** What stands in its here-document; `null` where it has none. */
  readonly input: string | null;
}

const PIECE =
  /'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+|\$)|(\s+)/g;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', a: '\x07' };

/** Of `$'…'`. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g, (_, unicode, byte, one = '') => {
    const code = (unicode ?? byte) as string | undefined;
    return code === undefined
      ? (escapes[one as string] ?? (one as string))
      : String.fromCharCode(Number.parseInt(code, 16));
  });

/** Of `"…"`: only these are escaped there. */
const inDouble = (text: string): string =>
  text.replace(/\\([\s\S])/g, (whole, one: string) =>
    one === '\n' ? '' : '"\\$`'.includes(one) ? one : whole,
  );

/** Each character is looked at once. */
export function readCommand(text: string): ShellCommand {
  const here = /<<-?\s*(['"]?)(\w+)\1[^\n]*\n/.exec(text);
  const head = here === null ? text : text.slice(0, here.index);
  const words: string[] = [];
  let word: string | null = null;
  for (const piece of head.matchAll(PIECE)) {
    const said = textOf(piece);
    if (said !== null) word = (word ?? '') + said;
    else if (piece[6] !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  const rest = here === null ? null : text.slice(here.index + here[0].length);
  return { words, input: rest === null ? null : documentOf(rest, here?.[2] ?? '') };
}

/** What a piece adds to its word; `null` for blanks and the end of a line that goes on. */
function textOf([, single, dollar, double, escaped, plain]: RegExpExecArray): string | null {
  if (dollar !== undefined) return unescaped(dollar);
  if (double !== undefined) return inDouble(double);
  return single ?? (escaped === '\n' ? null : escaped) ?? plain ?? null;
}

/** Up to the line that ends it. */
function documentOf(rest: string, end: string): string {
  const lines = rest.split('\n');
  const at = lines.findIndex((line) => line.trim() === end);
  return lines.slice(0, at === -1 ? undefined : at).join('\n');
}
