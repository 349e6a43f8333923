import type { ArchiveManifest } from '../../../shared/archive-manifest';
import type { ZipFile } from './read-zip';

/** An archive whose manifest is read and checked against what it holds. */
export interface Opened {
  readonly zip: ZipFile;
  readonly manifest: ArchiveManifest;
  /** What the manifest says of each file, by its path. */
  readonly listed: ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;
  /** Unpacks a file, checked against the manifest, counted and stoppable. */
  extract(path: string, target: string): Promise<void>;
}
