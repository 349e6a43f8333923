import type { ClipboardEvent, DragEvent } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { addInput, freeRole } from '../../media/inputs';
import { showProblem } from '../../state/ui/problem';

/**
 * Files that are dropped on a form or pasted into it become inputs. Where its model takes none of them they go on to the
 * page; where it takes only some, the others are named.
 */
export function takesInputs(modality: MediaModality) {
  const take = (event: DragEvent | ClipboardEvent, files: readonly File[]) => {
    const taken = files.flatMap((file) => {
      const role = freeRole(modality, file.type);
      return role === null ? [] : [{ file, role }];
    });
    if (taken.length === 0) return;
    event.preventDefault();
    void addAll(modality, files);
  };
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => take(event, [...event.dataTransfer.files]),
    onPaste: (event: ClipboardEvent) => take(event, [...event.clipboardData.files]),
  };
}

/** One after the other: each takes the next free role. */
async function addAll(modality: MediaModality, files: readonly File[]): Promise<void> {
  const left: File[] = [];
  for (const file of files) {
    const role = freeRole(modality, file.type);
    if (role === null) left.push(file);
    else await addInput(modality, role, file);
  }
  if (left.length === 0) return;
  const names = left.map(({ name }) => `“${name}”`).join(', ');
  const message = `This model doesn’t take ${names}. Choose a model that does, and add ${left.length === 1 ? 'it' : 'them'} again.`;
  showProblem(`Couldn’t add ${left.length === 1 ? 'a file' : `${left.length} files`}`, {
    code: 'invalid_input',
    message,
  });
}
