/** Keeps the beginning and the end of a body without copying a piece before it is over. */
import type { CallBody } from '../../../shared/calls/inspector';
import { createDecoder } from '../http/body';
import { sniffMediaType } from '../parse/media-type';

export const HEAD_BYTES = 192 * 1_024;
export const TAIL_BYTES = 64 * 1_024;

/** Characters dropped on both sides of a gap, so a cut key can't remain, however it is escaped. */
const edgeOf = (keyCharacters: number): number => keyCharacters * 6;

export interface BodyKeeper {
  /** Holds on to the piece itself until {@link end}. */
  push(piece: Uint8Array): void;
  /** Free of the key. */
  end(): CallBody;
}

export interface Cleaner {
  readonly clean: (text: string) => string;
  readonly keyCharacters: number;
}

export function createBodyKeeper(headers: Headers, cleaner: Cleaner): BodyKeeper {
  const head: Uint8Array[] = [];
  let tail: Uint8Array[] = [];
  /** How many of the tail's first pieces are no longer kept. */
  let gone = 0;
  let headBytes = 0;
  let tailBytes = 0;
  let bytes = 0;
  let isBinary: boolean | null = null;
  let sniffed: string | null = null;

  const keep = (piece: Uint8Array) => {
    const forHead = piece.subarray(0, HEAD_BYTES - headBytes);
    const rest = piece.subarray(forHead.byteLength);
    if (forHead.byteLength > 0) head.push(forHead);
    headBytes += forHead.byteLength;
    if (rest.byteLength === 0) return;
    tail.push(rest);
    tailBytes += rest.byteLength;
    for (let first = tail[gone]; first && tailBytes - first.byteLength >= TAIL_BYTES; first = tail[gone]) {
      gone += 1;
      tailBytes -= first.byteLength;
    }
    // Together, as moving the rest for each piece would cost its square where the pieces are tiny.
    if (gone <= tail.length / 2) return;
    tail = tail.slice(gone);
    gone = 0;
  };
  return {
    push(piece) {
      bytes += piece.byteLength;
      if (isBinary === null && piece.byteLength > 0) {
        sniffed = sniffMediaType(piece);
        isBinary = sniffed !== null || !looksLikeText(piece);
      }
      if (isBinary === false) keep(piece);
    },
    end() {
      const contentType = sniffed ?? headers.get('content-type');
      if (bytes === 0) return { kind: 'none' };
      if (isBinary) return { kind: 'binary', contentType, bytes };
      const ending = Buffer.concat(tail.slice(gone)).subarray(-TAIL_BYTES);
      const beginning = Buffer.concat(head);
      tail = [];
      head.length = 0;
      return { contentType, ...toText(headers, cleaner, { beginning, ending, bytes }) };
    },
  };
}

/** A text that is there already, such as the body of a request. */
export function keepText(text: string, contentType: string | null, cleaner: Cleaner): CallBody {
  if (text === '') return { kind: 'none' };
  const bytes = Buffer.byteLength(text);
  if (bytes <= HEAD_BYTES + TAIL_BYTES) {
    return { kind: 'text', contentType, bytes, text: cleaner.clean(text), leftOutBytes: 0, tail: '' };
  }
  const beginning = Buffer.from(text.slice(0, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  const ending = Buffer.from(text.slice(-TAIL_BYTES)).subarray(-TAIL_BYTES);
  return { contentType, ...toText(new Headers(), cleaner, { beginning, ending, bytes }) };
}

interface Ends {
  readonly beginning: Buffer;
  readonly ending: Buffer;
  readonly bytes: number;
}

function toText(headers: Headers, { clean, keyCharacters }: Cleaner, { beginning, ending, bytes }: Ends) {
  const decoder = createDecoder(headers);
  const leftOutBytes = bytes - beginning.byteLength - ending.byteLength;
  if (leftOutBytes === 0) {
    const text = clean(decoder.decode(Buffer.concat([beginning, ending])));
    return { kind: 'text', bytes, text, leftOutBytes, tail: '' } as const;
  }
  const edge = edgeOf(keyCharacters);
  const text = clean(decoder.decode(beginning)).slice(0, -edge || undefined);
  const tail = clean(createDecoder(headers).decode(ending)).slice(edge);
  return { kind: 'text', bytes, text, leftOutBytes, tail } as const;
}

/** How much of a body is looked at. */
const SNIFFED_BYTES = 512;

/** Text holds no control characters but these: tab, line ends, form feed, escape. */
function looksLikeText(piece: Uint8Array): boolean {
  const start = piece.subarray(0, SNIFFED_BYTES);
  return start.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}
