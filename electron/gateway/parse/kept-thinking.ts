/**
 * Signed and encrypted thinking of a reply, kept as it came: a gateway takes it back only untouched. The fields are
 * OpenRouter's `reasoning_details` (openrouter.ai/docs/use-cases/reasoning-tokens), LiteLLM's `thinking_blocks`
 * (docs.litellm.ai/docs/reasoning_content), Google's `extra_content` with a thought signature
 * (ai.google.dev/gemini-api/docs/thought-signatures) and fields of other proxies.
 */
import { isRecord, type JsonRecord, numberOrNull } from './json';
import { createPieceReader, type PieceReader, type PieceStep } from './whole-pieces';

const LISTS = ['reasoning_details', 'thinking_blocks'] as const;
const SINGLES = [
  'extra_content',
  'encrypted_content',
  'reasoning_encrypted_content',
  'reasoning_opaque',
  'reasoning_signature',
  'thought_signature',
] as const;
/** They come in pieces; everything else of a block comes once. */
const GROWING: readonly string[] = ['text', 'thinking', 'summary'];
/** So many blocks are kept of a reply. */
const MOST_BLOCKS = 2_000;

export interface KeptThinking {
  /**
   * Takes what a message or delta has of it.
   * @param isRepeated whether the message holds once more what came in pieces
   * @returns characters of JSON that this added
   */
  add(message: JsonRecord, isRepeated: boolean): number;
  /** The fields of the message as they are sent back; `null` where none came. */
  fields(): JsonRecord | null;
}

export function createKeptThinking(): KeptThinking {
  const lists = new Map<string, Record<string, unknown>[]>();
  const singles: Record<string, unknown> = {};
  const addList = (name: string, came: readonly JsonRecord[], isRepeated: boolean) => {
    const list = isRepeated ? [] : (lists.get(name) ?? []);
    lists.set(name, list);
    for (const block of came) addBlock(list, block);
    return JSON.stringify(came).length;
  };
  const addSingle = (name: string, value: unknown) => {
    if (value === undefined || value === null || value === '') return 0;
    singles[name] = value;
    return JSON.stringify(value).length;
  };
  return {
    add(message, isRepeated) {
      const ofLists = LISTS.map((name) => {
        const came = [message[name]].flat().filter(isRecord);
        return came.length === 0 ? 0 : addList(name, came, isRepeated);
      });
      const ofSingles = SINGLES.map((name) => addSingle(name, message[name]));
      return [...ofLists, ...ofSingles].reduce((sum, size) => sum + size, 0);
    },
    fields() {
      for (const block of [...lists.values()].flat()) endBlock(block);
      const known = { ...Object.fromEntries(lists), ...singles };
      return Object.keys(known).length === 0 ? null : known;
    },
  };
}

/** A piece of the block with its number, or of the last one until that is signed. */
function addBlock(list: Record<string, unknown>[], block: JsonRecord): void {
  const begun = begunOf(list, block);
  if (begun === undefined) {
    if (list.length >= MOST_BLOCKS) return;
    const next = { ...block };
    list.push(next);
    for (const name of GROWING)
      if (typeof next[name] === 'string') readerOf(next, name).push(next[name], 'delta', false);
    return;
  }
  for (const [name, value] of Object.entries(block)) {
    const isMore = GROWING.includes(name) && typeof value === 'string' && typeof begun[name] === 'string';
    if (isMore) take(begun, name, readerOf(begun, name).push(value, 'delta', false));
    else if (value !== null && value !== '') begun[name] = value;
  }
}

/** MiniMax sends all of a block so far in each piece (platform.minimax.io/docs, `reasoning_split`). */
const readers = new WeakMap<Record<string, unknown>, Map<string, PieceReader>>();

function readerOf(block: Record<string, unknown>, name: string): PieceReader {
  const known = readers.get(block) ?? new Map<string, PieceReader>();
  readers.set(block, known);
  const reader = known.get(name) ?? createPieceReader();
  known.set(name, reader);
  return reader;
}

function endBlock(block: Record<string, unknown>): void {
  for (const [name, reader] of readers.get(block) ?? []) take(block, name, reader.end());
}

function take(block: Record<string, unknown>, name: string, { text, isWhole }: PieceStep): void {
  block[name] = isWhole ? text : `${block[name]}${text}`;
}

function begunOf(list: readonly Record<string, unknown>[], { index, type }: JsonRecord) {
  if (numberOrNull(index) !== null) return list.find((one) => one.index === index && one.type === type);
  const last = list.at(-1);
  return last !== undefined && last.type === type && !isSigned(last) && isPiece(last) ? last : undefined;
}

const isSigned = ({ signature, data }: JsonRecord): boolean => Boolean(signature) || Boolean(data);
const isPiece = (block: JsonRecord): boolean => GROWING.some((name) => typeof block[name] === 'string');
