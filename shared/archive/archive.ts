/** The archive of everything the app stores, and the reports about exporting and importing one. */
import type { AppErrorData } from '../errors';

/** How much there is to export. */
export interface ArchiveSizes {
  readonly conversations: number;
  readonly messages: number;
  readonly mediaFiles: number;
  readonly mediaBytes: number;
  readonly attachmentBytes: number;
}

/** An archive's own description. */
export interface ArchiveSummary {
  readonly appVersion: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly includesMedia: boolean;
  readonly conversations: number;
  readonly messages: number;
  readonly media: number;
  readonly ledgerRows: number;
}

/** Rows of one kind that were imported, and those that existed already and stayed as they were. */
export interface ArchiveCount {
  readonly table: string;
  readonly added: number;
  readonly kept: number;
}

/** The current archive task, or the last one. `done` and `total` are bytes; a `total` of 0 means unknown. */
export interface ArchiveTask {
  readonly kind: 'export' | 'import';
  readonly state: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly error: AppErrorData | null;
  /** Of an export: its path, or the id under which the host serves it. */
  readonly path: string | null;
  readonly exportId: string | null;
  readonly bytes: number | null;
  /** Of an import. */
  readonly counts: readonly ArchiveCount[];
}
