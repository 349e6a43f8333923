/** The copies of the database in the data folder. Their file names hold all their metadata. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup, BackupKind } from '../../../shared/app/backups';
import { AppError } from '../../../shared/errors';
import type { BackupFiles } from '../../core/ports/backups';
import { migrations } from '../db/schema';
import { storageError } from '../db/storage-error';
import { PRIVATE_FOLDER, syncFolder, writeFileWhole } from '../durable';
import { tidyAway } from '../media/tidy-away';
import { DATABASE_FILE, stampOf } from '../repair/swap';
import { UNFINISHED } from './checked-copy';
import type { DatabaseTaskResult, RunDatabaseTask } from './database-task';

export const BACKUP_FOLDER = 'backups';

const NAME =
  /^gatehouse-(daily|manual|before-restore|before-update)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/;

export const backupName = (kind: BackupKind, now: number): string => `gatehouse-${kind}-${stampOf(now)}.db`;

/** @param home a data folder that only this app uses */
export function createBackupFiles(home: string, runTask: RunDatabaseTask): BackupFiles {
  const folder = join(home, BACKUP_FOLDER);
  const pathOf = (id: string) => {
    const found = list(folder).find((backup) => backup.id === id);
    if (found === undefined) throw refusal('not_found', 'This backup is no longer in the data folder.');
    return join(folder, `gatehouse-${id}.db`);
  };
  const copy = async (from: string, to: string) => {
    const copied = await onDisk(() => runTask({ kind: 'copy', from, to, newestVersion: migrations.length }));
    refuseUnlessDone(copied);
  };
  removeUnfinished(folder);
  return {
    list: () => list(folder),
    async create(kind, now) {
      await onDisk(async () => makeFolder(folder));
      await copy(join(home, DATABASE_FILE), join(folder, backupName(kind, now)));
    },
    remove(id) {
      const path = pathOf(id);
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    },
    async scheduleRestore(id) {
      await copy(pathOf(id), join(home, RESTORE_FILE));
      await onDisk(async () => planRestore(home, id));
    },
    cancelRestore: () => cancelRestore(home),
    pendingRestoreId: () => pendingRestore(home),
  };
}

/** Overwrites one that was there before. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  chmodSync(folder, PRIVATE_FOLDER);
}

function list(folder: string): readonly Backup[] {
  return namesIn(folder)
    .flatMap((name) => describe(folder, name) ?? [])
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Empty where the folder is missing or can't be read: a list of backups must not stop the window from opening. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function describe(folder: string, name: string): Backup | null {
  const [, kind, day, ...time] = NAME.exec(name) ?? [];
  if (kind === undefined) return null;
  const [hour, minute, second, milliseconds] = time;
  const createdAt = Date.parse(`${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  const { size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
  if (size === undefined || Number.isNaN(createdAt)) return null;
  const id = name.slice('gatehouse-'.length, -'.db'.length);
  return { id, kind: kind as BackupKind, createdAt, bytes: size };
}

/** Left by a process that ended while it copied. */
function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder)) {
    if (name.includes(`.db${UNFINISHED}`)) tidyAway(join(folder, name));
  }
}

function refuseUnlessDone(result: DatabaseTaskResult): void {
  if (result === 'damaged') {
    throw refusal('storage_failed', 'The copied database is damaged, so no copy was kept.');
  }
  if (result === 'foreign') {
    throw refusal(
      'invalid_input',
      'This backup is from a newer Gatehouse. Update this one, then restore it.',
    );
  }
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw storageError(cause);
  }
}

const refusal = (code: 'not_found' | 'storage_failed' | 'invalid_input', message: string) =>
  new AppError({ code, message });

/** Which backup replaces the database at the next start, with its checked copy. */
export const RESTORE_FILE = 'gatehouse.restore.db';

const planFile = (home: string): string => join(home, 'restore.json');

/** The copy is on the disk already: a plan without one is ignored. */
function planRestore(home: string, id: string): void {
  writeFileWhole(planFile(home), JSON.stringify({ id }));
}

/** The backup's id, `null` where none is to be restored. */
export function pendingRestore(home: string): string | null {
  if (!existsSync(join(home, RESTORE_FILE))) return null;
  try {
    const plan = JSON.parse(readFileSync(planFile(home), 'utf8')) as { id?: unknown } | null;
    return typeof plan?.id === 'string' ? plan.id : null;
  } catch {
    return null;
  }
}

/** The plan is deleted first: a copy without one is only left over. */
export function cancelRestore(home: string): void {
  forgetRestore(home);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(home, RESTORE_FILE) + suffix, { force: true });
}

export function forgetRestore(home: string): void {
  rmSync(planFile(home), { force: true });
  syncFolder(home);
}
