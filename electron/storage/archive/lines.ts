/** Splits pieces of bytes, which end anywhere, into the lines of a table. */
import { closeSync, openSync, readSync } from 'node:fs';
import { foreign } from './damaged';
import type { Row } from './row';

const NEWLINE = 0x0a;
const READ_BYTES = 256 * 1024;
/** A message may hold millions of characters, each of them escaped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Takes pieces and returns the lines they complete. No byte is read twice, however long a line is. */
export function createLineSplitter(table: string) {
  let parts: Uint8Array[] = [];
  let length = 0;
  const hold = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
    if (length > MAX_LINE_BYTES)
      throw foreign(`a row of “${table}” is longer than ${MAX_LINE_BYTES / 1_048_576} MB`);
  };
  const take = () => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    return line;
  };
  return {
    *push(piece: Uint8Array): Generator<string> {
      let start = 0;
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
        hold(piece.subarray(start, end));
        start = end + 1;
        if (length > 0) yield take();
      }
      hold(piece.slice(start));
    },
    /** A last line without a newline. */
    *end(): Generator<string> {
      if (length > 0) yield take();
    },
  };
}

/** Rows that this app wrote a moment ago, read synchronously as a transaction needs it. */
export function* readStagedRows(path: string, onBytes: (bytes: number) => void): Generator<Row> {
  const file = openSync(path, 'r');
  try {
    const splitter = createLineSplitter(path);
    for (;;) {
      const buffer = Buffer.alloc(READ_BYTES);
      const bytes = readSync(file, buffer);
      const lines = bytes === 0 ? splitter.end() : splitter.push(buffer.subarray(0, bytes));
      for (const line of lines) yield JSON.parse(line) as Row;
      if (bytes === 0) return;
      onBytes(bytes);
    }
  } finally {
    closeSync(file);
  }
}
