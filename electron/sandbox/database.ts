/** The gateway's own database file, `sandbox.db`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../storage/db/driver';
import { openDatabase } from '../storage/db/driver';
import type { Migration } from '../storage/db/migrate';
import { migrate } from '../storage/db/migrate';

const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'account, charges and kept replies',
    sql: `
      CREATE TABLE account (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        created_at INTEGER NOT NULL,
        initial_micros INTEGER NOT NULL,
        balance_micros INTEGER NOT NULL CHECK (balance_micros >= 0)
      );
      CREATE TABLE charge (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        operation TEXT NOT NULL,
        model TEXT,
        micros INTEGER NOT NULL CHECK (micros >= 0),
        balance_micros INTEGER NOT NULL,
        request_id TEXT NOT NULL,
        idempotency_key TEXT,
        state TEXT NOT NULL CHECK (state IN ('completed', 'aborted', 'failed')),
        prompt_tokens INTEGER,
        completion_tokens INTEGER
      );
      CREATE TRIGGER charge_is_kept BEFORE DELETE ON charge BEGIN SELECT RAISE(ABORT, 'charges are append-only'); END;
      CREATE TRIGGER charge_is_final BEFORE UPDATE ON charge BEGIN SELECT RAISE(ABORT, 'charges are append-only'); END;
      CREATE TABLE reply (
        idempotency_key TEXT PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        at INTEGER NOT NULL,
        record TEXT NOT NULL
      );
      CREATE INDEX reply_by_age ON reply (at)`,
  },
  {
    version: 2,
    name: 'jobs and their outputs',
    sql: `
      CREATE TABLE output (
        token TEXT PRIMARY KEY,
        content_type TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        is_removed INTEGER NOT NULL DEFAULT 0
      );
      CREATE TABLE job (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        model TEXT NOT NULL,
        input TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed')),
        cost_micros INTEGER NOT NULL CHECK (cost_micros >= 0),
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER,
        output_token TEXT REFERENCES output (token),
        error_code TEXT,
        error_message TEXT,
        progress REAL NOT NULL DEFAULT 0,
        is_cost_told INTEGER NOT NULL DEFAULT 0,
        request_id TEXT NOT NULL,
        idempotency_key TEXT
      );
      CREATE INDEX job_by_status ON job (status, position);
      CREATE INDEX output_by_end ON output (is_removed, expires_at)`,
  },
];

/** The open database, and a way to close it so that it can be opened again at once. */
export interface SandboxDatabase {
  readonly database: Database;
  close(): void;
}

/**
 * Opens the database in `dataDir`, and creates it where it is missing.
 * @throws SqliteError `SQLITE_BUSY` where another gateway uses the folder; NewerDatabaseError.
 */
export function openSandboxDatabase(dataDir: string): SandboxDatabase {
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockFolder(dataDir);
  try {
    const database = openDatabase(join(dataDir, 'sandbox.db'));
    migrate(database, migrations);
    const close = (): void => {
      database.close();
      unlock();
    };
    return { database, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Holds of running calls live in memory, so a second gateway on the same account would not see them.
 * The lock is an open transaction: it ends with the process, also after a crash.
 */
function lockFolder(dataDir: string): () => void {
  const lock = openDatabase(join(dataDir, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 100; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => {
    // Closing alone would leave the transaction open until the connection is collected.
    lock.exec('ROLLBACK');
    lock.close();
  };
}
