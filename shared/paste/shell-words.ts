/** Commands as sh, bash and zsh read them: quotes, escapes, lines that go on, pipes, here-documents and here-strings. */
import { createDocuments } from './here-documents';
import { inDollarQuotes } from './shell-escapes';

export interface ShellCommand {
  readonly words: readonly string[];
  /** What it reads as its input; `null` where the text does not say. */
  readonly input: string | null;
}

interface Draft {
  words: string[];
  input: string | null;
  /** Whether the command before it writes its input. */
  isPiped: boolean;
}

/** In this order: what ends a quote is looked for once. */
const PIECE = new RegExp(
  [
    /'(?<single>[^']*)'/,
    /\$'(?<dollar>(?:[^'\\]|\\[\s\S])*)'/,
    /"\$\(\s*cat\s*<<(?<inQuotes>-?\s*(?:'\w+'|"\w+"|\w+))[ \t]*\r?\n/,
    /"(?<double>(?:[^"\\]|\\[\s\S])*)"/,
    /\\[ \t]*\r?\n|(?<=\s)[`^][ \t]*\r?\n/,
    /\\(?<escaped>[\s\S])/,
    /<<<(?<string>)/,
    /<<(?<here>-?\s*(?:'\w+'|"\w+"|\w+))/,
    /(?<=^|\s)#[^\n]*/,
    /(?<end>\n|&&|\|\||[|;]|\$?\(|\))/,
    /(?<blank>[^\S\n]+)/,
    /(?<plain>[^\s'"\\|;()&$<#`^]+|[\s\S])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** Of `"…"`: only these are escaped there. */
const inDouble = (text: string): string =>
  text.replace(/\\(\r?\n|[\s\S])/g, (whole, one: string) =>
    one.endsWith('\n') ? '' : '"\\$`'.includes(one) ? one : whole,
  );

/** Each character is looked at once. */
export function readCommands(text: string): readonly ShellCommand[] {
  const documents = createDocuments(text);
  const writer = createWriter();
  let at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(text);
    if (piece === null) break;
    at += piece[0].length;
    const { inQuotes, here, end } = piece.groups ?? {};
    if (inQuotes !== undefined) {
      const found = documents.quoted(inQuotes, at);
      writer.add(found.text);
      at = found.at;
    } else if (here !== undefined) documents.ask(here, writer.inputOfThis());
    else writer.take(piece);
    if (end === '\n') at = documents.read(at);
  }
  return joinedLines(writer.end());
}

function createWriter() {
  const drafts: Draft[] = [];
  let draft: Draft = { words: [], input: null, isPiped: false };
  let word: string | null = null;
  let isString = false;
  const endWord = () => {
    if (word !== null && isString) draft.input = word;
    else if (word !== null) draft.words.push(word);
    if (word !== null) isString = false;
    word = null;
  };
  const endCommand = (by: string) => {
    endWord();
    if (draft.words.length > 0) drafts.push(draft);
    draft = { words: [], input: null, isPiped: by === '|' };
  };
  const add = (said: string) => {
    word = (word ?? '') + said;
  };
  return {
    add,
    inputOfThis() {
      const own = draft;
      return (text: string) => {
        own.input = text;
      };
    },
    take(piece: RegExpExecArray) {
      const { string, end, blank } = piece.groups ?? {};
      const said = textOf(piece);
      if (string !== undefined) isString = true;
      else if (end !== undefined) endCommand(end);
      else if (blank !== undefined) endWord();
      else if (said !== null) add(said);
    },
    end() {
      endCommand('');
      return drafts;
    },
  };
}

/** What a piece adds to its word; `null` for a comment and the end of a line that goes on. */
function textOf({ groups = {} }: RegExpExecArray): string | null {
  const { single, dollar, double, escaped, plain } = groups;
  if (dollar !== undefined) return inDollarQuotes(dollar);
  if (double !== undefined) return inDouble(double);
  return single ?? escaped ?? plain ?? null;
}

/** A line that begins with a flag goes on with the command above it, though its backslash was lost. */
function joinedLines(drafts: readonly Draft[]): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  for (const { words, input, isPiped } of drafts) {
    const before = commands.at(-1);
    if (before !== undefined && /^-[-\w]/.test(words[0] ?? ''))
      commands[commands.length - 1] = {
        words: [...before.words, ...words],
        input: input ?? before.input,
      };
    else commands.push({ words, input: isPiped && input === null ? outputOf(before) : input });
  }
  return commands;
}

/** What `echo`, `printf` and `cat` write; `null` for any other program. */
function outputOf(command: ShellCommand | undefined): string | null {
  const [name, ...words] = command?.words ?? [];
  if (name === 'cat' && words.length === 0) return command?.input ?? null;
  if (name === 'echo') return words.filter((word) => !/^-[neE]+$/.test(word)).join(' ');
  return name === 'printf' ? (words.find((word) => word !== '%s' && word !== '%s\\n') ?? null) : null;
}
