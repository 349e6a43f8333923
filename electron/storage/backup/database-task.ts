/** Long work on a database file, done on a separate connection; in the app on a worker thread. */
import { openDatabase } from '../db/driver';
import { databaseVersion } from '../db/migrate';
import { isDamage } from '../db/storage-error';
import { findDamage, rebuildIndexes } from '../repair/check';
import { copyDatabase } from './checked-copy';

export type DatabaseTask =
  | {
      readonly kind: 'copy';
      readonly from: string;
      readonly to: string;
      /** A database of a later version is refused. */
      readonly newestVersion: number;
    }
  | { readonly kind: 'check'; readonly path: string };

/** `done` for a copy; otherwise the result of the check. */
export type DatabaseTaskResult = 'done' | 'sound' | 'rebuilt' | 'damaged' | 'foreign';

export type RunDatabaseTask = (task: DatabaseTask) => Promise<DatabaseTaskResult>;

/** @throws the error of the disk or SQLite. */
export function runDatabaseTask(task: DatabaseTask): DatabaseTaskResult {
  try {
    return task.kind === 'copy' ? copy(task) : check(task.path);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

function copy({ from, to, newestVersion }: Extract<DatabaseTask, { kind: 'copy' }>): DatabaseTaskResult {
  const source = openDatabase(from, { journal: 'kept' });
  try {
    const version = databaseVersion(source);
    if (version < 1 || version > newestVersion) return 'foreign';
    copyDatabase(source, to);
    return 'done';
  } finally {
    source.close();
  }
}

function check(path: string): DatabaseTaskResult {
  const database = openDatabase(path, { journal: 'kept' });
  try {
    const damage = findDamage(database);
    if (damage === null) return 'sound';
    if (damage.isBeyondIndexes) return 'damaged';
    rebuildIndexes(database, damage.indexes);
    return findDamage(database) === null ? 'rebuilt' : 'damaged';
  } finally {
    database.close();
  }
}
