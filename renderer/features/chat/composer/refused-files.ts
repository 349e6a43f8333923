import { documentTypes } from '../../../../shared/media/documents';
import { filesOfKind, refusedKinds } from '../../../../shared/media/file-inputs';
import type { StoredFile } from '../../../../shared/media/files';
import type { Model } from '../../../../shared/models/models';

/** A document that is being read may go as text: its way is found before it is sent. */
const isRead = ({ contentType, document, way }: StoredFile): boolean =>
  document !== undefined || way !== undefined || !Object.hasOwn(documentTypes, contentType);

/** Why the model does not take the files, in a sentence; `null` where it does, or may. */
export function refusalOf(model: string, known: Model | undefined, files: readonly StoredFile[]) {
  const [refused] = refusedKinds(known, files.filter(isRead));
  if (refused === undefined) return null;
  const what = filesOfKind[refused];
  return `${model} doesn’t accept ${what}: choose another model, or remove ${what.endsWith('s') ? 'them' : 'it'}`;
}
