import { type ClipboardEvent, type DragEvent, type RefObject, useCallback, useState } from 'react';

const unreachable = 'Couldn’t add the files: Gatehouse isn’t responding. Try again.';

/** Handles files that are dropped, pasted or chosen: images are attached, text is quoted at the caret. */
export function useTextFiles(chatKey: string, input: RefObject<HTMLTextAreaElement | null>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [offered, setOffered] = useState<readonly File[]>([]);
  const add = useCallback(
    async (files: readonly File[]) => {
      setOver(false);
      setOffered([]);
      if (files.length === 0) return;
      // Loaded with the tools below the field, so usually there already.
      const module = await import('./add-files').catch(() => null);
      setRefusal(module === null ? unreachable : await module.addFiles(chatKey, input.current, files));
    },
    [chatKey, input],
  );
  const target = {
    'data-over': over || undefined,
    'data-takes-files': true,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      void add([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      const isBeside = isPictureOfText(event.clipboardData.getData('text/plain'), files);
      setOffered(isBeside ? files : []);
      if (isBeside) return;
      event.preventDefault();
      void add(files);
    },
    onInput: () => setRefusal(null),
  };
  return { refusal, refuse: setRefusal, add, offered, target };
}

/** Office programs copy a picture of the text with it; file managers copy the names of the files. */
function isPictureOfText(text: string, files: readonly File[]): boolean {
  const isNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.trim().endsWith(name)));
  return text.trim() !== '' && !isNames && files.every(({ type }) => type.startsWith('image/'));
}
