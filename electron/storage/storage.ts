import { join } from 'node:path';
import type { Storage } from '../core/ports';
import { createArchiveFiles } from './archive/archive-files';
import { createAttachmentStore } from './attachment-store';
import { createBatchStore } from './batch-store';
import { createCatalogueStore } from './catalogue-store';
import { createComparisonStore } from './comparison-store';
import { createConversationStore } from './conversation-store';
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
import { createSettingsStore } from './settings-store';

/**
 * Everything the app keeps, in one data folder that exists and is ours alone until `close`.
 *
 * @throws AppError `busy`, `storage_full`, `storage_readonly` or `storage_failed`.
 */
export function openStorage(folder: string, now: number): { storage: Storage; setAside: string | null } {
  const unlock = lockFolder(folder, now);
  try {
    const { database, setAside } = openAppDatabase(folder, now);
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
        unlock();
      },
    };
    return { storage, setAside };
  } catch (cause) {
    unlock();
    throw cause;
  }
}
