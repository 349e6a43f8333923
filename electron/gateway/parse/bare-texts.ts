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
  /** What was held back until another text came. */
  flush(hasBegun: boolean): readonly JsonRecord[];
}

/** Of events that say nothing of what they hold. */
const PLAIN = /^(?:|message|data)$/i;

/**
 * One text before chunks of the usual form is a greeting or a sign of life, such as `"connected"`: the first is held back
 * until the second comes, or the end.
 */
export function createBareTexts(): BareTexts {
  const held: string[] = [];
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
    flush: (hasBegun) => (hasBegun && !isReply ? [] : release()),
  };
}

const chunkOf = (content: string): JsonRecord => ({ choices: [{ index: 0, delta: { content } }] });

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
