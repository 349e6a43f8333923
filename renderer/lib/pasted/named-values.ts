/** The names and values of a text, whichever form they are written in: .env, shell, YAML, JSON, TOML, a program. */
import { commandsOf, valuesOfCommand, withoutPrompt } from './command-line';
import { clientIn, valuesInCalls } from './in-calls';
import type { NamedValue } from './pasted';
import { constantsIn, resolved } from './references';

/** Two of one scope were written together: in one object, one block, one file without any. */
export interface ScopedValue extends NamedValue {
  readonly scope: string;
}

export interface NamedValues {
  readonly values: readonly ScopedValue[];
  /** Nothing but assignments and comments. */
  readonly isEnv: boolean;
}

export function namedValues(text: string): NamedValues {
  const json = parseJson(text);
  if (json !== undefined) return { values: eachOf(joinNameAndValue(jsonValues(json))), isEnv: false };
  const { values, isEnv } = lineValues(text);
  const constants = constantsIn(values);
  const whole = values.map((one) => ({ ...one, value: resolved(one.value, constants) }));
  return { values: eachOf(joinNameAndValue(whole)), isEnv };
}

/** `OPENAI_API_KEYS=a;b` beside `OPENAI_API_BASE_URLS=x;y`: the first of each belong together. */
const eachOf = (values: readonly ScopedValue[]): readonly ScopedValue[] =>
  values.flatMap((one) => {
    if (!/(?:KEY|URL)S$/.test(one.name)) return [one];
    const each = one.value.split(';').slice(0, MOST_OF_A_LIST);
    return each.map((value, at) => ({
      scope: each.length === 1 ? one.scope : `${one.scope}/${at}`,
      name: one.name.slice(0, -1),
      value: value.trim(),
    }));
  });

const MOST_OF_A_LIST = 20;

function parseJson(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper than configurations go. */
const MOST_LEVELS = 30;

function jsonValues(value: object, scope = '', level = 0): ScopedValue[] {
  if (level > MOST_LEVELS) return [];
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    if (typeof one === 'string') return [{ scope, name, value: one.trim() }];
    return typeof one === 'object' && one !== null
      ? jsonValues(one, `${scope}/${name.slice(0, 100)}`, level + 1)
      : [];
  });
}

interface Block {
  readonly indent: number;
  readonly name: string;
}

const COMMENT = /^\s*(?:#|\/\/|;|<!--|rem\s)/i;
/** `[section]` of TOML and ini files. */
const SECTION = /^\[{1,2}([^[\]]{1,200})\]{1,2}$/;

function lineValues(text: string): NamedValues {
  const values: ScopedValue[] = [];
  let blocks: readonly Block[] = [];
  let isEnv = true;
  for (const [number, line] of linesOf(text)) {
    if (line.trim() === '' || COMMENT.test(line)) continue;
    const section = SECTION.exec(line.trim())?.[1];
    if (section !== undefined) blocks = [{ indent: -1, name: section.trim() }];
    else {
      const read = readLine(line);
      blocks = enterLine(blocks, line, number);
      const scope = scopeOf(blocks, line, number);
      for (const one of read.values) values.push({ ...one, scope });
      if (read.opens !== null)
        blocks = [...blocks, { indent: indentOf(line), name: `${read.opens}:${number}` }];
      isEnv &&= read.isAssignment;
    }
  }
  return { values, isEnv };
}

/** Each command with the number of its line; calls of a chain are in one. */
const linesOf = (text: string): readonly (readonly [number, string])[] =>
  text
    .replace(/[ \t]{0,100}(?:\r\n|\r|\n)[ \t]{0,100}(\.|->)(?=[A-Za-z])/g, '$1')
    .split(/\r\n|\r|\n/)
    .flatMap((line, number) => commandsOf(withoutPrompt(line)).map((command) => [number, command] as const));

const indentOf = (line: string): number => line.search(/\S/);

/** Ends the blocks that the line is no part of; an item of a list that is itself a block begins one. */
function enterLine(blocks: readonly Block[], line: string, number: number): readonly Block[] {
  const indent = indentOf(line);
  const [dash] = /^\s*-\s+(?=["']?[\w.-]{1,100}["']?\s{0,9}:)/.exec(line) ?? [];
  // YAML allows the items of a list at the level of its name.
  const isItem = line.charAt(indent) === '-';
  const open = blocks.filter((block) => block.indent < indent || (isItem && isOwnLevel(block, indent)));
  return dash === undefined ? open : [...open, { indent, name: `#${number}` }];
}

const isOwnLevel = ({ indent, name }: Block, at: number): boolean => indent === at && !name.startsWith('#');

/** A call on one line holds what is between its brackets. */
function scopeOf(blocks: readonly Block[], line: string, number: number): string {
  const names = blocks.map(({ name }) => name);
  const [, headers] = HEADERS.exec(line) ?? [];
  const own = headers === undefined ? `${clientIn(line) ?? '('}:${number}` : `${headers}:${number}`;
  return [...names, ...(/[({]/.test(line) ? [own] : [])].map((name) => `/${name}`).join('');
}

/** `headers = {"X-Key": "…"}` on one line. */
const HEADERS = /\b(\w{0,40}headers)["']?\s{0,9}[:=]\s{0,9}(?:\w{0,40}\()?\{/i;

/** `{ name: OPENAI_API_KEY, value: … }`, as containers and their hosts list variables. */
function joinNameAndValue(values: readonly ScopedValue[]): readonly ScopedValue[] {
  return values.flatMap((one, at) => {
    const [before, next] = [values[at - 1], values[at + 1]];
    if (isNameOf(before, one)) return [];
    if (!isNameOf(one, next)) return [one];
    return [
      { name: one.value, value: next?.value ?? '', scope: one.scope.slice(0, one.scope.lastIndexOf('/')) },
    ];
  });
}

const isNameOf = (one: ScopedValue | undefined, next: ScopedValue | undefined): boolean =>
  one !== undefined &&
  one.scope === next?.scope &&
  /^(?:name|key)$/i.test(one.name) &&
  /^value$/i.test(next.name) &&
  /^[A-Za-z_]\w*$/.test(one.value);

/**
 * One line of a configuration or a program, read as names with values. Nothing is run or expanded. Each
 * pattern is anchored or bounded, so that a line takes time in proportion to its length, whatever is in it.
 */
export interface ReadLine {
  readonly values: readonly NamedValue[];
  /** The name before a block that follows, such as `environment:` or `client = OpenAI(`; `null` where none does. */
  readonly opens: string | null;
  readonly isAssignment: boolean;
}

/** Words before a name: of shells, Dockerfiles and programs, with their options. */
const BEFORE = /^(?:export|set|setx|env|const|let|var|declare|readonly|-[A-Za-z]{1,3})\s+/i;
const BARE_PAIR = /^([A-Za-z_]\w{0,100})\s+(\S.*)$/;
/** `os.environ["NAME"]`, `process.env['NAME']`. */
const LOOKED_UP = /^(?:os\.environ|process\.env|env)\[\s{0,9}["']([\w.-]{1,100})["']\s{0,9}\]/i;
const NAME = /^(?:\$env:|\$)?(["']?)([A-Za-z_][\w.-]{0,100})\1/i;
/** As a page shows them: `Base URL: https://…`. */
const SPOKEN = /^([A-Za-z][\w-]{0,40}(?: [\w-]{1,40}){1,2})(?=:\s)/;
const SEPARATOR = /^\s{0,100}(?:=>|:=|[:=])/;

function readLine(line: string): ReadLine {
  const called = CALLED.exec(line)?.[1];
  const addresses = called === undefined ? [] : [{ name: 'url', value: called }];
  const inside = [...inlineValues(line), ...valuesInCalls(line), ...addresses];
  const command = valuesOfCommand(line);
  if (command !== null)
    return { values: [...command, ...inside], opens: null, isAssignment: isOnlyVariables(line) };
  const { text, isBare } = withoutWords(line.trim());
  const pair = splitPair(text, isBare);
  const opens = pair !== null && isOpening(pair.rest) ? (clientIn(line) ?? pair.name) : null;
  const isAssignment = pair !== null && opens === null;
  if (inside.length > 0) {
    return { values: inside, opens, isAssignment: isAssignment && inside.length === 1 && !/[({]/.test(line) };
  }
  return {
    values: isAssignment ? [{ name: pair.name, value: plainValue(pair.rest) }] : [],
    opens,
    isAssignment,
  };
}

const isOnlyVariables = (line: string): boolean =>
  /^\s*(?:export\s|set\s|env\s)?\s*[A-Za-z_]\w*=/i.test(line);

function withoutWords(line: string): { text: string; isBare: boolean } {
  let text = line.replace(/^(?:-\s+|[{[]\s{0,9})/, '');
  let isBare = false;
  for (let word = BEFORE.exec(text); word !== null; word = BEFORE.exec(text)) {
    isBare ||= /^(?:set|setx|env|-)/i.test(word[0]);
    text = text.slice(word[0].length);
  }
  // cmd's `set "NAME=value"`.
  const quoted = isBare && /^"[A-Za-z_]\w{0,100}=/.test(text) && text.endsWith('"');
  return { text: quoted ? text.slice(1, -1) : text, isBare };
}

function splitPair(text: string, isBare: boolean): { readonly name: string; readonly rest: string } | null {
  const [found, name] = LOOKED_UP.exec(text) ?? SPOKEN.exec(text) ?? nameAtStart(text);
  if (found === undefined || name === undefined) return null;
  const separator = SEPARATOR.exec(text.slice(found.length))?.[0];
  if (separator !== undefined) {
    return { name: lastPart(name), rest: text.slice(found.length + separator.length).trim() };
  }
  const [, bare, rest] = (isBare && BARE_PAIR.exec(text)) || [];
  return bare === undefined || rest === undefined ? null : { name: bare, rest: rest.trim() };
}

function nameAtStart(text: string): readonly [string?, string?] {
  const [found, , name] = NAME.exec(text) ?? [];
  return [found, name];
}

/** `process.env.OPENAI_API_KEY` is `OPENAI_API_KEY`. */
const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

/** What follows belongs to the name: an empty value, or a bracket that is not closed. */
const isOpening = (rest: string): boolean => rest === '' || /^[{[|>]$/.test(rest) || /[({[]$/.test(rest);

/** Without quotes, comment and what ends a statement. */
function plainValue(rest: string): string {
  const quote = rest.charAt(0);
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = rest.indexOf(quote, 1);
    if (end !== -1) return rest.slice(1, end);
  }
  const comment = rest.search(/\s#/);
  const value = (comment === -1 ? rest : rest.slice(0, comment)).trim();
  return /[;,]$/.test(value) ? value.slice(0, -1).trim() : value;
}

/** The address that a request is sent to where it has no name: `fetch("https://…"`, `requests.post("https://…"`, or on a line of its own. */
const CALLED =
  /(?:^\s{0,9}https?\s{1,9}(?:[A-Z]{3,7}\s{1,9})?(?=https?:)|\s-Uri\s{1,9}(?=["'])|\bfetch\(|\.(?:post|get|request)\(|^\s{0,40}(?=f?["'`][^"'`]{1,2000}["'`],\s{0,9}$))\s{0,9}f?["'`]?(https?:\/\/[^"'`\s]{1,2000})(?:["'`]|(?=\s)|$)/;

/** `apiKey: "…"`, `base_url='…'`: as many as stand on the line. */
const INLINE =
  /(?<![\w.-])(["']?)([A-Za-z_][\w-]{0,100})\1\]?\s{0,20}(?:=>|[=:])\s{0,20}(?:[frbu]{0,2}"([^"\\]{0,10000})"|[frbu]{0,2}'([^'\\]{0,10000})'|`([^`\\]{0,10000})`|([A-Za-z_][\w.]{0,100}(?:[[(]["']\w{1,100}["'][\])])?)(?=\s{0,9}[,)}]))(?:\s{0,9}\+\s{0,9}([A-Za-z_]\w{0,100}))?/g;

function inlineValues(line: string): readonly NamedValue[] {
  return [...line.matchAll(INLINE)].map(([, , name = '', double, single, back, bare, added]) => ({
    name,
    value: `${double ?? single ?? back ?? bare ?? ''}${added === undefined ? '' : `\${${added}}`}`.trim(),
  }));
}
