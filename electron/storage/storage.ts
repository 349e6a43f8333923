import { join } from 'node:path';
import type { Storage } from '../core/ports/storage';
import { createArchiveFiles } from './archive/archive-files';
import { cancelRestore, createBackupFiles, pendingRestore } from './backup/backup-files';
import { copyBeforeUpdate } from './backup/before-update';
import { type RunDatabaseTask, runDatabaseTask } from './backup/database-task';
import { createBatchStore } from './db/batch-store';
import { createBoardStore } from './db/board-store';
import { createChatEditStore } from './db/chat-edit-store';
import { createCheckStore } from './db/check-store';
import { createComparisonStore } from './db/comparison-store';
import { createConversationStore } from './db/conversation-store';
import { releaseClosedDatabases } from './db/driver';
import { type LastEnd, lastEnd as lastEndOf, markClosed } from './db/end-mark';
import { createExperimentStore } from './db/experiment-store';
import { createFileStore } from './db/file-store';
import { createJobStore } from './db/job-store';
import { createLedgerReport } from './db/ledger-report';
import { createLedgerStore } from './db/ledger-store';
import { createLineageStore } from './db/lineage-store';
import { createMediaStore } from './db/media-store';
import { createMessageStore } from './db/message-store';
import { closeToOthers, createUpkeep, DATABASE_FILE, openAppDatabase } from './db/open-database';
import { createPresetStore } from './db/preset-store';
import { createCatalogueStore, createProfileStore } from './db/profile-store';
import { createPromptStore } from './db/prompt-store';
import { createSavedToolStore } from './db/saved-tool-store';
import { createSettingsStore } from './db/settings-store';
import { isDamage, storageError } from './db/storage-error';
import { lockFolder, whileHeld } from './folder-lock';
import type { Repair } from './repair/repair';
import { finishSwap, isSwapPlanned } from './repair/swap';
import { readVersionRecord } from './version-record';

export interface OpenedStorage {
  readonly storage: Storage;
  readonly lastEnd: LastEnd;
}

export interface StorageOptions {
  /** The path of the built archive worker; without it no archive is written or read. */
  readonly archiveWorker?: () => string | URL | Promise<string | URL>;
  /** Of the app: a version that opens the folder for the first time copies the database before. */
  readonly version?: string;
}

/**
 * Everything the app stores, in one existing data folder that only this app uses until `close`.
 *
 * @param runTask runs long work on the database; in the same process where left out
 * @throws AppError `busy`, `storage_full`, `storage_readonly` or `storage_failed`.
 */
export function openStorage(
  folder: string,
  now: number,
  runTask: RunDatabaseTask = async (task) => runDatabaseTask(task),
  { archiveWorker = noArchiveWorker }: StorageOptions = {},
): OpenedStorage {
  let lostTo: string | null = null;
  const onLost = (host: string) => {
    lostTo = host;
  };
  const unlock = lockFolder(folder, now, { onLost });
  try {
    const { database: opened, lastEnd } = openAppDatabase(folder);
    const database = whileHeld(opened, () => lostTo);
    const storage: Storage = {
      conversations: createConversationStore(database),
      messages: createMessageStore(database),
      chatEdits: createChatEditStore(database),
      ledger: createLedgerStore(database),
      report: createLedgerReport(database),
      profiles: createProfileStore(database),
      settings: createSettingsStore(database),
      catalogues: createCatalogueStore(database),
      jobs: createJobStore(database),
      media: createMediaStore(database),
      boards: createBoardStore(database),
      lineage: createLineageStore(database),
      prompts: createPromptStore(database),
      presets: createPresetStore(database),
      savedTools: createSavedToolStore(database),
      comparisons: createComparisonStore(database),
      files: createFileStore(database),
      archive: createArchiveFiles(database, {
        home: folder,
        databasePath: join(folder, DATABASE_FILE),
        worker: archiveWorker,
      }),
      batches: createBatchStore(database),
      experiments: createExperimentStore(database),
      checks: createCheckStore(database),
      backups: createBackupFiles(folder, runTask),
      upkeep: createUpkeep(database, { home: folder, lastEnd, runTask }),
      transaction: (work) => database.transaction(work),
      close() {
        database.close();
        markClosed(folder);
        unlock();
      },
    };
    return { storage, lastEnd };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

export interface StartedStorage extends OpenedStorage {
  /** How damage was repaired, `null` where there was none. */
  readonly repair: Repair | null;
  readonly restore: RestoreOutcome;
}

/** `none` where no backup was chosen. */
export type RestoreOutcome =
  | { readonly kind: 'none' | 'restored' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * The same for the start of the app: a chosen backup is restored, and a damaged database repaired, first.
 * @param now milliseconds since the epoch; part of the names of files that are set aside
 */
export async function startStorage(
  folder: string,
  now: number,
  runTask?: RunDatabaseTask,
  options?: StorageOptions,
): Promise<StartedStorage> {
  // Before anything opens it: its log would have the permissions that the file has then.
  closeToOthers(join(folder, DATABASE_FILE));
  const restore = await restoreFirst(folder, now);
  await copyFirst(folder, now, runTask, options?.version);
  const known = lastEndOf(folder) === 'damaged' ? await repair(folder, now) : null;
  try {
    return { ...openStorage(folder, now, runTask, options), repair: known, restore };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const found = await repair(folder, now);
    return { ...openStorage(folder, now, runTask, options), repair: found, restore };
  }
}

async function copyFirst(
  folder: string,
  now: number,
  runTask: RunDatabaseTask = async (task) => runDatabaseTask(task),
  version?: string,
): Promise<void> {
  if (version === undefined || readVersionRecord(folder)?.version === version) return;
  await locked(folder, now, async () => {
    // Collecting garbage takes tens of milliseconds, and a copy replaces no file.
    if (isSwapPlanned(folder)) await releaseClosedDatabases();
    finishSwap(folder);
    await keptRunning(() => copyBeforeUpdate(folder, version, now, runTask));
  });
}

const aMinuteMs = 60_000;

/** The thread that copies holds no process, and before the first window or server nothing else does. */
async function keptRunning(work: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => undefined, aMinuteMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function restoreFirst(folder: string, now: number): Promise<RestoreOutcome> {
  if (pendingRestore(folder) === null) return { kind: 'none' };
  return await alone(folder, now, async () => {
    try {
      const { restoreChosen } = await import('./backup/restore');
      await restoreChosen(folder, now);
      return { kind: 'restored' };
    } catch (cause) {
      // The app must open without it, and not fail at every start because of it.
      cancelRestore(folder);
      return { kind: 'failed', error: storageError(cause) };
    }
  });
}

const repair = (folder: string, now: number): Promise<Repair | null> =>
  alone(folder, now, async () => (await import('./repair/repair')).repairDatabase(folder, now));

/** Runs work that replaces database files while nothing else uses them, in this process or another. */
const alone = <Result>(folder: string, now: number, work: () => Promise<Result>): Promise<Result> =>
  locked(folder, now, async () => {
    try {
      await releaseClosedDatabases();
      finishSwap(folder);
      return await work();
    } finally {
      await releaseClosedDatabases();
    }
  });

async function locked<Result>(folder: string, now: number, work: () => Promise<Result>): Promise<Result> {
  const unlock = lockFolder(folder, now);
  try {
    return await work();
  } catch (cause) {
    throw storageError(cause);
  } finally {
    unlock();
  }
}

function noArchiveWorker(): never {
  throw new Error('This build has no archive worker.');
}
