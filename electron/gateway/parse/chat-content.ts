/** What a chat message or delta holds, in any of the forms gateways use. */

import type { ChatUsage } from '../types';
import { isRecord, type JsonRecord, textOrNull, tokensOrNull } from './json';

/** Text given as a string, as an array of parts (`{ text }`, `{ text: { value } }`, strings) or as one such part. */
function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(readText).join('');
  if (!isRecord(content)) return '';
  return readText(content.text ?? content.value ?? content.content);
}

/** Thinking, which the interface does not name: the first of the common fields that holds any. */
export function readReasoning(message: JsonRecord): string {
  const plain = [message.reasoning_content, message.reasoning].map(readText).find((text) => text !== '');
  // Where both are sent, the details repeat the text.
  return plain ?? [message.reasoning_details].flat().map(readReasoningDetail).join('');
}

function readReasoningDetail(detail: unknown): string {
  return isRecord(detail) ? readText(detail.text ?? detail.summary) : '';
}

/** The text of a message or delta; for spoken replies, its transcript. */
export function readMessageText(message: JsonRecord, choice: JsonRecord): string {
  const text = readText(message.content ?? choice.text);
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

/** Adds a piece of a tool call to the one begun before: names are given once, arguments come in pieces. */
export function mergeToolCall(begun: JsonRecord | undefined, piece: JsonRecord): JsonRecord {
  const before = isRecord(begun?.function) ? begun.function : {};
  const now = isRecord(piece.function) ? piece.function : {};
  const { index: _index, function: _function, ...rest } = piece;
  const known = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== null && value !== ''),
  );
  return {
    ...begun,
    ...known,
    function: {
      ...before,
      ...now,
      name: textOrNull(now.name) ?? before.name ?? null,
      arguments: `${readText(before.arguments)}${readText(now.arguments)}`,
    },
  };
}
