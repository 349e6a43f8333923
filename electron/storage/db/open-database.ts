import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { DatabaseUpkeep } from '../../core/ports/backups';
import { copyDatabase, isWholeCopy } from '../backup/checked-copy';
import type { RunDatabaseTask } from '../backup/database-task';
import { PRIVATE_FILE } from '../durable';
import { DATABASE_FILE, finishSwap } from '../repair/swap';
import { type Database, openDatabase } from './driver';
import { type LastEnd, lastEnd, markDamaged, markOpen } from './end-mark';
import { databaseVersion, migrate, NewerDatabaseError } from './migrate';
import newestSchema from './newest-schema.json' with { type: 'json' };
import { migrations } from './schema';
import { indexSome } from './search-index';
import { isDamage, storageError, withStorageErrors } from './storage-error';

export { DATABASE_FILE } from '../repair/swap';

export interface OpenedDatabase {
  readonly database: Database;
  readonly lastEnd: LastEnd;
}

/**
 * Opens the app's database and migrates it to the current schema.
 *
 * One written by a newer version is left unchanged and refused. Before a migration the old file is copied beside it.
 * Damage, found now or later, is noted beside the file: the next start repairs it (`repair/`).
 *
 * @throws AppError `storage_full`, `storage_readonly` or `storage_failed` (see `isDamage`).
 */
export function openAppDatabase(folder: string): OpenedDatabase {
  const path = join(folder, DATABASE_FILE);
  try {
    finishSwap(folder);
    makePrivate(path);
    const opened = { database: openMigrated(folder, path), lastEnd: lastEnd(folder) };
    markOpen(folder);
    return opened;
  } catch (cause) {
    if (isDamage(cause)) markDamaged(folder);
    throw explain(cause, path);
  }
}

/** SQLite would create it with the umask's permissions; a log that it creates takes its permissions from it. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  closeToOthers(path);
}

/** Takes everybody else's permissions from a database and its log, which may come from elsewhere, where they exist. */
export function closeToOthers(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, PRIVATE_FILE);
    } catch {
      // It belongs to another user, or the file system has no permissions: opening it shows whether it can be used.
    }
  }
}

function openMigrated(folder: string, path: string): Database {
  const database = openDatabase(path);
  try {
    const version = databaseVersion(database);
    if (version > 0 && version < migrations.length) copyBefore(database, path, version);
    migrate(database, migrations, newestSchema);
    return withStorageErrors(database, () => markDamaged(folder));
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** A complete copy made before a migration, so a failed migration loses nothing. */
function copyBefore(database: Database, path: string, version: number): void {
  const copy = `${path}.before-version-${version + 1}`;
  if (!isWholeCopy(copy, version)) copyDatabase(database, copy);
}

function explain(cause: unknown, path: string): unknown {
  if (!(cause instanceof NewerDatabaseError)) return storageError(cause);
  const message = `${path} was written by a newer Gatehouse. Start that version, or choose another data folder with GATEHOUSE_HOME.`;
  return new AppError({ code: 'storage_failed', message }, { cause });
}

export function createUpkeep(
  database: Database,
  { home, lastEnd, runTask }: { home: string; lastEnd: LastEnd; runTask: RunDatabaseTask },
): DatabaseUpkeep {
  return {
    indexSome: () => indexSome(database),
    isCheckDue: lastEnd !== 'clean',
    async check() {
      try {
        const result = await runTask({ kind: 'check', path: join(home, DATABASE_FILE) });
        if (result === 'damaged') markDamaged(home);
        return result === 'damaged' || result === 'rebuilt' ? result : 'sound';
      } catch (cause) {
        throw storageError(cause);
      }
    },
  };
}
