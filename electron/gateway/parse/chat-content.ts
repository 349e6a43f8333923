/** What a chat message or delta holds, in any of the forms gateways use. */

import type { ChatUsage } from '../types/chat';
import { isRecord, type JsonRecord, textOrNull, tokensOrNull } from './json';

/** Text given as a string, as an array of parts (`{ text }`, `{ text: { value } }`, strings) or as one such part. */
function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(readText).join('');
  if (!isRecord(content)) return '';
  return readText(content.text ?? content.value ?? content.content);
}

/** The parts of a content that are thinking, or those that are not. */
function partsOf(content: unknown, areThinking: boolean): readonly unknown[] {
  return [content].flat().filter((part) => isThinking(part) === areThinking);
}

/** Mistral's and Anthropic's `thinking`, OpenAI's `reasoning`, Gemini's parts with the mark `thought`. */
const isThinking = (part: unknown): boolean =>
  isRecord(part) &&
  (part.thought === true || /^(?:redacted_)?(?:thinking|thought|reasoning)/i.test(String(part.type)));

/** The text of such a part is in a field named after its type, or in one of the fields of any part. */
function readThinking(part: unknown): string {
  if (!isRecord(part)) return '';
  return readText(part.thinking ?? part.reasoning ?? part.text ?? part.summary ?? part.content);
}

/**
 * Thinking, which the interface does not name: the first of the common fields that holds any. Thinking inside a text is
 * separated later (`thinking/thinking-splitter.ts`).
 */
export function readReasoning(message: JsonRecord): string {
  const { reasoning_content, reasoning, thinking, content } = message;
  const plain = [reasoning_content, reasoning, thinking].map(readText).find((text) => text !== '');
  // Where several are sent, the others repeat the text.
  const detailed = () => [message.reasoning_details].flat().map(readReasoningDetail).join('');
  return plain ?? (detailed() || partsOf(content, true).map(readThinking).join(''));
}

function readReasoningDetail(detail: unknown): string {
  return isRecord(detail) ? readText(detail.text ?? detail.summary) : '';
}

/** The text of a message or delta; for spoken replies, its transcript. */
export function readMessageText(message: JsonRecord, choice: JsonRecord): string {
  const text = readText(partsOf(message.content ?? choice.text, false));
  return text !== '' || !isRecord(message.audio) ? text : readText(message.audio.transcript);
}

/** The usage of a body; Groq's streams hold it in an object of their own. */
export function readBodyUsage(body: JsonRecord): ChatUsage | null {
  return readUsage(body.usage) ?? (isRecord(body.x_groq) ? readUsage(body.x_groq.usage) : null);
}

/** Token counts under OpenAI's names or the newer pair; `null` unless both are stated. */
function readUsage(usage: unknown): ChatUsage | null {
  if (!isRecord(usage)) return null;
  const promptTokens = tokensOrNull(usage.prompt_tokens ?? usage.input_tokens);
  const completionTokens = tokensOrNull(usage.completion_tokens ?? usage.output_tokens);
  return promptTokens === null || completionTokens === null ? null : { promptTokens, completionTokens };
}

/**
 * Adds a piece of a tool call to the one begun before, in place: names are given once, arguments come in pieces, and a
 * copy for each of them would cost as much as all that came before it.
 */
export function mergeToolCall(begun: MutableToolCall, piece: JsonRecord): void {
  const now = isRecord(piece.function) ? piece.function : {};
  for (const [name, value] of Object.entries(piece))
    if (!notCopied.includes(name) && value !== null && value !== '') begun[name] = value;
  const { function: whole } = begun;
  const name = textOrNull(now.name) ?? whole.name ?? null;
  const text = `${readText(whole.arguments)}${readText(now.arguments)}`;
  for (const [field, value] of Object.entries(now)) if (!notCopied.includes(field)) whole[field] = value;
  Object.assign(whole, { name, arguments: text });
}

/** Read on their own, or no fields at all. */
const notCopied: readonly string[] = ['index', 'function', '__proto__'];

/** A tool call while it is put together. */
export interface MutableToolCall {
  [name: string]: unknown;
  readonly function: Record<string, unknown>;
}
