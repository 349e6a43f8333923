/** The body of an answer as it comes: whole or cut text, the size of anything else, or the events of a stream. */
import type { CallBody, CallEvent } from '../../../shared/calls/inspector';
import { sniffText } from '../http/body';
import { codeOfStatus, findErrorInside, readRefusal } from '../parse/error-reply';
import { amountOrNull, isRecord, numberOrNull } from '../parse/json';
import { readCredits, readRequestId } from '../parse/metadata';
import type { Credits } from '../types/call';
import { type BodyKeeper, createBodyKeeper, HEAD_BYTES, TAIL_BYTES } from './body-keeper';
import { createEventKeeper, type EventKeeper } from './event-keeper';
import { amountsBelowZero } from './left-out';
import type { Redactor } from './redact';

export interface AnswerWriter {
  piece(bytes: Uint8Array, atMs: number): void;
  /** Answers true where the stream has reached its end. */
  end(atMs: number): boolean;
  bytes(): number;
  body(): CallBody;
  events(): readonly CallEvent[];
  eventCount(): number;
  /** As `RecordedCall.size`. */
  size(): number;
}

export interface AnswerOptions {
  readonly status: number;
  /** Free of the key. */
  readonly contentType: string;
  readonly redactor: Redactor;
  readonly clean: (text: string) => string;
  readonly keyCharacters: number;
  readonly note: (facts: AnswerFacts) => void;
  /** Called with the data of each event of a stream that is not part of the reply, free of the key. */
  readonly onSkipped: (data: string) => void;
}

export function createAnswerWriter(options: AnswerOptions): AnswerWriter {
  const { status, contentType, redactor, clean, keyCharacters, note, onSkipped } = options;
  const headers = new Headers(contentType === '' ? {} : { 'content-type': contentType });
  let keeper: BodyKeeper | null = null;
  let events: EventKeeper | null = null;
  let body: CallBody = { kind: 'none' };
  let bytes = 0;

  const begin = (first: Uint8Array) => {
    const onBody = (event: unknown) => note(readFacts(event, status));
    if (isEventStream(contentType, first))
      events = createEventKeeper({ headers, redactor, clean, onBody, onSkipped });
    else keeper = createBodyKeeper(headers, { clean, keyCharacters });
  };
  return {
    piece(piece, atMs) {
      if (bytes === 0) begin(piece);
      bytes += piece.byteLength;
      events?.push(piece, atMs);
      keeper?.push(piece);
    },
    end(atMs) {
      events?.end(atMs);
      body = keeper?.end() ?? body;
      keeper = null;
      if (events === null) note(readBodyFacts(body, status));
      return events?.isDone() ?? false;
    },
    bytes: () => bytes,
    body: () => body,
    events: () => events?.events() ?? [],
    eventCount: () => events?.count() ?? 0,
    size() {
      if (keeper !== null) return Math.min(bytes, HEAD_BYTES + TAIL_BYTES);
      return (body.kind === 'text' ? body.text.length + body.tail.length : 0) + (events?.size() ?? 0);
    },
  };
}

/** Some gateways mislabel their streams. */
function isEventStream(contentType: string, first: Uint8Array): boolean {
  if (/\btext\/event-stream\b/i.test(contentType)) return true;
  return sniffText(Buffer.from(first.subarray(0, 64)).toString()) === 'events';
}

/** What the inspector's list shows of a body: credits, the gateway's own error code, the request id. */
export interface AnswerFacts {
  readonly credits: Credits;
  /** Amounts that can't be, see `amountsBelowZero`. */
  readonly belowZero: readonly string[];
  readonly error: string | null;
  readonly requestId: string | null;
}

/** `body` is a body, or one event of a stream, as JSON. */
function readFacts(body: unknown, status: number): AnswerFacts {
  const none = new Headers();
  const record = isRecord(body) ? body : {};
  const refusal = status >= 400 ? readRefusal(record, status) : findErrorInside(record, status);
  return {
    credits: readCredits(body, none),
    belowZero: amountsBelowZero(body),
    error: refusal?.errorCode ?? null,
    requestId: readRequestId(none, body),
  };
}

/** The same for a whole body, which may be cut: its metadata is then in its last part, or in its first. */
function readBodyFacts(body: CallBody, status: number): AnswerFacts {
  if (body.kind === 'text' && body.leftOutBytes === 0) {
    const parsed = parse(body.text);
    if (parsed !== undefined) return readFacts(parsed, status);
  }
  const text = body.kind === 'text' ? `${body.text}\n${body.tail}` : '';
  const used = lastNumber(text, 'credits_used');
  return {
    credits: { used: amountOrNull(used), remaining: lastNumber(text, 'credits_remaining') },
    belowZero: amountsBelowZero({ credits_used: used }),
    error: status >= 400 ? codeOfStatus(status) : null,
    requestId: null,
  };
}

function lastNumber(text: string, name: string): number | null {
  const at = text.lastIndexOf(`"${name}"`);
  if (at === -1) return null;
  const [, value] =
    /^\s*:\s*"?(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(text.slice(at + name.length + 2, at + 100)) ?? [];
  return numberOrNull(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
