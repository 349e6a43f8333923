/** The bodies that pasted commands send: cURL in a shell, in the Windows command prompt, and PowerShell. */
import { cmdWords, isForCmd } from './cmd-words';
import { readCommands, type ShellCommand } from './shell-words';
import { secretsOfAddress, secretsOfHeader } from './without-keys';

export interface PostedText {
  readonly body: string;
  /** That were beside it. */
  readonly secrets: readonly string[];
}

export type ReadCommands =
  | { readonly ok: true; readonly posted: readonly PostedText[] }
  /** A sentence with the next step. */
  | { readonly ok: false; readonly why: string };

/** `null` where the text has no cURL command. */
export function readCurl(text: string): ReadCommands | null {
  if (!/\bcurl\b/.test(text)) return null;
  const commands = isForCmd(text) ? [{ words: cmdWords(text), input: null }] : readCommands(text);
  const named = commands.flatMap((command) => ownWords(command) ?? []);
  if (named.length === 0) return null;
  const values = new Map(commands.flatMap(({ words }) => words.flatMap(assigned)));
  const read = named.map((command) => bodyOf(command, values));
  const posted = read.filter((one): one is PostedText => typeof one !== 'string');
  return posted.length > 0
    ? { ok: true, posted }
    : { ok: false, why: read.find((one) => typeof one === 'string') ?? '' };
}

/** The command from `curl` on, behind a prompt and what runs before it; `null` for another program. */
function ownWords({ words, input }: ShellCommand): ShellCommand | null {
  const at = words.findIndex((word) => !isBefore(word));
  return /(?:^|[/\\])curl(?:\.exe)?$/i.test(words[at] ?? '') ? { words: words.slice(at + 1), input } : null;
}

const isBefore = (word: string): boolean =>
  /^(?:[$%>]|time|sudo|command|exec|if|!|\w+=[^(]*\$?|[\w.@~:-]*[$#%>])$/.test(word);

/** `NAME=value`. */
function assigned(word: string): readonly (readonly [string, string])[] {
  const [, name, value] = /^(\w+)=([\s\S]+)$/.exec(word) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

const dataFlags = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;

/** A sentence where it has none. */
function bodyOf({ words, input }: ShellCommand, values: ReadonlyMap<string, string>): PostedText | string {
  const parts = words.map((word, at) => partOf(word, words[at + 1] ?? ''));
  const data = parts.flatMap(({ data: one }) => (one === undefined ? [] : [one]));
  const body = data.map((one) => valueOrVariable(one === '@-' ? (input ?? '') : one, values)).join('&');
  if (body.startsWith('@'))
    return 'This command reads its body from a file. Paste the text of that file instead.';
  const [variable] = /^\$(?:\w+|\{\w+\})$/.exec(body) ?? [];
  if (variable !== undefined)
    return `This command reads its body from ${variable}, which isn’t in the text. Paste its value instead.`;
  if (body.trim() === '') return 'This command has no body. Paste one with -d or --data.';
  return { body, secrets: parts.flatMap(({ secrets = [] }) => secrets) };
}

/** The value of a variable that the text sets. */
const valueOrVariable = (data: string, values: ReadonlyMap<string, string>): string =>
  values.get(/^\$\{?(\w+)\}?$/.exec(data)?.[1] ?? '') ?? data;

interface CommandPart {
  readonly data?: string;
  readonly secrets?: readonly string[];
}

/** Short flags may be joined, such as `-sSd`. */
const FLAG = /^(?:-[#0-46fgGiIjkLlNqsSvV]*([dHu])|(--[\w-]+)=?)([\s\S]*)$/;

/** @param next the word behind it, which is the value of a flag that has none joined to it */
function partOf(word: string, next: string): CommandPart {
  if (/^https?:/i.test(word)) return { secrets: secretsOfAddress(word) };
  const [, short, long = '', joined = ''] = FLAG.exec(word) ?? [];
  const flag = short === undefined ? long : `-${short}`;
  const value = joined === '' ? next : joined;
  if (dataFlags.test(flag)) return { data: value };
  if (flag === '-H' || flag === '--header') return { secrets: secretsOfHeader(value) };
  return flag === '-u' || flag === '--user' ? { secrets: value.split(':') } : {};
}
