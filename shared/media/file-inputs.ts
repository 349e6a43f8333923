/** Which files models take. Apart from their types, which the page needs before anything is attached. */

import type { Model } from '../models/models';
import type { FileWay } from './documents';
import type { StoredFile } from './files';
import type { ResultKind } from './media';

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

type Sendable = Pick<StoredFile, 'kind' | 'document' | 'way'>;
type Taking = Pick<Model, 'capabilities'> | undefined;

/** How a file can be sent to a model; more than one only of documents. */
export function waysOf({ kind, document }: Sendable, model: Taking): readonly FileWay[] {
  if (kind !== 'file' || document === undefined) return ['file'];
  const ways: FileWay[] = takesFiles(model, 'file') ? ['file'] : [];
  if (document.characters > 0) ways.push('text');
  if (document.isDrawable && takesFiles(model, 'image')) ways.push('images');
  return ways.length === 0 ? ['file'] : ways;
}

/**
 * How a file goes to a model: as it was chosen; otherwise as a file where the model is known to take some, as text where
 * it has any, and as images of its pages else.
 */
export function wayOf(file: Sendable, model: Taking): FileWay {
  if (file.way !== undefined) return file.way;
  const ways = waysOf(file, model);
  const isStated = (model?.capabilities?.input ?? []).length > 0 && ways.includes('file');
  const [first = 'file'] = isStated ? ways : ways.filter((way) => way !== 'file');
  return first;
}

/** What a model has to take for a file that is sent so; `null` for text. */
export const inputOf = (file: Sendable, model: Taking): ResultKind | null => {
  const way = wayOf(file, model);
  if (way === 'file') return file.kind;
  return way === 'images' ? 'image' : null;
};

/** The kinds among these files that a model does not take, each once. */
export const refusedKinds = (
  model: Pick<Model, 'capabilities'> | undefined,
  files: readonly Sendable[],
): readonly ResultKind[] =>
  [...new Set(files.flatMap((file) => inputOf(file, model) ?? []))].filter(
    (kind) => !takesFiles(model, kind),
  );
