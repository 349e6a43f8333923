/** The gateway's own database file, `sandbox.db`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../storage/driver';
import { openDatabase } from '../storage/driver';
import type { Migration } from '../storage/migrate';
import { migrate } from '../storage/migrate';

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
];

/** Opens (and where needed creates) the database in `dataDir`. One process at a time may have it open. */
export function openSandboxDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const database = openDatabase(join(dataDir, 'sandbox.db'));
  try {
    // Holds of running calls live in memory; a second process on the same account would not see them.
    database.exec('PRAGMA locking_mode=EXCLUSIVE');
    migrate(database, migrations);
    // The lock is taken by the first write.
    database.transaction(() => database.run('DELETE FROM reply WHERE at < 0'));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
