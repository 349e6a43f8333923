/** Reads the script into rules that can be run. */
import { keywordText } from './eliza-script';
import { afterText, beforeText, groupText } from './eliza-words';

export interface Rule {
  readonly expression: RegExp;
  readonly replies: readonly string[];
  readonly memories: readonly string[];
}

export interface Keyword {
  readonly word: string;
  readonly rank: number;
  readonly rules: readonly Rule[];
}

interface OpenRule extends Rule {
  memories: readonly string[];
}

const groups = readLists(groupText);
/** From a word to the form it is replaced by. */
export const before = readReplacements(beforeText);
export const after = readReplacements(afterText);
export const keywords = readKeywords(keywordText);

function readKeywords(text: string): ReadonlyMap<string, Keyword> {
  const found = new Map<string, Keyword>();
  let rules: OpenRule[] = [];
  for (const line of linesOf(text)) {
    const [, word, rank] = /^# (\S+) (\d+)$/.exec(line) ?? [];
    const last = rules.at(-1);
    if (word !== undefined) {
      rules = [];
      found.set(word, { word, rank: Number(rank), rules });
    } else if (line.startsWith('~ ') && last !== undefined) {
      last.memories = repliesOf(line.slice(2));
    } else {
      rules.push(readRule(line));
    }
  }
  return found;
}

function readRule(line: string): OpenRule {
  const [, pattern, replies] = /^(.+?) : (.+)$/.exec(line) ?? [];
  if (pattern === undefined || replies === undefined)
    throw new Error(`The script has a line without sense: ${line}`);
  return { expression: compilePattern(pattern), replies: repliesOf(replies), memories: [] };
}

/** The sentence is words with one space on each side, so that patterns match whole words only. */
function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(' ').map((part) => {
    if (part === '*') return '(.*?)';
    if (part.startsWith('@')) return ` (${(groups.get(part.slice(1)) ?? []).join('|')})(?= )`;
    return ` ${part}(?= )`;
  });
  return new RegExp(`^${parts.join('')} $`);
}

function readReplacements(text: string): ReadonlyMap<string, string> {
  return new Map([...readLists(text)].flatMap(([name, words]) => words.map((word) => [word, name] as const)));
}

function readLists(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    linesOf(text).map((line) => {
      const [name = '', words = ''] = line.split(' = ');
      return [name, words.split(' ')];
    }),
  );
}

function repliesOf(text: string): string[] {
  return text.split(' | ');
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
