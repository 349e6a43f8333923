import type { ArchiveFiles } from './archive';
import type { BackupFiles, DatabaseUpkeep } from './backups';
import type { BatchStore } from './batches';
import type { BoardStore } from './boards';
import type { ConversationStore, MessageStore } from './chat';
import type { ChatEditStore } from './chat-edits';
import type { CheckStore } from './checks';
import type { ComparisonStore } from './comparisons';
import type { ExperimentStore } from './experiments';
import type { JobStore } from './jobs';
import type { LedgerReport, LedgerStore } from './ledger';
import type { LineageStore } from './lineage';
import type { MediaStore } from './media-store';
import type { PresetStore } from './presets';
import type { CatalogueStore, ProfileStore } from './profiles';
import type { PromptStore } from './prompts';
import type { SavedToolStore } from './saved-tools';
import type { SettingsStore } from './settings';
import type { FileStore } from './stored-files';

export interface Storage {
  readonly conversations: ConversationStore;
  readonly messages: MessageStore;
  readonly chatEdits: ChatEditStore;
  readonly ledger: LedgerStore;
  readonly report: LedgerReport;
  readonly profiles: ProfileStore;
  readonly settings: SettingsStore;
  readonly catalogues: CatalogueStore;
  readonly jobs: JobStore;
  readonly media: MediaStore;
  readonly boards: BoardStore;
  readonly lineage: LineageStore;
  readonly prompts: PromptStore;
  readonly presets: PresetStore;
  readonly savedTools: SavedToolStore;
  readonly comparisons: ComparisonStore;
  readonly files: FileStore;
  readonly archive: ArchiveFiles;
  readonly batches: BatchStore;
  readonly experiments: ExperimentStore;
  readonly checks: CheckStore;
  readonly backups: BackupFiles;
  readonly upkeep: DatabaseUpkeep;
  /** All or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}
