import { join } from 'node:path';
import { AppError } from '../../shared/errors';
import { type Database, openDatabase, sqliteCode } from './driver';
import { storageError } from './storage-error';

/**
 * Keeps a second Gatehouse off the same data folder, for as long as this process lives.
 *
 * The lock is an open write transaction on a small database: the operating system ends it with the process, also after
 * a crash, so there is no stale lock file to clear.
 *
 * @throws AppError `busy` where another Gatehouse holds it.
 */
export function lockFolder(folder: string): () => void {
  const database = openLock(join(folder, 'lock.db'));
  try {
    database.exec('PRAGMA busy_timeout = 100; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if (sqliteCode(cause) !== 'SQLITE_BUSY') throw storageError(cause);
    const message = `Another Gatehouse is using the data folder ${folder}. Close it first, or choose another folder with GATEHOUSE_HOME.`;
    throw new AppError({ code: 'busy', message }, { cause });
  }
  return () => {
    // Closing alone leaves the transaction open until the connection is collected.
    database.exec('ROLLBACK');
    database.close();
  };
}

function openLock(path: string): Database {
  try {
    return openDatabase(path);
  } catch (cause) {
    throw storageError(cause);
  }
}
