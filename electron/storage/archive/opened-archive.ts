import type { ArchiveManifest } from '../../../shared/archive-manifest';
import type { ZipFile } from './read-zip';

/** An archive whose manifest is read and trusted. */
export interface Opened {
  readonly zip: ZipFile;
  readonly manifest: ArchiveManifest;
  /** Unpacks an entry, checked against the manifest, counted and stoppable. */
  extract(path: string, target: string): Promise<void>;
}
