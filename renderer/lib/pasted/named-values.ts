/** The names and values of a text, whichever form they are written in: .env, shell, YAML, JSON, TOML, a program. */
import type { NamedValue } from './pasted';
import { readLine } from './read-line';

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
  if (json !== undefined) return { values: joinNameAndValue(jsonValues(json)), isEnv: false };
  const { values, isEnv } = lineValues(text);
  return { values: joinNameAndValue(values), isEnv };
}

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
  for (const [number, line] of text.split(/\r\n|\r|\n/).entries()) {
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
  return [...names, ...(/[({]/.test(line) ? [`(${number}`] : [])].map((name) => `/${name}`).join('');
}

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
