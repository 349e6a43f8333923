import type { ClipboardEvent, DragEvent } from 'react';
import type { MediaModality } from '../../../shared/modalities/modalities';
import { addInput, freeRole } from '../../media/inputs';

/** Files that are dropped on a form or pasted into it become inputs; what its model doesn't take goes on to the page. */
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
  for (const file of files) {
    const role = freeRole(modality, file.type);
    if (role !== null) await addInput(modality, role, file);
  }
}
