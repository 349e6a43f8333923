/** Copies of the database that the app keeps in the data folder. */

/** `before-restore` is what was there before a backup was restored, so that the restore can be undone. */
export type BackupKind = 'daily' | 'manual' | 'before-restore';

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
  /** The one that takes the database's place when the app starts next, `null` where none does. */
  readonly pendingRestoreId: string | null;
  readonly isRunning: boolean;
}

/** How many daily backups are kept. */
export const DAILY_BACKUPS = 7;
