import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { type JsonBounds, JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import { wrongField, wrongValueText } from '../../../shared/text/wrong-value';
import { writeAll, writeFileDurably } from '../media/partial';
import { foreign } from './damaged';
import { schemaOf } from './rows/row-schemas';
import type { Row } from './tables';

// Splits pieces of bytes, which end anywhere, into the lines of a table.

const NEWLINE = 0x0a;
const READ_BYTES = 256 * 1024;
/** A message may hold millions of characters, each of them escaped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Takes pieces and returns the lines they complete. No byte is read twice, however long a line is. */
function createLineSplitter(table: string) {
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

const WRITE_CHARACTERS = 256 * 1024;

export interface Staging {
  readonly table: string;
  readonly target: string;
  /** As the manifest states it. */
  readonly sha256: string;
  readonly rows: number;
}

/**
 * Writes the rows of a table to the staging folder, each checked by its schema, before the database is touched: while
 * it is written to, others wait.
 * @throws AppError `invalid_input` for an invalid row, or where the table is not what the manifest says.
 */
export async function stageTable(
  pieces: AsyncIterable<Uint8Array>,
  { table, target, sha256, rows }: Staging,
): Promise<void> {
  const hash = createHash('sha256');
  const splitter = createLineSplitter(table);
  let count = 0;
  await writeFileDurably(target, async (file) => {
    const writer = createLineWriter(file);
    const take = async (lines: Iterable<string>) => {
      for (const line of lines) {
        count += 1;
        await writer.add(JSON.stringify(parseRow(table, line)));
      }
    };
    for await (const piece of pieces) {
      hash.update(piece);
      await take(splitter.push(piece));
    }
    await take(splitter.end());
    await writer.flush();
  });
  if (hash.digest('hex') !== sha256) throw foreign(`the checksum of “${table}” is wrong`);
  if (count !== rows) throw foreign(`“${table}” has ${count} rows, and its manifest says ${rows}`);
}

function createLineWriter(file: FileHandle) {
  let text = '';
  const flush = async () => {
    const bytes = Buffer.from(text);
    text = '';
    await writeAll(file, bytes);
  };
  return {
    async add(line: string) {
      text += `${line}\n`;
      if (text.length > WRITE_CHARACTERS) await flush();
    },
    flush,
  };
}

/** A line has at most as many characters as bytes. */
const bounds: JsonBounds = { maxCharacters: MAX_LINE_BYTES };

/**
 * Parses one line of a table into a row of known columns with values in their bounds. A column may be missing, since
 * the archive may be older than it.
 * @throws AppError `invalid_input` that names the table and what is wrong.
 */
function parseRow(table: string, line: string): Row {
  const schema = schemaOf(table);
  if (schema === undefined) throw foreign(`it has a table “${table}”, which no Gatehouse archive has`);
  const checked = schema.safeParse(parseLine(table, line));
  if (checked.success) return withoutUndefined(checked.data);
  const [issue] = checked.error.issues;
  const where = wrongField(issue) || 'it';
  throw foreign(`a row of “${table}” is wrong: ${where} ${wrongValueText(issue)}`.slice(0, 400));
}

function parseLine(table: string, line: string): unknown {
  try {
    return parseBoundedJson(line, bounds);
  } catch (cause) {
    if (cause instanceof JsonRefusal) throw foreign(`a row of “${table}” ${cause.message}`);
    throw cause;
  }
}

const withoutUndefined = (row: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
