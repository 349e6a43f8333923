/** What archives need of the world: files that are written and read piece by piece. */
import type { ArchiveCount, ArchiveSizes, ArchiveSummary } from '../../../shared/archive';

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
  /** Where results go on this computer. */
  readonly mediaFolder: string;
  readonly now: number;
}

/** Every method throws an `AppError` that says what is wrong with the disk or the archive, and leaves all as it was. */
export interface ArchiveFiles {
  sizes(): ArchiveSizes;
  /** @returns its size in bytes. */
  write(destination: string, request: ExportRequest): Promise<number>;
  /** Looks at an archive without taking anything in. */
  inspect(path: string): Promise<ArchiveSummary>;
  restore(path: string, request: ImportRequest): Promise<readonly ArchiveCount[]>;
  /** Keeps an archive that a window hands over. */
  receive(id: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Where such an archive lies. */
  receivedPath(id: string): string;
  drop(id: string): Promise<void>;
}
