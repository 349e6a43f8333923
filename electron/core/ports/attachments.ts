/** What attached images need of the world: rows that tell who uses which, and files by the hash of their bytes. */
import type { Attachment, AttachmentRef } from '../../../shared/attachments';

export type StoredImage = Omit<Attachment, 'name'>;

/** Who uses an image. The draft of a chat that has not begun has the id `new`. */
export interface AttachmentOwner {
  readonly kind: 'message' | 'queued' | 'draft';
  readonly id: string;
}

export interface AttachmentStore {
  get(id: string): StoredImage | undefined;
  put(image: StoredImage, createdAt: number): void;
  /** In the order they are shown; replaces what the owner used before. */
  setUses(owner: AttachmentOwner, refs: readonly AttachmentRef[]): void;
  usesOf(owner: AttachmentOwner): readonly Attachment[];
  /**
   * Deletes images whose last use is gone, and those added before `addedBefore` that were never used.
   * @param release deletes the file of one; its row goes only when that went well, so an end in between is made up for
   */
  takeUnused(addedBefore: number, release: (id: string) => void): void;
}

/** The files. Every method throws an `AppError` that says what is wrong with the disk or the image. */
export interface AttachmentFiles {
  /** @throws AppError `invalid_input` where the bytes are no PNG, JPEG, WebP or GIF, or too many. */
  save(bytes: Uint8Array, name: string): Promise<StoredImage>;
  /** The same with a file that lies somewhere else, and stays there. */
  saveCopy(path: string, name: string): Promise<StoredImage>;
  /** As a data URL. @throws AppError `not_found` where the file is gone. */
  dataUrl(image: Pick<Attachment, 'id' | 'contentType' | 'name'>): Promise<string>;
  pathOf(id: string): string;
  thumbnailPath(id: string): string;
  /** Not a promise: between the file and its row nothing else may happen. */
  remove(id: string): void;
}
