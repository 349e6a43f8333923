/**
 * Chat requests in a pasted text: a cURL command, a body, messages alone, a HAR file or one of its entries, or a line of a
 * batch file. Keys, headers and addresses are read only to be left out.
 */
import { isSecretName } from '../profiles/credential-names';
import { JsonRefusal, parseBoundedJson } from '../text/bounded-json';
import { jsonFault } from '../text/json-faults';
import { wordOf } from '../text/word-of';
import { signOfOtherProgram } from './other-programs';
import { readCommand } from './shell-words';
import { withoutKeys } from './without-keys';

type Json = Readonly<Record<string, unknown>>;

export interface FoundRequest {
  /** The body as JSON. */
  readonly text: string;
  /** Such as `gpt-5, 4 messages`. */
  readonly label: string;
  /** What was left out of the pasted text, in words. */
  readonly removed: readonly string[];
}

export type ReadRequests =
  | { readonly ok: true; readonly found: readonly FoundRequest[] }
  /** A sentence with the next step. */
  | { readonly ok: false; readonly why: string };

const bounds = { maxCharacters: 20_000_000, maxDepth: 200 } as const;
/** More of a HAR file are not offered. */
const mostRequests = 200;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const none =
  'There is no chat request in this text. Paste a cURL command, a JSON body with “messages”, or a HAR file.';

export function readRequests(text: string): ReadRequests {
  const trimmed = text.trim();
  if (/^(?:\$\s*)?curl\b/.test(trimmed)) return fromCommand(trimmed);
  try {
    const value = parseBoundedJson(trimmed, bounds);
    const found = requestsIn(value, []).slice(0, mostRequests);
    if (found.length === 0) return { ok: false, why: none };
    const fault = jsonFault(trimmed);
    if (fault === null) return { ok: true, found };
    const line = trimmed.slice(0, fault.offset).split('\n').length;
    return { ok: false, why: `Line ${line} ${fault.message}. Change it in the text.` };
  } catch (cause) {
    if (!(cause instanceof JsonRefusal)) throw cause;
    return {
      ok: false,
      why: /^[[{]/.test(trimmed) ? `The text ${cause.message}. Correct it, or paste it again.` : none,
    };
  }
}

const dataFlags = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;

function fromCommand(text: string): ReadRequests {
  const { words, input } = readCommand(text);
  const parts = words.map((word, at) => partOf(word, words[at + 1] ?? ''));
  const secrets = parts.flatMap((part) => part.secrets ?? []);
  const data = parts.flatMap(({ data: one }) => (one === undefined ? [] : [one]));
  const body = data.map((one) => (one === '@-' ? (input ?? '') : one)).join('&');
  if (body.startsWith('@'))
    return {
      ok: false,
      why: 'This command reads its body from a file. Paste the text of that file instead.',
    };
  if (body.trim() === '') return { ok: false, why: 'This command has no body. Paste one with -d or --data.' };
  const read = readRequests(body);
  if (!read.ok) return read;
  const found = requestsIn(parseBoundedJson(body, bounds), secrets);
  return { ok: true, found: found.map(withoutAddress) };
}

const withoutAddress = (one: FoundRequest): FoundRequest => ({
  ...one,
  removed: ['address and headers', ...one.removed],
});

interface CommandPart {
  readonly data?: string;
  readonly secrets?: readonly string[];
}

/** @param next the word behind it, which is the value of a flag that has none joined to it */
function partOf(word: string, next: string): CommandPart {
  if (/^https?:/i.test(word)) return { secrets: secretsOfAddress(word) };
  const [, flag = '', joined = ''] = /^(-[dHu]|--[\w-]+)=?([\s\S]*)$/.exec(word) ?? [];
  const value = joined === '' ? next : joined;
  if (dataFlags.test(flag)) return { data: value };
  if (flag === '-H' || flag === '--header') return { secrets: secretsOfHeader(value) };
  return flag === '-u' || flag === '--user' ? { secrets: value.split(':') } : {};
}

/** The value, and what follows the scheme. */
function secretsOfHeader(header: string): readonly string[] {
  const [, name = '', value = ''] = /^([^:]+):\s*([\s\S]*)$/.exec(header) ?? [];
  return isSecretName(name) || /cookie/i.test(name) ? [value, value.replace(/^\w+\s+/, '')] : [];
}

function secretsOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { searchParams, username, password } = new URL(address);
  return [
    username,
    password,
    ...[...searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : [])),
  ];
}

/** @param secrets that stood beside it */
function requestsIn(value: unknown, secrets: readonly string[]): readonly FoundRequest[] {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((one) => isRecord(one) && 'role' in one))
      return [found({ messages: value }, secrets)];
    return value.flatMap((one) => requestsIn(one, secrets));
  }
  if (!isRecord(value)) return [];
  if (Array.isArray(value.messages))
    return signOfOtherProgram(value.messages) === null ? [found(value, secrets)] : [];
  if (isRecord(value.log) && Array.isArray(value.log.entries))
    return value.log.entries.flatMap((one) => requestsIn(one, secrets));
  if (isRecord(value.request)) return fromEntry(value.request);
  return value.body === undefined ? [] : requestsIn(parsed(value.body), secrets);
}

/** An entry of HAR 1.2. */
function fromEntry({ postData, headers, url }: Json): readonly FoundRequest[] {
  if (!isRecord(postData)) return [];
  const named = (Array.isArray(headers) ? headers : []).filter(isRecord);
  const secrets = [
    ...named.flatMap(({ name, value }) => secretsOfHeader(`${wordOf(name)}: ${wordOf(value)}`)),
    ...secretsOfAddress(wordOf(url)),
  ];
  return requestsIn(parsed(postData.text), secrets).map(withoutAddress);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
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
