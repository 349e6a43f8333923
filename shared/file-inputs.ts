/** Which files models take. Apart from their types, which the page needs before anything is attached. */
import type { StoredFile } from './files';
import type { ResultKind } from './media';
import type { Model } from './models';

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
