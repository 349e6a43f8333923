/** Backups and checks of the database. */
import type { Backup, BackupKind } from '../../../shared/app/backups';

/** Every method throws an `AppError` that says what is wrong with the disk or the backup, and changes nothing then. */
export interface BackupFiles {
  /** Newest first. */
  list(): readonly Backup[];
  /** Copies one snapshot of the database while it is in use. */
  create(kind: BackupKind, now: number): Promise<void>;
  remove(id: string): void;
  /** Prepares a checked copy that replaces the database at the next start. */
  scheduleRestore(id: string): Promise<void>;
  cancelRestore(): void;
  pendingRestoreId(): string | null;
}

export interface DatabaseUpkeep {
  /** Takes some of the newest rows into the search index, for a few milliseconds. @returns whether there may be more */
  indexSome(): boolean;
  /** True if the last run did not close the database, so it should be checked. */
  readonly isCheckDue: boolean;
  /**
   * Checks every page of the database while it is in use. A damaged search index is rebuilt; other damage is recorded,
   * and the next start repairs it.
   */
  check(): Promise<'sound' | 'rebuilt' | 'damaged'>;
}
