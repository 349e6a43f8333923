/** Copies of the database in the data folder. */

/**
 * `before-restore` is the database as it was before a backup was restored, so that the restore can be undone;
 * `before-update` as it was before a new version of the app first opened it.
 */
export type BackupKind = 'daily' | 'manual' | 'before-restore' | 'before-update';

export interface Backup {
  readonly id: string;
  readonly kind: BackupKind;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly bytes: number;
}

export interface Backups {
  /** Newest first. */
  readonly items: readonly Backup[];
  /** The one that replaces the database at the next start, `null` where none does. */
  readonly pendingRestoreId: string | null;
  readonly isRunning: boolean;
}

/** How many daily backups are stored. */
export const DAILY_BACKUPS = 7;
