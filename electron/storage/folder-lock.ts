import { chmodSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { type Database, openDatabase, sqliteCode } from './db/driver';
import { storageError } from './db/storage-error';
import { PRIVATE_FILE } from './durable';
import { claimFolder } from './folder-owner';

export interface LockOptions {
  /** The name of this computer. */
  readonly host?: string;
  /** Called once when another computer has taken over the folder, for example while this one was asleep. */
  readonly onLost?: (host: string) => void;
  /** How often that is checked, in milliseconds. */
  readonly beatMs?: number;
}

/**
 * Keeps a second Gatehouse from using the same data folder, for as long as this process runs.
 *
 * Two locks, since each covers what the other can't. The first is an open transaction on a small database: the
 * operating system ends it with the process, also after a crash, so no stale lock is left. The second is a file that
 * names this computer and is touched while it is in use, since a network folder may not share locks with other
 * computers.
 *
 * @param now milliseconds since the epoch
 * @returns a function that releases the lock
 * @throws AppError `busy` where another Gatehouse holds it.
 */
export function lockFolder(folder: string, now: number, options: LockOptions = {}): () => void {
  const unlock = lockHere(folder);
  try {
    const { host = hostname(), onLost, beatMs } = options;
    const disclaim = claimFolder(folder, { host, pid: process.pid, since: now }, onLost, beatMs);
    return () => {
      disclaim();
      unlock();
    };
  } catch (cause) {
    unlock();
    throw storageError(cause);
  }
}

/** The same database until the folder is lost; then every use is refused, since another computer writes to it now. */
export function whileHeld(database: Database, lostTo: () => string | null): Database {
  const held = <Result>(use: () => Result): Result => {
    const host = lostTo();
    if (host === null) return use();
    const message = `Gatehouse on the computer “${host}” has taken over the data folder while this one was away. Nothing is saved here any more: quit, and close it there before you start it here again.`;
    throw new AppError({ code: 'busy', message });
  };
  return {
    exec: (sql) => held(() => database.exec(sql)),
    run: (sql, ...params) => held(() => database.run(sql, ...params)),
    get: <Row>(...call: Parameters<Database['get']>) => held(() => database.get<Row>(...call)),
    all: <Row>(...call: Parameters<Database['all']>) => held(() => database.all<Row>(...call)),
    transaction: (work) => held(() => database.transaction(work)),
    withLockWait: (milliseconds, work) => held(() => database.withLockWait(milliseconds, work)),
    close: () => database.close(),
  };
}

function lockHere(folder: string): () => void {
  const path = join(folder, 'lock.db');
  let database: Database | null = null;
  try {
    database = openDatabase(path, { journal: 'rollback', busyTimeoutMs: 100 });
    database.exec('BEGIN EXCLUSIVE');
    makePrivate(path);
  } catch (cause) {
    database?.close();
    throw sqliteCode(cause) === 'SQLITE_BUSY' ? inUse(folder, cause) : storageError(cause);
  }
  const held = database;
  return () => {
    // Closing alone leaves the transaction open until the connection is collected.
    held.exec('ROLLBACK');
    held.close();
  };
}

function inUse(folder: string, cause: unknown): AppError {
  const message = `Another Gatehouse is using the data folder ${folder}. Close it first, or choose another folder with GATEHOUSE_HOME.`;
  return new AppError({ code: 'busy', message }, { cause });
}

function makePrivate(path: string): void {
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch {
    // It holds no lock.
  }
}
