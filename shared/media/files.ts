/** Files that are sent to a model together with a message. */
import type { FileWay } from './documents';
import type { FileRecord } from './media';

/** One file in the data folder, however often it is used. Its id is the SHA-256 of its bytes, in hexadecimal. */
export interface StoredFile extends FileRecord {
  /** The name of this use, shown to you. */
  readonly name: string;
  /** How this use is sent; absent until it is chosen, and for all that only goes as a file. */
  readonly way?: FileWay;
}

/**
 * What is removed from an image when it is attached: `photo` is where, with what and by whom it was taken, `text` is
 * any other text or data in the file.
 */
export type RemovedMetadata = 'photo' | 'text';

/** The answer to attaching a file. */
export interface AddedFile extends StoredFile {
  /** Absent where the file held nothing to remove. */
  readonly removed?: RemovedMetadata;
  /** The format that it had, as people know it, where it was converted to one that models take. */
  readonly convertedFrom?: string;
}

/** A use of a stored file. */
export type FileRef = Pick<StoredFile, 'id' | 'name' | 'way'>;

export const refTo = ({ id, name, way }: FileRef): FileRef => ({ id, name, ...(way && { way }) });

export const toRefs = (files: readonly StoredFile[]): FileRef[] => files.map(refTo);
