/** Files that go with messages: a table of who uses which, and files named by the hash of their bytes. */
import type { DocumentFacts } from '../../../shared/media/documents';
import type { FileRef, RemovedMetadata, StoredFile } from '../../../shared/media/files';
import type { FileRecord } from '../../../shared/media/media';
import type { ImageFit } from '../../../shared/run/image-fit';

export interface NewFile extends FileRecord {
  /** What was removed from its file before it was stored. */
  readonly removed: RemovedMetadata | null;
  /** The format that it had, as people know it, where that is none that models take. */
  readonly convertedFrom?: string;
}

/** Who uses a file beside messages, which have it as a part. The draft of a chat without messages has the id `new`. */
export interface FileOwner {
  readonly kind: 'queued' | 'draft';
  readonly id: string;
}

export interface FileStore {
  get(id: string): FileRecord | undefined;
  put(file: FileRecord, createdAt: number): void;
  /** Keeps what was read of a document with its file. */
  setDocument(id: string, document: DocumentFacts): void;
  /** Sets the owner's files, in the order they are shown; replaces earlier ones. */
  setUses(owner: FileOwner, refs: readonly FileRef[]): void;
  usesOf(owner: FileOwner): readonly StoredFile[];
  /**
   * Deletes files that nothing uses any more, and those added before `addedBefore` that were never used.
   * @param release deletes the file on the disk. The row is deleted only after that succeeds, so a crash in between is
   * repaired at the next call.
   */
  takeUnused(addedBefore: number, release: (id: string) => void): void;
}

/** The files. Every method throws an `AppError` that says what is wrong with the disk or the file. */
export interface StoredFiles {
  /**
   * Stores a file of any kind: an image without metadata and upright, everything else as it is.
   * @throws AppError `invalid_input` if it is empty or too large, or an image that can't be sent or has too many pixels
   */
  save(bytes: Uint8Array, name: string): Promise<NewFile>;
  /** The same from a file elsewhere, which is not changed. */
  saveCopy(path: string, name: string): Promise<NewFile>;
  /**
   * Its bytes as they are sent: an image without metadata whenever it was stored.
   * @throws AppError `not_found` if the file no longer exists
   */
  base64(file: Pick<StoredFile, 'id' | 'kind' | 'contentType' | 'name'>): Promise<string>;
  /** @throws AppError `not_found` if it no longer exists, or if its bytes are no longer those that were stored */
  verify(file: Pick<StoredFile, 'id' | 'name'>): Promise<void>;
  /** Its bytes, read from the disk while they are sent. @throws AppError `not_found` if it no longer exists */
  open(file: Pick<StoredFile, 'id' | 'contentType' | 'name'>): Promise<Blob>;
  /**
   * Stores the same image in another form.
   * @throws Error where it can't be decoded or is too large then
   */
  fitted(file: Pick<StoredFile, 'id' | 'name'>, fit: ImageFit): Promise<NewFile>;
  pathOf(id: string): string;
  thumbnailPath(id: string): string;
  /** Synchronous, so that nothing else runs between deleting the file and its row. */
  remove(id: string): void;
}
