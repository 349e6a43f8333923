/** Everything the app keeps as one file, and what is told of making and reading one. */
import type { AppErrorData } from './errors';

/** How much there is to take along. */
export interface ArchiveSizes {
  readonly conversations: number;
  readonly messages: number;
  readonly mediaFiles: number;
  readonly mediaBytes: number;
  readonly attachmentBytes: number;
}

/** What an archive says of itself. */
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

/** Rows of one kind that came in, and those that were here already and stayed as they were. */
export interface ArchiveCount {
  readonly table: string;
  readonly added: number;
  readonly kept: number;
}

/** What is being done with an archive, or was done last. `done` and `total` are bytes; `total` 0 is not known. */
export interface ArchiveTask {
  readonly kind: 'export' | 'import';
  readonly state: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly error: AppErrorData | null;
  /** Of an export: where it lies, or the id under which the host serves it. */
  readonly path: string | null;
  readonly exportId: string | null;
  readonly bytes: number | null;
  /** Of an import. */
  readonly counts: readonly ArchiveCount[];
}
