/** Replaces the database by a backup, before anything has opened it. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase, releaseClosedDatabases, type SqlValue } from '../db/driver';
import { markRepaired } from '../db/end-mark';
import { databaseVersion, migrate } from '../db/migrate';
import { jobsAndMedia } from '../db/migrations/02-jobs-and-media';
import { batches } from '../db/migrations/10-batches';
import { migrations } from '../db/schema';
import { isDamage } from '../db/storage-error';
import { PRIVATE_FILE, syncFile } from '../durable';
import { DATABASE_FILE, swapDatabase } from '../repair/swap';
import { BACKUP_FOLDER, backupName, forgetRestore, pendingRestore, RESTORE_FILE } from './backup-files';
import { settleRestored } from './settle-restored';

/**
 * Restores the chosen backup, in a folder that only this app uses and whose database no connection holds. The present
 * database becomes a backup itself.
 * @param now milliseconds since the epoch
 * @returns the backup's id, `null` where none was chosen
 * @throws the error of the disk or SQLite; the database is unchanged then
 */
export async function restoreChosen(home: string, now: number): Promise<string | null> {
  const id = pendingRestore(home);
  if (id === null) return null;
  const replacement = join(home, RESTORE_FILE);
  prepare(replacement, join(home, DATABASE_FILE), now);
  await releaseClosedDatabases();
  for (const suffix of ['-wal', '-shm']) rmSync(replacement + suffix, { force: true });
  chmodSync(replacement, PRIVATE_FILE);
  syncFile(replacement);
  const aside = `${BACKUP_FOLDER}/${backupName('before-restore', now)}`;
  swapDatabase(home, { replacement: RESTORE_FILE, aside });
  forgetRestore(home);
  markRepaired(home);
  return id;
}

/** Done on the copy, and again from the beginning where a process ended in the middle. */
function prepare(replacement: string, present: string, now: number): void {
  const restored = openDatabase(replacement, { journal: 'rollback' });
  try {
    migrate(restored, migrations);
    if (!existsSync(present) || !settleWith(restored, present, now)) settleRestored(restored, null, now);
  } finally {
    restored.close();
  }
}

/**
 * What was paid since the backup stays in the ledger: it only ever grows, so the present one contains the backup's.
 * @returns false where the present database is damaged, which is kept as it is; one that can't be read for another
 *   reason must not be forgotten
 */
function settleWith(restored: Database, present: string, now: number): boolean {
  try {
    const database = openDatabase(present);
    try {
      const version = databaseVersion(database);
      // Empty: the earlier one was set aside.
      if (version === 0) return false;
      restored.transaction(() => {
        copyLedger(database, restored);
        keepKeys(database, restored);
        if (version >= jobsAndMedia.version) settleMedia(restored, database);
        settleRestored(restored, version < batches.version ? null : database, now);
      });
      // Its write-ahead log is merged, so that the backup made of it is one file.
      database.all('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Keys are in the keychain, which no backup replaces: one that was saved since is still known, and can be removed. */
function keepKeys(from: Database, to: Database): void {
  const held = from.all<{ id: string; address: string }>(
    'SELECT id, base_url AS address FROM profiles WHERE key_stored = 1',
  );
  for (const { id, address } of held)
    to.run('UPDATE profiles SET key_stored = 1 WHERE id = ? AND base_url = ?', id, address);
}

function copyLedger(from: Database, to: Database): void {
  const names = (database: Database) =>
    database.all<{ name: string }>('PRAGMA table_info(ledger)').map(({ name }) => name);
  const known = new Set(names(to));
  const columns = names(from).filter((name) => known.has(name));
  const newest = to.get<{ id: number | null }>('SELECT max(id) AS id FROM ledger')?.id ?? 0;
  const list = columns.map((name) => `"${name}"`).join(', ');
  const insert = `INSERT INTO ledger (${list}) VALUES (${columns.map(() => '?').join(', ')})`;
  const rows = from.all<Record<string, SqlValue>>(`SELECT ${list} FROM ledger WHERE id > ?`, newest);
  for (const row of rows) to.run(insert, ...columns.map((name) => row[name] ?? null));
}

// Results in a restored backup: their files are not part of it, so the database it replaces knows where they
// are.

interface Place {
  readonly id: string;
  readonly folder: string;
  readonly file_name: string;
  readonly is_missing: number;
  readonly has_thumbnail: number;
  readonly removed_at: number | null;
}

/**
 * Takes over where each file is, and every result that came since the backup: it was paid for, and its file is still
 * there. A result that one of the two has in the library is in the library.
 *
 * @param present the database that the backup replaces
 */
function settleMedia(restored: Database, present: Database): void {
  const known = new Set(restored.all<{ id: string }>('SELECT id FROM media').map(({ id }) => id));
  const copyRow = rowCopier(restored, present);
  const places =
    'SELECT id, folder, file_name, is_missing, has_thumbnail, removed_at FROM media ORDER BY seq';
  for (const place of present.all<Place>(places)) {
    if (known.has(place.id)) takePlace(restored, place);
    else copyRow(place.id);
  }
}

/** A row that is as it was isn't written: the search index would read it again. */
function takePlace(restored: Database, { id, ...place }: Place): void {
  const values = [place.folder, place.file_name, place.is_missing, place.has_thumbnail, place.removed_at];
  restored.run(
    `UPDATE media SET folder = ?, file_name = ?, is_missing = ?, has_thumbnail = ?,
       removed_at = CASE WHEN removed_at IS NULL THEN NULL ELSE ? END
     WHERE id = ? AND (folder, file_name, is_missing, has_thumbnail, removed_at) IS NOT (?, ?, ?, ?, ?)`,
    ...[...values, id, ...values],
  );
}

function rowCopier(restored: Database, present: Database): (id: string) => void {
  const columnsOf = (database: Database) =>
    database.all<{ name: string }>('PRAGMA table_info(media)').map(({ name }) => name);
  const known = new Set(columnsOf(restored));
  const columns = columnsOf(present).filter((name) => name !== 'seq' && known.has(name));
  const list = columns.map((name) => `"${name}"`).join(', ');
  const marks = columns.map(() => '?').join(', ');
  return (id) => {
    const row = present.get<Record<string, SqlValue>>(`SELECT ${list} FROM media WHERE id = ?`, id) ?? {};
    const values = columns.map((name) => row[name] ?? null);
    // It was deleted for good, and its result saved once more.
    restored.run(
      'DELETE FROM media WHERE job_id = ? AND position = ?',
      row.job_id ?? null,
      row.position ?? null,
    );
    restored.run(`INSERT INTO media (${list}) VALUES (${marks})`, ...values);
  };
}
