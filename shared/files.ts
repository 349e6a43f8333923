/** Files that are sent to a model together with a message. */
import type { FileRecord, ResultKind } from './media';
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

/** Several files of a kind, in a sentence. */
export const filesOfKind: Readonly<Record<ResultKind, string>> = {
  image: 'images',
  audio: 'audio',
  video: 'video',
  file: 'files',
};

/** What catalogues call the input of each kind. */
const inputs: Readonly<Record<ResultKind, readonly string[]>> = {
  image: ['image'],
  audio: ['audio'],
  video: ['video'],
  file: ['file', 'pdf', 'document'],
};

/**
 * Whether a model takes files of a kind. Where its capabilities are unknown, or it is not in the catalogue, the answer is
 * yes: its gateway decides.
 */
export const takesFiles = (model: Pick<Model, 'capabilities'> | undefined, kind: ResultKind): boolean => {
  const { input = [] } = model?.capabilities ?? {};
  return input.length === 0 || inputs[kind].some((name) => input.includes(name));
};

/** The kinds among these files that a model does not take, each once. */
export const refusedKinds = (
  model: Pick<Model, 'capabilities'> | undefined,
  files: readonly Pick<StoredFile, 'kind'>[],
): readonly ResultKind[] =>
  [...new Set(files.map(({ kind }) => kind))].filter((kind) => !takesFiles(model, kind));
