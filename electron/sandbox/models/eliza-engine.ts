/** The method of ELIZA: find the strongest keyword, split the sentence by its rules, build a reply. */
import type { Keyword } from './eliza-reader';
import { after, before, keywords } from './eliza-reader';
import { fallbacks, silences } from './eliza-words';

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
