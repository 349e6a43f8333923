/** Rows that are in the database but not visible yet: marked as deleted, with a mark that no real deletion has. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isLocked, type SqlValue } from '../db/driver';
import { stopped } from './damaged';
import type { Row } from './tables';
import type { TaskHooks } from './tasks';

/** How long others may have to wait for a write, and how long they then get for theirs; in milliseconds. */
const SLICE_MS = 15;
const PAUSE_MS = 4;

/** How long an import waits for another program, and between two tries; in milliseconds. Each try waits by itself too. */
const PATIENCE_MS = 5_000;
const TRY_EVERY_MS = 50;

export type Turns = Pick<TaskHooks, 'signal' | 'onLock'>;

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

export function createHidden(database: Database, now: number, turns: Turns): Hidden {
  // Times of deletions are positive.
  const mark = -now;
  // What was stopped is cleaned up all the same.
  const afterwards = { ...turns, signal: { aborted: false } };
  const marked = (table: string) =>
    database
      .all<{ seq: number }>(`SELECT seq FROM ${table} WHERE removed_at = ?`, mark)
      .map(({ seq }): Row => ({ seq }));
  const removeAll = async (table: string, rows: readonly Row[]) => {
    // Where nothing was written yet, there is no lock to wait for.
    if (rows.length === 0) return;
    await inSlices(database, afterwards, rows, ({ seq }) =>
      database.run(`DELETE FROM ${table} WHERE seq = ?`, seq ?? null),
    );
  };
  return {
    hide(table, row, kept) {
      const isSeen =
        table === 'messages' && (kept.get('conversations')?.has(row.conversation_id ?? null) ?? false);
      return table === 'conversations' || isSeen ? { ...row, removed_at: mark } : row;
    },
    show() {
      for (const table of ['conversations', 'message_rows'])
        database.run(`UPDATE ${table} SET removed_at = NULL WHERE removed_at = ?`, mark);
    },
    async remove() {
      for (const table of ['message_rows', 'conversations']) await removeAll(table, marked(table));
    },
  };
}

/** Runs work on many rows in short transactions, with pauses in which others can write. */
export async function inSlices(
  database: Database,
  turns: Turns,
  rows: Iterable<Row>,
  work: (row: Row) => unknown,
): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  for (let isDone = false; !isDone; ) {
    await inTurn(database, turns, () => {
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

/**
 * Runs a transaction once no other program writes, and reports while it holds the lock.
 * @throws SqliteError `SQLITE_BUSY` where the other program writes for too long; AppError `aborted` where it is stopped
 */
export async function inTurn<Result>(
  database: Database,
  { signal, onLock }: Turns,
  work: () => Result,
): Promise<Result> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(TRY_EVERY_MS)) {
    let isBegun = false;
    try {
      return database.transaction(() => {
        isBegun = true;
        onLock(true);
        return work();
      });
    } catch (cause) {
      if (isBegun || !isLocked(cause) || performance.now() > end) throw cause;
      if (signal.aborted) throw stopped('The import');
    } finally {
      if (isBegun) onLock(false);
    }
  }
}
