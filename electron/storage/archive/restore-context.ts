import type { MediaKind } from '../../../shared/modalities';
import type { Database, SqlValue } from '../db/driver';

/** Where a file of the archive was put, and what it is by its bytes. */
export interface PlacedFile {
  readonly folder: string;
  readonly fileName: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly bytes: number;
}

/** What an attached image is by its bytes. */
export interface PlacedImage {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export interface RestoreContext {
  readonly now: number;
  /** Nothing was said, made or set here yet: settings come along too. */
  readonly isFresh: boolean;
  /** The data folder. */
  readonly home: string;
  readonly mediaFolder: string;
  /** Of media whose files came along, by id. */
  readonly placed: ReadonlyMap<string, PlacedFile>;
  /** Of attached images that lie here, by id. */
  readonly images: ReadonlyMap<string, PlacedImage>;
  /** Ids whose small picture is there. */
  readonly thumbnails: ReadonlySet<string>;
  readonly database: Database;
  /** Whether this import added that row: what was here before is nobody else's to point at. */
  isAdded(table: string, id: SqlValue | undefined): boolean;
}
