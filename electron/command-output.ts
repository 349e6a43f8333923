/** What commands write to a terminal: text is shown, and never obeyed. */

/** Answers, files and gateways may hold codes that move the cursor, change the title or hide what follows. */
const controls = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Of one line or several. */
export const shown = (text: string): string => text.replace(controls, '\uFFFD');

export const shownLine = (text: string): string =>
  // Blanks are looked at once: a text of nothing else would take the square of its length.
  shown(text.replace(/(?<!\s)\s+/g, (blanks) => (/[\t\r\n]/.test(blanks) ? ' ' : blanks)));

/** A whole document, whose ends of lines become those that every reader of it makes of them. */
export const shownText = (text: string): string => shown(text.replace(/\r\n?/g, '\n'));

/** A line that is written over by the next one has to fit: a second row would stay. */
export const fitted = (line: string, columns: number): string =>
  line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;

export interface Terminal {
  /** A line of the output. */
  readonly print: (line: string) => void;
  /** A line for a person beside it. */
  readonly tell: (line: string) => void;
  /** Shown over the one before, where a terminal can do that. */
  readonly progress: (line: string) => void;
}

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { readonly write: (text: string) => unknown };

export function terminalOf(out: Out, err: Out, env: NodeJS.ProcessEnv): Terminal {
  const canClear = env.TERM !== 'dumb';
  const clearOf = ({ isTTY }: Out) => (isTTY === true && err.isTTY === true && canClear ? '\r\x1B[K' : '');
  const clear = clearOf(err);
  return {
    print: (line) => void out.write(`${clearOf(out)}${line}\n`),
    tell: (line) => void err.write(`${clear}${shown(line)}\n`),
    progress: (line) => void (clear !== '' && err.write(`${clear}${fitted(line, err.columns ?? 80)}`)),
  };
}
