/** What can be done with a data folder whose database does not open. Each step is done before the app starts again. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from '../../shared/app/backups';
import { createBackupFiles } from './backup/backup-files';
import { earlierVersion, putBackEarlier } from './backup/before-update';
import { runDatabaseTask } from './backup/database-task';
import { releaseClosedDatabases } from './db/driver';
import { markRepaired } from './db/end-mark';
import { writeFileWhole } from './durable';
import { lockFolder } from './folder-lock';
import { finishSwap, stampOf, swapDatabase } from './repair/swap';

const EMPTY = 'gatehouse.empty.db';

/**
 * Keeps the database beside its place, under another name, so that the next start begins with an empty one. Files of
 * results and attachments stay where they are.
 * @param now milliseconds since the epoch; part of the name
 * @returns where the database is kept
 * @throws {AppError} `busy` where another Gatehouse uses the folder; the disk's error, with everything as it was
 */
export async function setDatabaseAside(folder: string, now: number): Promise<string> {
  const unlock = lockFolder(folder, now);
  try {
    await releaseClosedDatabases();
    finishSwap(folder);
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, EMPTY) + suffix, { force: true });
    // To SQLite a file without bytes is an empty database.
    writeFileWhole(join(folder, EMPTY), '');
    const aside = `gatehouse.set-aside-${stampOf(now)}.db`;
    swapDatabase(folder, { replacement: EMPTY, aside });
    markRepaired(folder);
    return join(folder, aside);
  } finally {
    unlock();
  }
}

/** The backup that a person would want, `null` where there is none. */
export function newestBackup(folder: string): Backup | null {
  return backupsOf(folder).list()[0] ?? null;
}

/**
 * Lays a backup ready for the next start, which puts it in the place of the database and keeps that as a backup.
 * @throws {AppError} where the backup is gone, damaged, from a newer version, or the disk is full
 */
export async function scheduleRestore(folder: string, id: string, now: number): Promise<void> {
  const unlock = lockFolder(folder, now);
  try {
    await backupsOf(folder).scheduleRestore(id);
  } finally {
    unlock();
  }
}

/**
 * Puts the copy from before the update in the place of the database, for the earlier version to open.
 * @throws {AppError} `busy` where another Gatehouse uses the folder; the disk's error, with everything as it was
 */
export async function goBackToEarlier(folder: string, now: number): Promise<void> {
  const earlier = earlierVersion(folder);
  if (earlier === null) return;
  const unlock = lockFolder(folder, now);
  try {
    await releaseClosedDatabases();
    finishSwap(folder);
    await putBackEarlier(folder, earlier, now);
  } finally {
    unlock();
  }
}

const backupsOf = (folder: string) => createBackupFiles(folder, async (task) => runDatabaseTask(task));
