/**
 * Signed and encrypted thinking of a reply, kept as it came: a gateway takes it back only untouched. The fields are
 * OpenRouter's `reasoning_details` (openrouter.ai/docs/use-cases/reasoning-tokens), LiteLLM's `thinking_blocks`
 * (docs.litellm.ai/docs/reasoning_content), Google's `extra_content` with a thought signature
 * (ai.google.dev/gemini-api/docs/thought-signatures) and fields of other proxies.
 */
import { isRecord, type JsonRecord, numberOrNull } from './json';

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
      const known = { ...Object.fromEntries(lists), ...singles };
      return Object.keys(known).length === 0 ? null : known;
    },
  };
}

/** A piece of the block with its number, or of the last one until that is signed. */
function addBlock(list: Record<string, unknown>[], block: JsonRecord): void {
  const begun = begunOf(list, block);
  if (begun === undefined) {
    if (list.length < MOST_BLOCKS) list.push({ ...block });
    return;
  }
  for (const [name, value] of Object.entries(block)) {
    const before = begun[name];
    const isMore = GROWING.includes(name) && typeof value === 'string' && typeof before === 'string';
    if (isMore) begun[name] = before + value;
    else if (value !== null && value !== '') begun[name] = value;
  }
}

function begunOf(list: readonly Record<string, unknown>[], { index, type }: JsonRecord) {
  if (numberOrNull(index) !== null) return list.find((one) => one.index === index && one.type === type);
  const last = list.at(-1);
  return last !== undefined && last.type === type && !isSigned(last) && isPiece(last) ? last : undefined;
}

const isSigned = ({ signature, data }: JsonRecord): boolean => Boolean(signature) || Boolean(data);
const isPiece = (block: JsonRecord): boolean => GROWING.some((name) => typeof block[name] === 'string');
