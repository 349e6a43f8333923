/** Files that are sent to a model together with a message. */
import type { FileRecord } from './media';
import type { Model } from './models';

/** One file in the data folder, however often it is used. Its id is the SHA-256 of its bytes, in hexadecimal. */
export interface StoredFile extends FileRecord {
  /** The name of this use, shown to you. */
  readonly name: string;
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
}

/** A use of a stored file. */
export type FileRef = Pick<StoredFile, 'id' | 'name'>;

export const toRefs = (files: readonly StoredFile[]): FileRef[] =>
  files.map(({ id, name }) => ({ id, name }));

/**
 * Whether a model takes images. Where its capabilities are unknown, or it is not in the catalogue, the answer is yes:
 * its gateway decides.
 */
export const takesImages = (model: Pick<Model, 'capabilities'> | undefined): boolean =>
  model === undefined ||
  model.capabilities === null ||
  model.capabilities.input.length === 0 ||
  model.capabilities.input.includes('image');
