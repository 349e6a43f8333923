/** The app's database as it lies on the disk, read past the app. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import type { Run } from '../run-state';
import { homeOf } from '../world/app';

export interface Rows {
  all<Row>(sql: string, ...params: readonly (string | number)[]): Row[];
}

/** The text of the message `m`; text that something else interrupts goes on where it stopped. */
export const TEXT_OF_MESSAGE = `coalesce((SELECT group_concat(p.content, '' ORDER BY p.position)
  FROM message_parts p WHERE p.message_seq = m.seq AND p.type = 'text'), '')`;

/** The thinking of the message `m`. */
export const THINKING_OF_MESSAGE = `coalesce((SELECT group_concat(p.content, '' ORDER BY p.position)
  FROM message_parts p WHERE p.message_seq = m.seq AND p.type = 'reasoning'), '')`;

/** The ids of the calls of tools in the message `m`, with commas between them. */
export const CALLS_OF_MESSAGE = `coalesce((SELECT group_concat(json_extract(p.content, '$.id') ORDER BY p.position)
  FROM message_parts p WHERE p.message_seq = m.seq AND p.type = 'toolCall'), '')`;

interface Connection {
  readonly rows: Rows;
  close(): void;
}

/** What {@link readTogether} reads by; `isOpen` before the first read too. */
const together = { isOpen: false, connection: null as Connection | null };

/** `null` where there is none yet, or none that reads. */
export function readDatabase<Result>(run: Run, work: (rows: Rows) => Result): Result | null {
  const path = join(homeOf(run.world), 'gatehouse.db');
  if (!existsSync(path) || run.damage !== null) return null;
  if (together.isOpen) {
    together.connection ??= connect(path);
    return work(together.connection.rows);
  }
  const { rows, close } = connect(path);
  try {
    return work(rows);
  } finally {
    close();
  }
}

/** Rules that are checked at the same moment share a connection: to open one costs more than most of them read. */
export function readTogether(check: () => void): void {
  together.isOpen = true;
  try {
    check();
  } finally {
    together.connection?.close();
    Object.assign(together, { isOpen: false, connection: null });
  }
}

function connect(path: string): Connection {
  const database = new Libsql(path);
  database.exec('PRAGMA query_only=ON');
  const statements = new Map<string, Libsql.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare<unknown[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    rows: { all: (sql, ...params) => prepare(sql).all(params) as never },
    close: () => database.close(),
  };
}
