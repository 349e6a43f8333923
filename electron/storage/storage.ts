import { join } from 'node:path';
import type { Storage } from '../core/ports';
import { createArchiveFiles } from './archive/archive-files';
import { createAttachmentStore } from './attachment-store';
import { createBatchStore } from './batch-store';
import { createCatalogueStore } from './catalogue-store';
import { createComparisonStore } from './comparison-store';
import { createConversationStore } from './conversation-store';
import { releaseClosedDatabases } from './driver';
import { type LastEnd, lastEnd as lastEndOf, markClosed } from './end-mark';
import { lockFolder } from './folder-lock';
import { createJobStore } from './job-store';
import { createLedgerReport } from './ledger-report';
import { createLedgerStore } from './ledger-store';
import { createMediaStore } from './media-store';
import { createMessageStore } from './message-store';
import { DATABASE_FILE, openAppDatabase } from './open-database';
import { createPresetStore } from './preset-store';
import { createProfileStore } from './profile-store';
import { createPromptStore } from './prompt-store';
import { type Repair, repairDatabase } from './repair/repair';
import { finishSwap } from './repair/swap';
import { createSettingsStore } from './settings-store';
import { isDamage, storageError } from './storage-error';

export interface OpenedStorage {
  readonly storage: Storage;
  readonly lastEnd: LastEnd;
}

/**
 * Everything the app keeps, in one data folder that exists and is ours alone until `close`.
 *
 * @throws AppError `busy`, `storage_full`, `storage_readonly` or `storage_failed`.
 */
export function openStorage(folder: string, now: number): OpenedStorage {
  const unlock = lockFolder(folder, now);
  try {
    const { database, lastEnd } = openAppDatabase(folder);
    const storage: Storage = {
      conversations: createConversationStore(database),
      messages: createMessageStore(database),
      ledger: createLedgerStore(database),
      report: createLedgerReport(database),
      profiles: createProfileStore(database),
      settings: createSettingsStore(database),
      catalogues: createCatalogueStore(database),
      jobs: createJobStore(database),
      media: createMediaStore(database),
      prompts: createPromptStore(database),
      presets: createPresetStore(database),
      comparisons: createComparisonStore(database),
      attachments: createAttachmentStore(database),
      archive: createArchiveFiles(folder, join(folder, DATABASE_FILE), database),
      batches: createBatchStore(database),
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

/**
 * The same for the start of the app: a database that is damaged is repaired first.
 * @param now milliseconds since the epoch; names what is set aside
 */
export async function openRepairedStorage(
  folder: string,
  now: number,
): Promise<OpenedStorage & { readonly repair: Repair | null }> {
  const known = lastEndOf(folder) === 'damaged' ? await repair(folder, now) : null;
  try {
    return { ...openStorage(folder, now), repair: known };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const found = await repair(folder, now);
    return { ...openStorage(folder, now), repair: found };
  }
}

async function repair(folder: string, now: number): Promise<Repair | null> {
  const unlock = lockFolder(folder, now);
  try {
    await releaseClosedDatabases();
    finishSwap(folder);
    return await repairDatabase(folder, now);
  } catch (cause) {
    throw storageError(cause);
  } finally {
    await releaseClosedDatabases();
    unlock();
  }
}
