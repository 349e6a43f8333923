import type { ResultKind } from '../../../shared/media/media';
import type { Database, SqlValue } from '../db/driver';

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
