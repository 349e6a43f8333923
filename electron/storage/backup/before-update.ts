/** The checked copy that a new version makes before it first opens the database, and the way back to it. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { releaseClosedDatabases } from '../db/driver';
import { markRepaired } from '../db/end-mark';
import { migrations } from '../db/schema';
import { storageError } from '../db/storage-error';
import { PRIVATE_FOLDER } from '../durable';
import { DATABASE_FILE, swapDatabase } from '../repair/swap';
import { readVersionRecord, writeVersionRecord } from '../version-record';
import { BACKUP_FOLDER, backupName, createBackupFiles } from './backup-files';
import { type RunDatabaseTask, runDatabaseTask } from './database-task';

/** Enough to go back two versions. */
const KEPT = 2;
const EARLIER = 'gatehouse.earlier.db';

/**
 * Does nothing where this version opened the folder before. Runs while nothing holds the database.
 * @param version of the app
 * @throws AppError `storage_full` or `storage_failed`; then the version is not recorded, and the next start tries again
 */
export async function copyBeforeUpdate(
  folder: string,
  version: string,
  now: number,
  runTask: RunDatabaseTask,
): Promise<void> {
  const record = readVersionRecord(folder);
  if (record?.version === version) return;
  const backupId = existsSync(join(folder, DATABASE_FILE)) ? await makeCopy(folder, now, runTask) : null;
  writeVersionRecord(folder, {
    version,
    previous: record?.version ?? null,
    backupId,
    starts: 1,
    isProven: false,
  });
}

/** @returns the backup's id; `null` for a database that can't be copied, which its opening repairs or refuses */
async function makeCopy(folder: string, now: number, runTask: RunDatabaseTask): Promise<string | null> {
  const from = join(folder, DATABASE_FILE);
  const to = join(folder, BACKUP_FOLDER, backupName('before-update', now));
  try {
    mkdirSync(join(folder, BACKUP_FOLDER), { recursive: true, mode: PRIVATE_FOLDER });
    if ((await runTask({ kind: 'copy', from, to, newestVersion: migrations.length })) !== 'done') return null;
  } catch (cause) {
    throw isFull(cause) ? noRoom(from, cause) : cause;
  }
  const files = createBackupFiles(folder, runTask);
  const copies = files.list().filter(({ kind }) => kind === 'before-update');
  for (const { id } of copies.slice(KEPT)) files.remove(id);
  return copies[0]?.id ?? null;
}

function isFull(cause: unknown): boolean {
  const known = storageError(cause);
  return known instanceof AppError && known.data.code === 'storage_full';
}

function noRoom(database: string, cause: unknown): AppError {
  const megabytes = Math.ceil(statSync(database).size / 1_000_000);
  const message = `The disk is full. A new version of Gatehouse first makes a copy of the database: free ${megabytes} MB, then try again.`;
  return new AppError({ code: 'storage_full', message }, { cause });
}

export interface EarlierVersion {
  readonly version: string;
  readonly backupId: string;
}

/** The version to go back to; `null` where the present one is proven, or no copy was made for it. */
export function earlierVersion(folder: string): EarlierVersion | null {
  const record = readVersionRecord(folder);
  if (record === null || record.isProven || record.previous === null || record.backupId === null) return null;
  const { previous: version, backupId } = record;
  return existsSync(join(folder, BACKUP_FOLDER, `gatehouse-${backupId}.db`)) ? { version, backupId } : null;
}

/**
 * Puts the copy in the place of the database, which becomes a backup itself. Runs while nothing holds the database.
 * @throws the error of the disk or SQLite, with everything as it was
 */
export async function putBackEarlier(folder: string, earlier: EarlierVersion, now: number): Promise<void> {
  const from = join(folder, BACKUP_FOLDER, `gatehouse-${earlier.backupId}.db`);
  const task = { kind: 'copy', from, to: join(folder, EARLIER), newestVersion: migrations.length } as const;
  const copied = runDatabaseTask(task);
  if (copied !== 'done') throw new Error('The copy from before the update is damaged.');
  await releaseClosedDatabases();
  swapDatabase(folder, {
    replacement: EARLIER,
    aside: `${BACKUP_FOLDER}/${backupName('before-restore', now)}`,
  });
  markRepaired(folder);
  writeVersionRecord(folder, {
    version: earlier.version,
    previous: null,
    backupId: null,
    starts: 0,
    isProven: true,
  });
}
