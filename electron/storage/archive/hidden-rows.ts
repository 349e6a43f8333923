/** Rows that are in the database but not visible yet: marked as deleted, with a mark that no real deletion has. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, SqlValue } from '../db/driver';
import type { Row } from './row';

/** How long others may have to wait for a write, and how long they then get for theirs; in milliseconds. */
const SLICE_MS = 15;
const PAUSE_MS = 4;

export interface Hidden {
  /**
   * Imported chats, and messages added to chats that were here before; messages of a hidden chat are hidden with it. A
   * file is seen by what uses it.
   */
  hide(table: string, row: Row, kept: ReadonlyMap<string, ReadonlySet<SqlValue>>): Row;
  /** Must run in the last transaction. */
  show(): void;
  /** Deletes the hidden rows. */
  remove(): Promise<void>;
}

export function createHidden(database: Database, now: number): Hidden {
  // Times of deletions are positive.
  const mark = -now;
  const marked = (table: string) =>
    database
      .all<{ id: string }>(`SELECT id FROM ${table} WHERE removed_at = ?`, mark)
      .map(({ id }): Row => ({ id }));
  return {
    hide(table, row, kept) {
      const isSeen =
        table === 'messages' && (kept.get('conversations')?.has(row.conversation_id ?? null) ?? false);
      return table === 'conversations' || isSeen ? { ...row, removed_at: mark } : row;
    },
    show() {
      for (const table of ['conversations', 'messages'])
        database.run(`UPDATE ${table} SET removed_at = NULL WHERE removed_at = ?`, mark);
    },
    async remove() {
      for (const table of ['messages', 'conversations'])
        await inSlices(database, marked(table), ({ id }) =>
          database.run(`DELETE FROM ${table} WHERE id = ?`, id ?? null),
        );
    },
  };
}

/** Runs work on many rows in short transactions, with pauses in which others can write. */
export async function inSlices(
  database: Database,
  rows: Iterable<Row>,
  work: (row: Row) => unknown,
): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  for (let isDone = false; !isDone; ) {
    database.transaction(() => {
      const end = performance.now() + SLICE_MS;
      do {
        const next = iterator.next();
        isDone = next.done === true;
        if (next.done !== true) work(next.value);
      } while (!isDone && performance.now() < end);
    });
    await sleep(PAUSE_MS);
  }
}
