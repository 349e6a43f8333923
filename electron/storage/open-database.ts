import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { type Database, openDatabase, sqliteCode } from './driver';
import { databaseVersion, migrate, NewerDatabaseError } from './migrate';
import { migrations } from './schema';
import { storageError, withStorageErrors } from './storage-error';

/** Of the app, in its data folder. */
export const DATABASE_FILE = 'gatehouse.db';

export interface OpenedDatabase {
  readonly database: Database;
  /** Where an unreadable database was put, `null` where there was none. */
  readonly setAside: string | null;
}

/**
 * Opens the app's database and brings it to the present shape.
 *
 * A file that is no readable database is moved aside, never overwritten. One written by a newer version is left where
 * it is and refused. Before a migration the old file is copied beside it.
 *
 * @param now milliseconds since the epoch; names the file that is set aside.
 * @throws AppError `storage_full`, `storage_readonly` or `storage_failed`.
 */
export function openAppDatabase(folder: string, now: number): OpenedDatabase {
  const path = join(folder, DATABASE_FILE);
  try {
    return { database: openMigrated(path), setAside: null };
  } catch (cause) {
    if (!['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(sqliteCode(cause) ?? '')) throw explain(cause, path);
    const setAside = moveAside(path, now);
    return { database: openMigrated(path), setAside };
  }
}

function openMigrated(path: string): Database {
  const database = openDatabase(path);
  try {
    const version = databaseVersion(database);
    if (version > 0 && version < migrations.length) copyBefore(database, path, version);
    migrate(database, migrations);
    return withStorageErrors(database);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** A whole copy, taken before the shape changes: a migration that went wrong loses nothing. */
function copyBefore(database: Database, path: string, version: number): void {
  const copy = `${path}.before-version-${version + 1}`;
  if (!existsSync(copy)) database.run('VACUUM INTO ?', copy);
}

function explain(cause: unknown, path: string): unknown {
  if (!(cause instanceof NewerDatabaseError)) return storageError(cause);
  const message = `${path} was written by a newer Gatehouse. Start that version, or choose another data folder with GATEHOUSE_HOME.`;
  return new AppError({ code: 'storage_failed', message }, { cause });
}

/** The write-ahead log belongs to the file it was written for, so it moves along. */
function moveAside(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const target = path.replace(/\.db$/, `.unreadable-${stamp}.db`);
  renameSync(path, target);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    rmSync(path + suffix, { force: true });
  }
  return target;
}
