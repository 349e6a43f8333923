import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { foreign } from './damaged';
import type { Row } from './read-rows';

const READ_BYTES = 256 * 1024;
/** A message may hold a million characters, escaped. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024;

/** Rows of a file with one as JSON on each line; read as they are asked for, at once, as a transaction needs it. */
export function* readLines(path: string): Generator<Row> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(READ_BYTES);
    let rest = '';
    for (;;) {
      const bytes = readSync(file, buffer);
      rest += bytes === 0 ? decoder.end() : decoder.write(buffer.subarray(0, bytes));
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS) throw foreign('a row is too long');
      for (const line of lines) if (line !== '') yield parse(line);
      if (bytes === 0) break;
    }
    if (rest !== '') yield parse(rest);
  } finally {
    closeSync(file);
  }
}

function parse(line: string): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row;
  } catch {
    // Told below.
  }
  throw foreign('a row cannot be read');
}
