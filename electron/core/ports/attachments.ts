/** Attached images: a table of who uses which, and files named by the hash of their bytes. */
import type { Attachment, AttachmentRef, RemovedMetadata } from '../../../shared/attachments';

export type StoredImage = Omit<Attachment, 'name'>;

export interface SavedImage extends StoredImage {
  /** What was removed from its file before it was stored. */
  readonly removed: RemovedMetadata | null;
}

/** Who uses an image beside messages, which have it as a part. The draft of a chat without messages has the id `new`. */
export interface AttachmentOwner {
  readonly kind: 'queued' | 'draft';
  readonly id: string;
}

export interface AttachmentStore {
  get(id: string): StoredImage | undefined;
  put(image: StoredImage, createdAt: number): void;
  /** Sets the owner's images, in the order they are shown; replaces earlier ones. */
  setUses(owner: AttachmentOwner, refs: readonly AttachmentRef[]): void;
  usesOf(owner: AttachmentOwner): readonly Attachment[];
  /**
   * Deletes images that nothing uses any more, and those added before `addedBefore` that were never used.
   * @param release deletes an image's file. The row is deleted only after that succeeds, so a crash in between is
   * repaired at the next call.
   */
  takeUnused(addedBefore: number, release: (id: string) => void): void;
}

/** The files. Every method throws an `AppError` that says what is wrong with the disk or the image. */
export interface AttachmentFiles {
  /**
   * Stores it without metadata and upright.
   * @throws AppError `invalid_input` if the bytes are not PNG, JPEG, WebP or GIF, too many, or have too many pixels.
   */
  save(bytes: Uint8Array, name: string): Promise<SavedImage>;
  /** The same from a file elsewhere, which is not changed. */
  saveCopy(path: string, name: string): Promise<SavedImage>;
  /** As a data URL, without metadata whenever it was stored. @throws AppError `not_found` if the file no longer exists. */
  dataUrl(image: Pick<Attachment, 'id' | 'contentType' | 'name'>): Promise<string>;
  pathOf(id: string): string;
  thumbnailPath(id: string): string;
  /** Synchronous, so that nothing else runs between deleting the file and its row. */
  remove(id: string): void;
}
