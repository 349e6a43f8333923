/** Streams whose events are nothing but texts in JSON: `data: "Hello"`. */
import { parseJson } from '../http/body';
import { isRecord, type JsonRecord } from './json';
import type { ServerEvent } from './sse';

export interface BareTexts {
  /**
   * The chunks that an event of this kind completes; `null` where it is another.
   * @param hasBegun whether something of the reply came before
   */
  take(event: ServerEvent, hasBegun: boolean, clean: (text: string) => string): readonly JsonRecord[] | null;
  /** Keeps words that are no JSON, until it is known what they are. */
  skip(words: string): void;
  /** What was held back until something else came. */
  flush(hasBegun: boolean): readonly JsonRecord[];
  /** The first words that were kept, such as why nothing came. */
  firstWords(): string | undefined;
}

/** Of events that say nothing of what they hold. */
const PLAIN = /^(?:|message|data)$/i;

/** The most characters of a stream that are kept until it is known what they are. */
const MOST_WORDS = 4_000_000;

/**
 * One text before chunks of the usual form is a greeting or a sign of life, such as `"connected"`: the first is held back
 * until the second comes, or the end.
 */
export function createBareTexts(): BareTexts {
  const held: string[] = [];
  const skipped: string[] = [];
  let room = MOST_WORDS;
  let isReply = false;
  const release = () => held.splice(0).map(chunkOf);
  return {
    take({ type, data }, hasBegun, clean) {
      if ((hasBegun && !isReply) || !PLAIN.test(type) || !data.trimStart().startsWith('"')) return null;
      const text = parseJson(data, clean);
      if (typeof text !== 'string') return null;
      isReply ||= held.length > 0;
      held.push(text);
      return isReply ? release() : [];
    },
    skip(words) {
      room -= words.length + 1;
      if (room > 0 || skipped.length === 0) skipped.push(words);
    },
    flush(hasBegun) {
      if (hasBegun && !isReply) return [];
      return held.length > 0 || hasBegun ? release() : chunksOfWords(skipped);
    },
    firstWords: () => skipped[0],
  };
}

const chunkOf = (content: string): JsonRecord => ({ choices: [{ index: 0, delta: { content } }] });

/** Signs of life, and what begins or ends a stream. */
const SIGN = /^(?:|ping|pong|keep-?alive|heart-?beat|connected|\[[A-Z_ -]*\]|\d{4}-\d\d-\d\d[\dT:.Z+ -]*)$/i;
/** What may be said between pieces of a text, and says nothing alone. */
const NOTHING = /^(?:ok|start(?:ed)?|true|false|null|done|[\d\s:.,-]*)$/i;

/**
 * The pieces of a text that were sent as they are, `data: Hello`, by servers of few lines; empty where the words are none.
 * One word alone is more likely the reason why nothing else came.
 */
function chunksOfWords(words: readonly string[]): readonly JsonRecord[] {
  const said = words.filter((one) => !SIGN.test(one.trim()));
  const isText = said.filter((one) => !NOTHING.test(one.trim())).length > 1;
  return isText && !/^\W*(?:error|exception|traceback)\b/i.test(said[0] ?? '')
    ? [chunkOf(said.join(''))]
    : [];
}

/** All of a reply as one text in JSON, in the usual form; `null` where it is anything else. */
export function readWholeText(text: string, clean: (text: string) => string): JsonRecord | null {
  const said = text.trimStart().startsWith('"') ? parseJson(text, clean) : undefined;
  if (typeof said !== 'string') return null;
  return { choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: null }] };
}

/** Lines of the AI SDK’s data stream (ai-sdk.dev, version 4): a letter for what it is, and JSON. */
const CODED = /^[0-9a-k]:["[{]/;

export const isCodedLines = (start: string): boolean => CODED.test(start);

/** Each line as an event that says in words what it is. */
export async function* eventsOfCodedLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map(eventOf).join('');
  }
  yield eventOf(rest);
}

function eventOf(line: string): string {
  const record = CODED.test(line) ? wordsOf(line.charAt(0), parseJson(line.slice(2), String)) : null;
  return record === null ? '' : `data: ${JSON.stringify(record)}\n\n`;
}

function wordsOf(code: string, value: unknown): JsonRecord | null {
  if (code === '0') return { type: 'text-delta', delta: value };
  if (code === 'g') return { type: 'reasoning-delta', delta: value };
  if (code === '3') return { type: 'error', errorText: value };
  if (!isRecord(value)) return null;
  if (code === 'd') return { ...value, type: 'finish' };
  if (code === 'e') return { ...value, type: 'finish-step' };
  if (code === 'h') return { sources: [value] };
  return code === '9' ? callOf(value) : null;
}

function callOf({ toolCallId, toolName, args }: JsonRecord): JsonRecord {
  const made = { id: toolCallId, type: 'function', function: { name: toolName, arguments: args } };
  return { choices: [{ index: 0, delta: { tool_calls: [made] } }] };
}
