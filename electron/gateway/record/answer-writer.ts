/** The body of an answer as it comes: whole or cut text, the size of anything else, or the events of a stream. */
import type { CallBody, CallEvent } from '../../../shared/calls/inspector';
import { sniffText } from '../http/body';
import { type BodyKeeper, createBodyKeeper, HEAD_BYTES, TAIL_BYTES } from './body-keeper';
import { createEventKeeper, type EventKeeper } from './event-keeper';
import { type AnswerFacts, readBodyFacts, readFacts } from './read-answer';
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
