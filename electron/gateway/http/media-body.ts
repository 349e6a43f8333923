/** A reply that brings a result: as its own bytes, as text that encodes them, as events, or in JSON. */
import { AppError } from '../../../shared/errors';
import { keptAnswerType } from '../../../shared/media/kept-answer';
import { GatewayError } from '../parse/error';
import type { JsonRecord } from '../parse/json';
import { readMediaText } from '../parse/media-source';
import type { CallOptions, Spool } from '../types/call';
import type { AnsweredSource } from '../types/media';
import { type BodyKind, createDecoder, joinPieces, sniffText, tooLarge } from './body';
import type { Reply } from './call';
import { eventsOf, isRefusal, objectsOf, severalIn, sourceOfEvents, wordsOfChunks } from './media-events';
import { asOneRecord, readMultipart } from './multipart';
import { readRaw } from './raw-file';

/**
 * The longest reply that may bring a result in itself: 190 MB of media in base64. It is held in memory about four times
 * while it is decoded, so more would end the app on a small computer: what is longer is kept on the disk as it came.
 */
const MAX_MEDIA_BODY_BYTES = 256 * 1_048_576;

export type MediaBody =
  | { readonly kind: 'source'; readonly source: AnsweredSource; readonly last: JsonRecord | null }
  | { readonly kind: 'text'; readonly text: string };

/**
 * @param asked the format that was requested, where it says what raw samples are
 * @returns the result, or the text to be read as JSON
 */
export async function readMediaBody(
  reply: Reply,
  baseUrl: string,
  { asked = null, spool }: { readonly asked?: string | null } & Pick<CallOptions, 'spool'> = {},
): Promise<MediaBody> {
  const type = reply.headers.get('content-type');
  const declared = declaredOf(type, asked);
  const bytes = await readOrSpool(reply, {
    maxBytes: MAX_MEDIA_BODY_BYTES,
    declaredType: declared,
    spool,
    isResult: (head) => readRaw(head, declared) !== null,
  });
  if (bytes === null)
    return { kind: 'source', source: { kind: 'spooled', contentType: declared }, last: null };
  const raw = readRaw(bytes, declared);
  if (raw !== null) return { kind: 'source', source: raw, last: null };
  const parts = readMultipart(bytes, type, reply.redactor.content);
  if (parts !== null) return { kind: 'text', text: JSON.stringify(asOneRecord(parts)) };
  const text = createDecoder(reply.headers).decode(bytes);
  const kind = sniffText(text);
  const streamed = readStreamed(reply, { text, kind, baseUrl, asked });
  if (streamed !== null) return streamed;
  if (kind === 'other') {
    const plain = text.trim().replace(/^"([^"\\]*)"$/, '$1');
    const source = readMediaText(
      plain,
      baseUrl,
      declaredOf(/^text\/|json/.test(type ?? '') ? null : type, asked),
    );
    if (source !== null) return { kind: 'source', source, last: null };
  }
  return { kind: 'text', text };
}

interface Streamed {
  readonly text: string;
  readonly kind: BodyKind;
  readonly baseUrl: string;
  readonly asked: string | null;
}

/** A result in events or in several objects, or the text of the one that says why there is none; else `null`. */
function readStreamed(reply: Reply, { text, kind, baseUrl, asked }: Streamed): MediaBody | null {
  const events = kind === 'events' ? eventsOf(reply, text) : kind === 'json' ? objectsOf(reply, text) : [];
  if (events.length === 0) return null;
  const several = severalIn(events, baseUrl);
  if (several !== null) return { kind: 'text', text: JSON.stringify(several) };
  const source = sourceOfEvents(events, baseUrl, asked);
  if (source !== null) return { kind: 'source', source, last: events.at(-1) ?? null };
  const said =
    events.find(isRefusal) ?? wordsOfChunks(events) ?? (kind === 'json' ? events.at(-1) : undefined);
  return said === undefined ? null : { kind: 'text', text: JSON.stringify(said) };
}

/** Where the reply names no format, the requested one says what its bytes are. */
function declaredOf(type: string | null, asked: string | null): string | null {
  const isVague = type === null || /octet-stream|^audio\/\*|json|^text\//.test(type);
  return asked !== null && isVague ? asked : type;
}

// A body of any length: held in memory while it is short, and written as it comes once it is long.

/** What is shorter is quickly held, and checked whole before anything is written. */
const SPOOLED_FROM_BYTES = 8 * 1_048_576;

export interface LongBodyOptions {
  /** Of what stays in memory. */
  readonly maxBytes: number;
  readonly declaredType: string | null;
  readonly spool?: Spool;
  /** Whether a body that begins so is a result itself, and no text that may hold one. */
  readonly isResult: (head: Uint8Array) => boolean;
}

/**
 * The whole body, or `null` once it has been spooled.
 * @throws GatewayError `malformed_response` beyond `maxBytes` or what the spool takes, `storage_full` or `storage_failed`
 *   where neither disk nor memory holds it
 */
async function readOrSpool(reply: Reply, options: LongBodyOptions): Promise<Uint8Array | null> {
  const { maxBytes, spool, declaredType, isResult } = options;
  const held: Uint8Array[] = [];
  let size = 0;
  let mayBeSpooled = spool !== undefined;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) {
    reply.markFirst();
    held.push(piece);
    size += piece.byteLength;
    if (mayBeSpooled && size >= SPOOLED_FROM_BYTES) {
      const head = joinPieces(held, size);
      if (spool !== undefined && isResult(head))
        return await write(reply, () =>
          spool({ pieces: piecesFrom(reply, head), contentType: declaredType }),
        );
      mayBeSpooled = false;
    }
    if (size > maxBytes) {
      const type = keptAnswerType(held[0] ?? piece);
      if (spool !== undefined && type !== null)
        return await write(reply, () =>
          spool({ pieces: withoutKey(reply, held.splice(0)), contentType: type }),
        );
      reply.abort();
      throw reply.fail(tooLarge(maxBytes));
    }
  }
  reply.finish();
  return joinPieces(held, size);
}

async function* piecesFrom(reply: Reply, head: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) yield piece;
  reply.finish();
}

/** An answer that is too long to be read, as it came but for the key; each letter is one byte. */
async function* withoutKey(reply: Reply, held: Uint8Array[]): AsyncGenerator<Uint8Array> {
  const filter = reply.redactor.createFilter();
  const clean = (piece: Uint8Array) =>
    Buffer.from(filter.push(Buffer.from(piece).toString('latin1')), 'latin1');
  for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield clean(piece);
  for (let piece = await reply.read(); piece !== null; piece = await reply.read()) yield clean(piece);
  reply.finish();
  yield Buffer.from(filter.end(), 'latin1');
}

/** What the disk refuses was paid for all the same, so its failure is one of this call. */
async function write(reply: Reply, spool: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await spool();
  } catch (error) {
    reply.abort();
    if (error instanceof GatewayError) throw error;
    if (error instanceof AppError) throw reply.fail({ errorCode: error.data.code, message: error.message });
    const message = error instanceof Error ? error.message : 'The result couldn’t be written.';
    throw reply.fail({ errorCode: 'storage_failed', message });
  }
}
