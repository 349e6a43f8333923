import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type JsonBounds, JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import { wrongField, wrongValueText } from '../../../shared/text/wrong-value';
import { writeAll, writeFileDurably } from '../media/partial';
import { foreign } from './damaged';
import { createLineSplitter, MAX_LINE_BYTES } from './lines';
import type { Row } from './row';
import { schemaOf } from './rows/row-schemas';

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
