/** Archives: files that are written and read piece by piece. */
import type { ArchiveCount, ArchiveSizes, ArchiveSummary } from '../../../shared/archive/archive';

export interface ArchiveWork {
  /** In bytes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface ExportRequest extends ArchiveWork {
  readonly includesMedia: boolean;
  readonly appVersion: string;
  readonly createdAt: number;
}

export interface ImportRequest extends ArchiveWork {
  /** The folder for results on this computer. */
  readonly mediaFolder: string;
  readonly now: number;
}

/** Every method throws an `AppError` that says what is wrong with the disk or the archive, and changes nothing then. */
export interface ArchiveFiles {
  sizes(): ArchiveSizes;
  /** @returns its size in bytes. */
  write(destination: string, request: ExportRequest): Promise<number>;
  /** Reads what an archive contains without importing anything. */
  inspect(path: string): Promise<ArchiveSummary>;
  restore(path: string, request: ImportRequest): Promise<readonly ArchiveCount[]>;
  /** Stores an archive that a window uploads. */
  receive(id: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The path of an uploaded archive. */
  receivedPath(id: string): string;
  drop(id: string): Promise<void>;
}
