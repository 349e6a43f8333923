import type { ArchiveManifest } from './archive-manifest';
import type { ZipFile } from './read-zip';

/** An archive whose manifest was read and checked against its contents. */
export interface Opened {
  readonly zip: ZipFile;
  readonly manifest: ArchiveManifest;
  /** What the manifest says about each file, by its path. */
  readonly listed: ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;
  /** Unpacks a file, checked against the manifest; progress is counted and it can be cancelled. */
  extract(path: string, target: string): Promise<void>;
}
