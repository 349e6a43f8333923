import type { ResultKind } from '../../../shared/media/media';
import type { Database, SqlValue } from '../db/driver';
import type { ArchiveManifest } from './archive-manifest';
import type { ZipFile } from './read-zip';

/** Where a file of the archive was placed, and its type by its bytes. */
export interface PlacedFile {
  readonly folder: string;
  readonly fileName: string;
  readonly kind: ResultKind;
  readonly contentType: string;
  readonly bytes: number;
}

/** What a file of a message is by its bytes, with its size where it is an image. */
export interface StoredHere {
  readonly kind: ResultKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

export interface RestoreContext {
  readonly now: number;
  /** The app was never used here: settings are imported too. */
  readonly isFresh: boolean;
  /** The data folder. */
  readonly home: string;
  readonly mediaFolder: string;
  /** Of media whose files are in the archive, by id. */
  readonly placed: ReadonlyMap<string, PlacedFile>;
  /** Of files of messages that are stored here, by id. */
  readonly stored: ReadonlyMap<string, StoredHere>;
  /** Ids that have a thumbnail. */
  readonly thumbnails: ReadonlySet<string>;
  readonly database: Database;
  /** Whether this import added that row: imported rows must not point at rows that were here before. */
  isAdded(table: string, id: SqlValue | undefined): boolean;
}

/** An archive whose manifest was read and checked against its contents. */
export interface Opened {
  readonly zip: ZipFile;
  readonly manifest: ArchiveManifest;
  /** What the manifest says about each file, by its path. */
  readonly listed: ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;
  /** Unpacks a file, checked against the manifest; progress is counted and it can be cancelled. */
  extract(path: string, target: string): Promise<void>;
}
