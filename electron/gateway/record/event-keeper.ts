/** Keeps the first and the last events of a stream, each with its time; once it is over, in a tenth of the memory. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CallEvent } from '../../../shared/calls/inspector';
import { createDecoder } from '../http/body';
import { createEventParser, readEvent, type ServerEvent } from '../parse/sse';
import type { Redactor } from './redact';
import { createSplitKeyFilter } from './split-key';

/** Characters of the events kept from the beginning, and from the end. */
const HEAD_CHARACTERS = 192 * 1_024;
const TAIL_CHARACTERS = 64 * 1_024;

export interface EventKeeper {
  push(piece: Uint8Array, atMs: number): void;
  end(atMs: number): void;
  /** Free of the key. */
  events(): readonly CallEvent[];
  count(): number;
  /** True once the stream's end mark has arrived. */
  isDone(): boolean;
  /** Characters kept. */
  size(): number;
}

export interface EventOptions {
  readonly headers: Headers;
  readonly redactor: Redactor;
  readonly clean: (text: string) => string;
  /** Called with each JSON event as it arrives. */
  readonly onBody: (body: unknown) => void;
  /** Called with the data of each event that is not part of the reply, free of the key. */
  readonly onSkipped: (data: string) => void;
}

export function createEventKeeper({
  headers,
  redactor,
  clean,
  onBody,
  onSkipped,
}: EventOptions): EventKeeper {
  const decoder = createDecoder(headers);
  const parser = createEventParser(HEAD_CHARACTERS);
  const filter = createSplitKeyFilter(redactor);
  const kept = createEnds();
  /** Their places, until it is clear what of them is the key. */
  const skipped = new Set<number>();
  let count = 0;
  let isBroken = false;
  let isDone = false;

  const keep = (events: readonly CallEvent[]) => {
    for (const event of events) {
      const data = clean(event.data);
      kept.push({ ...event, data });
      if (skipped.delete(event.index)) onSkipped(data);
    }
  };
  const take = (found: readonly ServerEvent[], atMs: number) => {
    for (const { type, data } of found) {
      const event = { atMs, index: count, type: clean(type), data };
      count += 1;
      const { end, isOther } = readEvent({ type, data });
      isDone ||= end === 'stated';
      if (isOther) skipped.add(event.index);
      const body = parse(data);
      if (body !== null) onBody(body);
      keep(filter.push(event, body ?? data));
    }
  };
  const read = (parse: () => ServerEvent[], atMs: number) => {
    if (isBroken) return;
    try {
      take(parse(), atMs);
    } catch {
      // An event too large to be one: what came before it is kept, the rest is only counted in bytes.
      isBroken = true;
    }
  };
  return {
    push: (piece, atMs) => read(() => parser.push(decoder.decode(piece, { stream: true })), atMs),
    end(atMs) {
      read(() => [...parser.push(decoder.decode()), ...parser.end()], atMs);
      keep(filter.end());
      kept.pack();
    },
    events: kept.all,
    count: () => count,
    isDone: () => isDone,
    size: kept.size,
  };
}

/** `null` for anything but an object or a list: a lone number or word is a text like any other. */
function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Rough cost of an event beside its text. */
const EVENT_CHARACTERS = 64;
const sizeOf = ({ data, type }: CallEvent): number => data.length + type.length + EVENT_CHARACTERS;

/** Below this, packing gains nothing. */
const LEAST_PACKED = 4 * 1_024;

function createEnds() {
  const head: CallEvent[] = [];
  const tail: CallEvent[] = [];
  let headSize = 0;
  let tailSize = 0;
  /** All of them, compressed: the events of a long reply say the same again and again. */
  let packed: Buffer | null = null;
  return {
    push(event: CallEvent) {
      const size = sizeOf(event);
      if (tail.length === 0 && headSize + size <= HEAD_CHARACTERS) {
        head.push(event);
        headSize += size;
        return;
      }
      tail.push(event);
      tailSize += size;
      while (tail.length > 1 && tailSize > TAIL_CHARACTERS) tailSize -= sizeOf(tail.shift() as CallEvent);
    },
    /** To be called once no more are pushed. */
    pack() {
      if (packed !== null || headSize + tailSize < LEAST_PACKED) return;
      packed = deflateRawSync(JSON.stringify([...head, ...tail]), { level: 1 });
      head.length = 0;
      tail.length = 0;
    },
    all: (): readonly CallEvent[] =>
      packed === null ? [...head, ...tail] : JSON.parse(inflateRawSync(packed).toString()),
    size: () => headSize + tailSize,
  };
}
