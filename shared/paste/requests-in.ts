/** Chat requests in a value: a body, messages alone, a HAR file or one of its entries, or what a log keeps around a body. */
import { JsonRefusal, parseBoundedJson } from '../text/bounded-json';
import { wordOf } from '../text/word-of';
import { signOfOtherProgram } from './other-programs';
import { secretsOfAddress, secretsOfHeader, withoutKeys } from './without-keys';

type Json = Readonly<Record<string, unknown>>;

export interface FoundRequest {
  /** The body as JSON. */
  readonly text: string;
  /** Such as `gpt-5, 4 messages`. */
  readonly label: string;
  /** What was left out of the pasted text, in words. */
  readonly removed: readonly string[];
}

export const bounds = { maxCharacters: 20_000_000, maxDepth: 200 } as const;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMessage = (value: unknown): boolean => isRecord(value) && 'role' in value;

/** @param secrets that were beside it */
export function requestsIn(value: unknown, secrets: readonly string[]): readonly FoundRequest[] {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isMessage)) return [found({ messages: value }, secrets)];
    return value.flatMap((one) => requestsIn(one, secrets));
  }
  if (!isRecord(value)) return [];
  if (Array.isArray(value.messages))
    return signOfOtherProgram(value.messages) === null ? [found(value, secrets)] : [];
  if (isRecord(value.log) && Array.isArray(value.log.entries))
    return value.log.entries.flatMap((one) => requestsIn(one, secrets));
  const posted = isRecord(value.request) ? fromEntry(value.request) : [];
  return posted.length > 0 ? posted : insideOf(value, secrets);
}

/** Logs hold a body as an object or as its text, some levels down. Messages alone are the `input` of another interface. */
const insideOf = (value: Json, secrets: readonly string[]): readonly FoundRequest[] =>
  Object.values(value)
    .map(parsed)
    .flatMap((one) => (Array.isArray(one) && one.every(isMessage) ? [] : requestsIn(one, secrets)));

/** Which other interface a body without messages is of; `null` for any other value. */
export function otherInterface(value: unknown): string | null {
  if (!isRecord(value) || value.messages !== undefined) return null;
  if (Array.isArray(value.contents)) return '“contents”, as Gemini’s own interface wants it';
  if (typeof value.model !== 'string') return null;
  if (value.input !== undefined) return '“input”, as the Responses interface and embeddings want it';
  return typeof value.prompt === 'string' ? '“prompt”, as the older completions and images want it' : null;
}

/** An entry of HAR 1.2. */
function fromEntry({ postData, headers, url }: Json): readonly FoundRequest[] {
  if (!isRecord(postData)) return [];
  const named = (Array.isArray(headers) ? headers : []).filter(isRecord);
  const secrets = [
    ...named.flatMap(({ name, value }) => secretsOfHeader(`${wordOf(name)}: ${wordOf(value)}`)),
    ...secretsOfAddress(wordOf(url)),
  ];
  return requestsIn(parsed(postedText(postData)), secrets).map((one) => without(one, 'address and headers'));
}

/** As text, or as base64 of its bytes where the exporter says so. */
function postedText({ text, encoding }: Json): unknown {
  if (encoding !== 'base64' || typeof text !== 'string' || !/^[\w+/=\s]*$/.test(text)) return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    return text;
  }
}

/** With what else was left out of the pasted text. */
export const without = (one: FoundRequest, what: string): FoundRequest => ({
  ...one,
  removed: [what, ...one.removed],
});

/** The JSON that a text is; the value itself where it is none. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseBoundedJson(value, bounds);
  } catch (cause) {
    if (cause instanceof JsonRefusal) return null;
    throw cause;
  }
}

function found(whole: Json, secrets: readonly string[]): FoundRequest {
  const { body, removed } = withoutKeys(whole, secrets);
  const { model, messages } = body;
  const count = Array.isArray(messages) ? messages.length : 0;
  const name = typeof model === 'string' && model !== '' ? model : 'no model';
  return {
    text: JSON.stringify(body, null, 2),
    label: `${name}, ${count} ${count === 1 ? 'message' : 'messages'}`,
    removed,
  };
}
