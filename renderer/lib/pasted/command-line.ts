/**
 * Lines as a terminal shows them: what its prompt writes before a command, several commands on one line, and the
 * variables and options of one command (`A=b C=d program`, `docker run -e A=b`, `aider --openai-api-key …`). Nothing is
 * run or expanded.
 */
import type { NamedValue } from './pasted';
import { shellWords } from './read-curl';

/** `PS C:\Users\me>`, `C:\Users\me>`, `me@host:~$`, `$`, `>>>`. */
const PROMPT =
  /^\s{0,40}(?:(?:PS )?[A-Za-z]:\\[^<>|"\n]{0,200}> ?|[\w.-]{1,60}@[\w.-]{1,60}[: ][^$#\n]{0,200}[$#] |\$ |>>> |\.\.\. )/;

export const withoutPrompt = (line: string): string => line.replace(PROMPT, '');

/** A line of code has brackets where a command has none; `${NAME}` and `$(…)` are the shell's own. */
const isCode = (line: string): boolean =>
  /[(){}]/.test(line.replace(/\$\{\w{0,100}\}/g, '').replace(/"[^"]{0,10000}"|'[^']{0,10000}'/g, ''));

/** The commands of a line that are joined by `&&` or `;`; a line of code is one. */
export function commandsOf(line: string): readonly string[] {
  if (isCode(line) || !/&&|;/.test(line)) return [line];
  const commands = [''];
  for (const [token] of line.matchAll(/"[^"]{0,10000}"|'[^']{0,10000}'|\s?&&|;(?=\s|$)|[^"'&;]+|["'&;]/g)) {
    if (/^(?:\s?&&|;)$/.test(token)) commands.push('');
    else commands[commands.length - 1] += token;
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}

const ASSIGNED = /^(?:\$env:)?([A-Za-z_]\w{0,100})=(.+)$/s;
/** Options whose name says that an address or a key follows. */
const OPTION = /^--?((?:[a-z][\w-]{0,60}-)?(?:key|token|base|url|uri|endpoint|host))(?:=(.*))?$/is;
/** Words before a variable that aren't a program. */
const BEFORE = /^(?:export|set|setx|env|-.*)$/i;
/** A text of several words has shorter ones. */
const SHORTEST_ALONE = 16;

/**
 * The variables and options of a command; `null` where the line is anything else than a command with some.
 * One variable alone is read as a line of its own.
 */
export function valuesOfCommand(line: string): readonly NamedValue[] | null {
  if (!/=|\s--?\w/.test(line) || isCode(line) || /^\s*-?\s*["']?[\w.-]+["']?\s*:\s/.test(line)) return null;
  const words = shellWords(line);
  if (words.includes('=')) return null;
  const values = words.flatMap((word, at) => valueAt(word, words[at + 1]) ?? []);
  const [first] = values;
  if (first === undefined) return null;
  const hasProgram = words.some((word) => !BEFORE.test(word) && !ASSIGNED.test(word) && word !== '#');
  const isFirst = ASSIGNED.test(words[0] ?? '') && first.value.length < SHORTEST_ALONE;
  return values.length > 1 || (hasProgram && !isFirst) ? values : null;
}

function valueAt(word: string, next: string | undefined): NamedValue | null {
  const [, option, joined] = OPTION.exec(word) ?? [];
  const value = joined ?? (next?.startsWith('-') === true ? undefined : next);
  if (option !== undefined && value !== undefined) return optionValue(option.replaceAll('-', '_'), value);
  const [, name, assigned] = ASSIGNED.exec(word) ?? [];
  return name === undefined || assigned === undefined ? null : { name, value: assigned };
}

/** `--api-key openrouter=…` says whose it is. */
function optionValue(name: string, value: string): NamedValue {
  const [, owner, given] = /^([a-z]{2,20})=(.+)$/.exec(value) ?? [];
  return owner === undefined || given === undefined
    ? { name, value }
    : { name: `${owner}_${name}`, value: given };
}
