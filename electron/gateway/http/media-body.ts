/** A reply that brings a result: as its own bytes, as text that encodes them, as events, or in JSON. */
import { AppError } from '../../../shared/errors';
import { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord, textOrNull, wordOf } from '../parse/json';
import { readMediaSource, readMediaText } from '../parse/media-source';
import { bytesSource, mediaTypeOf, sniffMediaType, soundSource } from '../parse/media-type';
import { createEventParser } from '../parse/sse';
import type { CallOptions, Spool } from '../types/call';
import type { AnsweredSource, MediaSource } from '../types/media';
import { createDecoder, joinPieces, parseJson, sniffText, tooLarge } from './body';
import type { Reply } from './call';

/**
 * The longest reply that may bring a result in itself: 190 MB of media in base64. It is held in memory about four times
 * while it is decoded, so more would end the app on a small computer; larger results have an address to download.
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
  const text = createDecoder(reply.headers).decode(bytes);
  const kind = sniffText(text);
  if (kind === 'events') {
    const events = eventsOf(reply, text);
    const several = severalIn(events, baseUrl);
    if (several !== null) return { kind: 'text', text: JSON.stringify(several) };
    const source = sourceOfEvents(events, baseUrl, asked);
    if (source !== null) return { kind: 'source', source, last: events.at(-1) ?? null };
  }
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

/** Where the reply names no format, the requested one says what its bytes are. */
function declaredOf(type: string | null, asked: string | null): string | null {
  const isVague = type === null || /octet-stream|^audio\/\*|json|^text\//.test(type);
  return asked !== null && isVague ? asked : type;
}

/** `null` where the body is text, which may hold the result, or be a message. */
function readRaw(bytes: Uint8Array, declared: string | null): MediaSource | null {
  if (bytes.length === 0) return null;
  const type = sniffMediaType(bytes);
  // A drawing begins like a page, and is told from it by its first tag.
  if (type !== null) return bytesSource(bytes, declared);
  const isText = isWords(bytes.subarray(0, 4_096));
  if (isText) return null;
  const source = bytesSource(bytes, declared);
  return source.contentType === null || /json|^text\//.test(mediaTypeOf(bytes, declared) ?? '')
    ? null
    : source;
}

/** Valid UTF-8 without control characters. */
function isWords(start: Uint8Array): boolean {
  if (start.some((byte) => (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f))
    return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function eventsOf(reply: Reply, text: string): readonly JsonRecord[] {
  const parser = createEventParser(MAX_MEDIA_BODY_BYTES);
  return [...parser.push(text), ...parser.end()].flatMap(({ data }) => {
    const event = parseJson(data, reply.redactor.content);
    return isRecord(event) ? [event] : [];
  });
}

/** Sound comes in pieces, a picture whole in the last event that has one. */
function sourceOfEvents(
  events: readonly JsonRecord[],
  baseUrl: string,
  asked: string | null,
): MediaSource | null {
  const pieces = events.flatMap((event) =>
    /done|completed/.test(wordOf(event.type)) ? [] : (pieceOf(event) ?? []),
  );
  if (pieces.length > 0) return soundSource(new Uint8Array(Buffer.concat(pieces)), asked);
  const sources = events.map((event) => readMediaSource(event, baseUrl));
  return sources.findLast((source) => source !== null) ?? null;
}

/** An event for each of several images, each of them finished (Ark); as one record. */
function severalIn(events: readonly JsonRecord[], baseUrl: string): JsonRecord | null {
  const finished = events.filter(
    ({ type, ...event }) =>
      typeof type === 'string' && /succe|complete/.test(type) && readMediaSource(event, baseUrl) !== null,
  );
  return finished.length > 1 ? { ...events.at(-1), data: finished } : null;
}

function pieceOf(event: JsonRecord): Buffer | null {
  const { audio, delta, data } = event;
  const nested = isRecord(audio) ? (audio.data ?? audio.delta) : audio;
  const isSound = /audio|speech/.test(wordOf(event.type ?? ''));
  const text = textOrNull(nested) ?? (isSound ? (textOrNull(delta) ?? textOrNull(data)) : null);
  return text === null || !/^[A-Za-z0-9+/_=\s-]+$/.test(text) ? null : Buffer.from(text, 'base64');
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
