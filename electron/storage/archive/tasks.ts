/** Archive tasks as values that can be sent to a thread, and their results. */
import type { ArchiveCount, ArchiveSummary } from '../../../shared/archive/archive';
import type { AppErrorData } from '../../../shared/errors';

interface OfApp {
  /** The data folder. */
  readonly home: string;
  readonly databasePath: string;
}

export interface ExportTask extends OfApp {
  readonly kind: 'export';
  readonly destination: string;
  readonly includesMedia: boolean;
  readonly appVersion: string;
  readonly createdAt: number;
}

export interface ImportTask extends OfApp {
  readonly kind: 'import';
  readonly path: string;
  readonly mediaFolder: string;
  readonly now: number;
}

export interface InspectTask {
  readonly kind: 'inspect';
  readonly path: string;
}

export type ArchiveTask = ExportTask | ImportTask | InspectTask;

/** By the kind of task. */
export interface TaskResults {
  /** The size of the archive in bytes. */
  readonly export: number;
  readonly import: readonly ArchiveCount[];
  readonly inspect: ArchiveSummary;
}

export interface TaskHooks {
  /** In bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: { readonly aborted: boolean };
  /** Called with true once the task holds the database's write lock, and with false when it has given it back. */
  readonly onLock: (isHeld: boolean) => void;
}

/** What the thread is started with. */
export interface ThreadOrder {
  readonly task: ArchiveTask;
  /** One 32-bit number; 1 means stop. */
  readonly stop: SharedArrayBuffer;
  /** One 32-bit number, odd while the thread holds the database's write lock; it grows each time. */
  readonly lock: SharedArrayBuffer;
}

export type ThreadMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: AppErrorData };
