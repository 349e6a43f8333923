/**
 * Pieces of streams that are read by what they are called alone: `{ type: "text-delta", delta }`, `{ token }`. Nobody has
 * written such servers down, and more of them appear all the time.
 */

import { parseJson } from '../http/body';
import { madeBy } from './agent-forms';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { isSomething } from './refused-by-code';
import type { Said } from './said';

/** `text-delta`, `message.delta`, `TEXT_MESSAGE_CONTENT`, `token`; n8n’s `item`, LangGraph’s `ai`. */
const PIECE = /(?:(?:^|[._-])(?:delta|content|chunk|token|text|piece)|^(?:item|ai))$/i;
const THINKING = /reason|think|thought/i;
/** Of what isn’t part of the text; events of OpenAI’s Responses are read elsewhere. */
const OTHER = /^response\.|tool|function|citation|source|audio|image|title|status|usage|refusal|error|input/i;
const END =
  /^(?:finish(?:ed)?|done|end|stop|complete[d]?|final|(?:run|chat|message|stream|turn|conversation[._-]response)[._-](?:end|finished|completed?|done))$/i;
/** Names of an event that say nothing. */
const PLAIN = /^(?:|message|data|result|response|output|event)$/i;

/** Where the text of a piece is. */
const TEXTS = ['delta', 'text', 'content', 'token', 'answer', 'textDelta', 'chunk'] as const;
/** Where that of a reply or of an event without a name may be too. */
const BARE = [
  ...TEXTS,
  ...([
    'completion',
    'generated_text',
    'output',
    'reply',
    'output_text',
    'text_output',
    'answer_piece',
  ] as const),
];

export function namedPiece(body: JsonRecord, eventName: string): Said | null {
  if (isSomething(body.error) || isSomething(body.detail) || body.success === false) return null;
  const name = wordsOfName(
    textOrNull(body.type) ?? textOrNull(body.event) ?? (eventName || (textOrNull(body.object) ?? '')),
  );
  // The AI SDK's: `{ type: "file", url, mediaType }`.
  if (name === 'file' && typeof body.url === 'string') return { media: [body] };
  if (END.test(name)) return ending(body);
  if (PIECE.test(name) && !OTHER.test(name)) return pieceCalled(name, body);
  if (!PLAIN.test(name)) return null;
  // Perplexica: `{ type: "response", data: "…" }`.
  return bare(body) ?? (name !== '' && typeof body.data === 'string' ? { text: body.data } : null);
}

function pieceCalled(name: string, body: JsonRecord): Said | null {
  const places = [textOf(body, TEXTS), textOf(body.data, TEXTS), textOf(body.payload, TEXTS)];
  // Flowise: `{ event: "token", data: "…" }`.
  const text = places.find((one) => one !== null) ?? (typeof body.data === 'string' ? body.data : null);
  if (text === null) return null;
  return THINKING.test(name) ? { thinking: text } : { text, finish: reasonOf(body) };
}

/** `AIMessageChunk` is `AIMessage_Chunk`. */
const wordsOfName = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** An end may hold all of the text once more, or for the first time. */
function ending(body: JsonRecord): Said {
  const finish = reasonOf(body) ?? 'stop';
  const text = textOf(body, BARE);
  return text ? { text, finish, isMessage: true } : { finish, isEnd: true };
}

/** One level inside of what some wrap their answers in. */
const ENVELOPES = ['data', 'result', 'response', 'output', 'body'];

/** `true` in the piece that ends a reply. */
const ENDS = ['done', 'is_end', 'isEnd', 'is_finish', 'is_finished', 'isFinished', 'finished'];

function bare(body: JsonRecord): Said | null {
  const isEnd = ENDS.some((one) => body[one] === true);
  if (isEnd && textOf(body, BARE) === null) return { finish: 'stop', isEnd: true };
  const inside = ENVELOPES.map((name) => soleRecord(body[name])).filter((one) => one !== null);
  for (const record of [body, ...inside]) {
    const text = textOf(record, BARE);
    if (text !== null) return { text, finish: reasonOf(record) ?? (isEnd ? 'stop' : null) };
  }
  return null;
}

/**
 * A reply whose text is in the field that others wrap it in: `{ code: 0, data: "…" }`. Coze’s is JSON of what its
 * workflow made.
 */
export function wholeText(body: JsonRecord): Said | null {
  const wrapped = ENVELOPES.map((name) => body[name]);
  // Beside sources, words under this name are no error.
  const said = Array.isArray(body.sources) ? [body.message] : [];
  const text = [...wrapped, ...said].find((one) => typeof one === 'string' && one !== '');
  if (typeof text !== 'string' || isSomething(body.error) || isSomething(body.detail)) return null;
  const made = text.startsWith('{') ? parseJson(text, String) : undefined;
  return isRecord(made) ? { ...madeBy(made), isFallback: false } : { text, finish: 'stop', isMessage: true };
}

function soleRecord(value: unknown): JsonRecord | null {
  const [first, ...others] = [value].flat();
  return isRecord(first) && others.length === 0 ? first : null;
}

/** A text, the list of its pieces, or a part that holds it. */
function textOf(record: unknown, names: readonly string[]): string | null {
  if (!isRecord(record)) return null;
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string') return value;
    if (isRecord(value) && typeof value.text === 'string') return value.text;
    if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
      return value.join('');
  }
  return null;
}

const reasonOf = ({ finish_reason: reason, finishReason, stop_reason: stop }: JsonRecord): string | null =>
  textOrNull(reason) ?? textOrNull(finishReason) ?? textOrNull(stop);
