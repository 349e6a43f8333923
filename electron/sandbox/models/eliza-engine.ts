/** The method of ELIZA: find the strongest keyword, split the sentence by its rules, build a reply. */

import { mixSeed } from '../random';
import { keywordText } from './eliza-script';
import { afterText, beforeText, fallbacks, greeting, groupText, silences } from './eliza-words';
import type { ChatModel } from './model';

/** Longer sentences are read up to here; the patterns are meant for one spoken sentence. */
const CLAUSE_CHARACTERS = 400;
const MEMORIES_KEPT = 20;

/** One conversation. The same turns and seed always give the same replies. */
export class Eliza {
  /** How often each list of replies was used: replies take turns instead of repeating. */
  readonly #turns = new Map<readonly string[], number>();
  readonly #memories: string[] = [];
  readonly #seed: number;

  /** @param seed a whole number, 0 or more; moves where each list of replies begins. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  reply(text: string): string {
    if (text.trim() === '') return this.#next(silences);
    const found = firstClauseWithKeywords(text);
    if (found === null) return this.#memories.shift() ?? this.#next(fallbacks);
    this.#remember(found.clause);
    for (const keyword of found.keywords) {
      const reply = this.#apply(keyword, found.clause, new Set());
      if (reply !== null) return reply;
    }
    return this.#next(fallbacks);
  }

  #apply(keyword: Keyword, clause: string, visited: Set<string>): string | null {
    visited.add(keyword.word);
    for (const { expression, replies } of keyword.rules) {
      const parts = expression.exec(clause);
      if (parts === null) continue;
      const template = this.#next(replies);
      if (!template.startsWith('=')) return assemble(template, parts);
      const target = keywords.get(template.slice(1));
      if (target === undefined || visited.has(target.word)) continue;
      const reply = this.#apply(target, clause, visited);
      if (reply !== null) return reply;
    }
    return null;
  }

  #remember(clause: string): void {
    const rule = keywords.get('my')?.rules.find((each) => each.expression.test(clause));
    const parts = rule?.expression.exec(clause);
    if (rule === undefined || !parts || rule.memories.length === 0) return;
    this.#memories.push(assemble(this.#next(rule.memories), parts));
    if (this.#memories.length > MEMORIES_KEPT) this.#memories.shift();
  }

  #next(replies: readonly string[]): string {
    const turn = this.#turns.get(replies) ?? this.#seed % replies.length;
    this.#turns.set(replies, (turn + 1) % replies.length);
    return replies[turn] ?? '';
  }
}

interface FoundClause {
  /** Lower-case words, each with a space on both sides. */
  readonly clause: string;
  /** Strongest first. */
  readonly keywords: readonly Keyword[];
}

function firstClauseWithKeywords(text: string): FoundClause | null {
  for (const part of text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[.,;:!?()\n"]+|\bbut\b/)) {
    const words = part
      .slice(0, CLAUSE_CHARACTERS)
      .split(/[^\p{L}\p{N}'-]+/u)
      .filter((word) => word !== '')
      .map((word) => before.get(word) ?? word);
    const found = [...new Set(words)].flatMap((word) => keywords.get(word) ?? []);
    if (found.length === 0) continue;
    return { clause: ` ${words.join(' ')} `, keywords: found.sort((one, other) => other.rank - one.rank) };
  }
  return null;
}

function assemble(template: string, parts: RegExpExecArray): string {
  const filled = template.replaceAll(/\((\d)\)/g, (_, number: string) =>
    turnRound(parts[Number(number)] ?? ''),
  );
  const tidy = filled
    .replaceAll(/ +([?.,!])/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/\bi\b/g, 'I');
  return tidy.charAt(0).toUpperCase() + tidy.slice(1);
}

const turnRound = (part: string): string =>
  part
    .trim()
    .split(' ')
    .map((word) => after.get(word) ?? word)
    .join(' ');

// Reads the script into rules that can be run.

interface Rule {
  readonly expression: RegExp;
  readonly replies: readonly string[];
  readonly memories: readonly string[];
}

interface Keyword {
  readonly word: string;
  readonly rank: number;
  readonly rules: readonly Rule[];
}

interface OpenRule extends Rule {
  memories: readonly string[];
}

const groups = readLists(groupText);
/** From a word to the form it is replaced by. */
const before = readReplacements(beforeText);
const after = readReplacements(afterText);
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

/** A listener of 1966. It has no memory of its own: every reply replays the conversation it is given. */
export const eliza: ChatModel = {
  id: 'sandbox/eliza',
  description: 'A patient listener after the ELIZA of 1966. It holds a conversation and asks back.',
  pricing: { inputMicros: 100, outputMicros: 100 },
  contextWindow: 32_768,
  maxOutput: 2048,
  tokensPerSecond: 30,
  *reply({ turns, seed, choice }) {
    const spoken = turns.filter((turn) => turn.role === 'user');
    const conversation = new Eliza(seed === null && choice === 0 ? 0 : mixSeed(seed ?? 0, choice) >>> 0);
    const replies = spoken.map((turn) => conversation.reply(turn.text));
    yield replies.at(-1) ?? greeting;
  },
};
