/** What backups and checks of the database need of the world. */
import type { Backup, BackupKind } from '../../../shared/backups';

/** Every method throws an `AppError` that says what is wrong with the disk or the backup, and leaves all as it was. */
export interface BackupFiles {
  /** Newest first. */
  list(): readonly Backup[];
  /** Copies the database at one moment of it, beside whatever else is done with it. */
  create(kind: BackupKind, now: number): Promise<void>;
  remove(id: string): void;
  /** Lays a checked copy ready, which takes the database's place when the app starts next. */
  scheduleRestore(id: string): Promise<void>;
  cancelRestore(): void;
  pendingRestoreId(): string | null;
}

export interface DatabaseUpkeep {
  /** The last run did not close the database: a look at it is due. */
  readonly isCheckDue: boolean;
  /**
   * Looks at every page, beside whatever else is done. A search index that is damaged is rebuilt; other damage is
   * noted, so that the next start repairs it.
   */
  check(): Promise<'sound' | 'rebuilt' | 'damaged'>;
}
