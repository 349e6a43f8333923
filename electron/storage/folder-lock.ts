import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { type Database, openDatabase, sqliteCode } from './db/driver';
import { storageError } from './db/storage-error';
import { PRIVATE_FILE, writeFileWhole } from './durable';
import { tidyAway } from './media/tidy-away';

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
    withOtherWriter: (writer, work) => held(() => database.withOtherWriter(writer, work)),
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

// Which computer uses a data folder: a file that it touches while it does.

interface FolderOwner {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** How often the file is touched, in milliseconds. */
const BEAT_MS = 20_000;
/** The owner of a file that was not touched for this long is gone; network folders report times late. */
export const STALE_MS = 180_000;

const ownerFile = (folder: string): string => join(folder, 'in-use.json');

/**
 * Records that this computer uses the folder. On the same computer the lock decides, so its own old file is replaced.
 * @param onLost called once when another computer has taken over the folder
 * @param beatMs how often the file is touched
 * @returns a function that releases the folder
 * @throws AppError `busy` where another computer uses it
 */
function claimFolder(
  folder: string,
  owner: FolderOwner,
  onLost?: (host: string) => void,
  beatMs = BEAT_MS,
): () => void {
  const other = readOwner(folder);
  if (other !== null && other.host !== owner.host && isFresh(folder)) throw usedBy(other, folder);
  writeFileWhole(ownerFile(folder), JSON.stringify(owner));
  const beat = setInterval(() => {
    const found = readOwner(folder);
    if (found !== null && found.host !== owner.host) {
      clearInterval(beat);
      onLost?.(found.host);
    } else touch(folder);
  }, beatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (readOwner(folder)?.host === owner.host) tidyAway(ownerFile(folder));
  };
}

/** Two computers may have different clocks, so both times come from the file system. */
function isFresh(folder: string): boolean {
  const probe = join(folder, '.in-use-probe');
  try {
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs - statSync(ownerFile(folder)).mtimeMs < STALE_MS;
  } finally {
    tidyAway(probe);
  }
}

/** Without a time of our own, for the same reason. */
function touch(folder: string): void {
  try {
    const probe = join(folder, '.in-use-probe');
    writeFileSync(probe, '');
    const { mtime } = statSync(probe);
    tidyAway(probe);
    utimesSync(ownerFile(folder), mtime, mtime);
  } catch {
    // The disk is full or the drive is away for a moment: the next beat retries.
  }
}

function readOwner(folder: string): FolderOwner | null {
  try {
    const owner = JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as Partial<FolderOwner> | null;
    return typeof owner?.host === 'string' ? { host: owner.host, pid: 0, since: 0, ...owner } : null;
  } catch {
    return null;
  }
}

function usedBy({ host }: FolderOwner, folder: string): AppError {
  const message = `Gatehouse on the computer “${host}” is using the data folder ${folder}. Close it there first. If that computer is off, try again in three minutes.`;
  return new AppError({ code: 'busy', message });
}
