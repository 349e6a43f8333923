import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { writeAll, writeFileDurably } from '../media/partial';
import { foreign } from './damaged';
import { createLineSplitter } from './lines';
import { parseRow } from './parse-row';

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
