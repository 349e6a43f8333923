/** What a chat message or delta holds, in any of the forms gateways use. */

import { isRecord, type JsonRecord, wordOf } from './json';

/** Text given as a string, as an array of parts (`{ text }`, `{ text: { value } }`, strings), or as one such part or `{ parts }`. */
function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (typeof content === 'number' || typeof content === 'boolean') return JSON.stringify(content);
  if (Array.isArray(content)) return content.map(readText).join('');
  if (!isRecord(content)) return '';
  return readText(content.text ?? content.value ?? content.content ?? content.parts);
}

/** Mistral's and Anthropic's `thinking`, OpenAI's `reasoning`, Gemini's parts with the mark `thought`. */
const isThinking = (part: unknown): boolean =>
  isRecord(part) &&
  (part.thought === true || /^(?:redacted_)?(?:thinking|thought|reasoning)/i.test(wordOf(part.type)));

/** The text of such a part is in a field named after its type, or in one of the fields of any part. */
function readThinking(part: unknown): string {
  if (!isRecord(part)) return '';
  return readText(part.thinking ?? part.reasoning ?? part.text ?? part.summary ?? part.content);
}

/**
 * Thinking in a field of its own, which the interface does not name: the first of the common fields that holds any.
 * Thinking inside a text is separated later (`thinking/thinking-splitter.ts`).
 */
function readReasoningField(message: JsonRecord): string {
  const plain = REASONING_FIELDS.map((name) => readText(message[name])).find((text) => text !== '');
  // Where several are sent, the others repeat the text.
  return (
    plain ?? [message.reasoning_details ?? message.thinking_blocks].flat().map(readReasoningDetail).join('')
  );
}

/** Copilot calls it `reasoning_text`. */
const REASONING_FIELDS = [
  ...['reasoning_content', 'reasoning', 'thinking', 'reasoning_text', 'thinking_content'],
  ...['thought', 'thoughts'],
];

function readReasoningDetail(detail: unknown): string {
  return isRecord(detail) ? readText(detail.text ?? detail.summary ?? detail.thinking) : '';
}

/** A stretch of a message or delta: its thinking, the text behind it, and what came behind both. */
export interface ContentStretch {
  readonly reasoning: string;
  readonly text: string;
  /** A part of the content that is neither text nor thinking. */
  readonly other: JsonRecord | null;
}

/** The stretches in their order; at least one. For spoken replies, the text is the transcript. */
export function readContent(message: JsonRecord, choice: JsonRecord): readonly ContentStretch[] {
  const field = readReasoningField(message);
  const first: MutableStretch = { reasoning: field, text: '', other: null };
  const stretches = [first];
  for (const part of [message.content ?? message.text ?? bareOf(choice)].flat()) {
    const kind = kindOf(part);
    const target = stretchFor(stretches, kind);
    if (kind === 'other') target.other = part as JsonRecord;
    // Where thinking comes in both forms, one repeats the other.
    else if (kind === 'reasoning') target.reasoning += field === '' ? readThinking(part) : '';
    else target.text += readText(part);
  }
  const spoken = [message.audio].flat().filter(isRecord);
  if (spoken.length > 0 && stretches.every(({ text }) => text === ''))
    first.text = spoken.map(({ transcript }) => readText(transcript)).join('');
  return stretches;
}

/** Completions have the text in the choice itself; Snowflake’s has it as `messages`, MiniMax’s older one a list of them. */
const bareOf = ({ text, message, messages, content }: JsonRecord): unknown =>
  text ?? [message, messages, content].find((one) => typeof one === 'string' || Array.isArray(one));

function stretchFor(stretches: MutableStretch[], kind: ReturnType<typeof kindOf>): MutableStretch {
  const last = stretches.at(-1);
  if (last !== undefined && last.other === null && (kind !== 'reasoning' || last.text === '')) return last;
  const next = { reasoning: '', text: '', other: null };
  stretches.push(next);
  return next;
}

type MutableStretch = { -readonly [Field in keyof ContentStretch]: ContentStretch[Field] };

function kindOf(part: unknown): 'text' | 'reasoning' | 'other' {
  if (isThinking(part)) return 'reasoning';
  if (!isRecord(part)) return 'text';
  const isSaid = readText(part) !== '' && !isMediaPart(part);
  // JSON that a gateway has read for its client has no type, and no text that is known.
  const isText = part.type === undefined ? isEmpty(part) : /text/i.test(wordOf(part.type));
  return isSaid || (isText && !isMediaPart(part)) ? 'text' : 'other';
}

const isEmpty = (part: JsonRecord): boolean =>
  Object.values(part).every((value) => value === null || value === '');

/** Whether a part of a content may hold a picture, sound or another file. */
export const isMediaPart = (part: JsonRecord): boolean =>
  /image|audio|video|file|media/.test(wordOf(part.type)) || isRecord(part.inline_data);
