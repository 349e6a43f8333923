/** Bodies as bytes, text and JSON: limited in size, and detected by their content, not by their declared type. */
import { excerpt, isRecord, type JsonRecord, mapStrings, shapeProblem } from '../parse/json';
import { describePage } from '../parse/said-page';
import type { Reply } from './call';
import { createTextReader, type TextReader } from './charset';

/** Several large results inside, in base64: half of what a string of JSON may hold. */
export const MAX_BODY_BYTES = 256 * 1_048_576;

/** The whole body. Throws `malformed_response` beyond `maxBytes`. */
export async function readBytes(reply: Reply, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    reply.markFirst();
    pieces.push(piece);
    size += piece.byteLength;
    if (size > maxBytes) {
      reply.abort();
      throw reply.fail(tooLarge(maxBytes));
    }
  }
  reply.finish();
  return joinPieces(pieces, size);
}

/** As much of a body as arrives, up to `maxBytes`; never throws. For error bodies, which may be incomplete. */
export async function readWhatComes(reply: Reply, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (let piece = await reply.read(); piece !== null && size < maxBytes; piece = await reply.read()) {
      pieces.push(piece);
      size += piece.byteLength;
    }
  } catch {
    // The status is known; a broken body must not hide it.
  }
  reply.finish();
  return joinPieces(pieces, size).subarray(0, maxBytes);
}

/** A copy, not a view of shared memory. */
export function joinPieces(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** What to do about an answer that is longer than can be held. */
export const ASK_FOR_LESS = 'Ask for fewer or smaller results, or for their addresses in place of the data.';

export function tooLarge(maxBytes: number) {
  const size = `${Math.round(maxBytes / 1_048_576)} MB`;
  return {
    errorCode: 'malformed_response',
    message: `The reply is larger than ${size} and was not read further. ${ASK_FOR_LESS}`,
  };
}

/** A reader for the charset in the headers, unless the bytes show that it is another (`charset.ts`). */
export function createDecoder(headers: Headers): TextReader {
  return createTextReader(/charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? null);
}

export type BodyKind = 'json' | 'events' | 'page' | 'empty' | 'other';

/** The kind of a body, by its first characters: gateways send wrong types, and proxies answer with their own pages. */
export function sniffText(text: string): BodyKind {
  const start = text.trimStart();
  if (start === '') return 'empty';
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'page';
  if (/^data:(?:image|audio|video|application)\/[\w.+-]+[;,]/i.test(start)) return 'other';
  // Flowise begins each event with a line `message:`.
  return /^(?::|(?:data|event|id|retry|error)(?::|\s|$)|message:?(?:[\r\n]|$))/.test(start)
    ? 'events'
    : 'other';
}

/**
 * Parsed JSON with every string passed through `clean`, or `undefined` if it isn't JSON (or exceeds `json.ts`).
 */
export function parseJson(text: string, clean: (text: string) => string): unknown {
  if (shapeProblem(text) !== null) return undefined;
  try {
    return mapStrings(JSON.parse(text), clean);
  } catch {
    return undefined;
  }
}

/** The body as a JSON object or list, with the key removed. Throws `malformed_response` for anything else. */
export async function readJson(reply: Reply): Promise<unknown> {
  const bytes = await readBytes(reply);
  return parseReply(reply, createDecoder(reply.headers).decode(bytes));
}

export function parseReply(reply: Reply, text: string): unknown {
  const given = parseJson(text, reply.redactor.content);
  // JSON that was written as JSON twice.
  const isTwice = typeof given === 'string' && /^\s*[{[]/.test(given);
  const body = isTwice ? parseJson(given, reply.redactor.content) : given;
  if (typeof body !== 'object' || body === null) throw reply.fail(unreadable(reply, text));
  return body;
}

/** {@link parseReply} for replies that must be an object. */
export function parseReplyRecord(reply: Reply, text: string): JsonRecord {
  const body = parseReply(reply, text);
  if (!isRecord(body)) throw reply.fail(unreadable(reply, text));
  return body;
}

const kindNames: Readonly<Record<BodyKind, string>> = {
  json: 'JSON that is broken or of another form than expected',
  events: 'a stream of events',
  page: 'a web page',
  empty: 'nothing',
  other: 'something that is not JSON',
};

/** Such as `JSON nested deeper than 200 levels`; `null` if its shape is not the problem. */
export function tooComplex(text: string): string | null {
  const problem = shapeProblem(text);
  return problem === null ? null : `JSON ${problem}`;
}

/** The failure of a chat's reply that holds nothing of one: some gateways leave out what a filter took. */
export function withoutChoices(reply: Reply, body: JsonRecord, text: string) {
  const { choices } = body;
  const isEmpty = choices === null || (Array.isArray(choices) && choices.length === 0);
  const message = `The gateway answered with status ${reply.statusCode} and a reply without any content.`;
  return { ...unreadable(reply, text), ...(isEmpty && { errorCode: 'no_result', message }) };
}

/** The failure of an unreadable 2xx reply; its first 300 characters are the details. */
export function unreadable(reply: Reply, text: string) {
  const kind = sniffText(text);
  const problem = kind === 'json' ? tooComplex(text) : null;
  const title = kind === 'page' ? describePage(text).words : null;
  const named = title === null ? '' : ` (“${title}”)`;
  const hint = kind === 'page' ? ' The base URL may point at a web site instead of the interface.' : '';
  return {
    errorCode: 'malformed_response',
    message: `The gateway answered with status ${reply.statusCode} and ${problem ?? kindNames[kind]}${named}.${hint}`,
    details: excerpt(reply.redactor.strict(text.slice(0, 20_000))),
  };
}
