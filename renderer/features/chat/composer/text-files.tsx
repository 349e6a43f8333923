import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from 'react';
import { attachFiles, isPicture } from '../../../parts/composer/attachments';
import { announce } from '../../../state/announce';
import { draftOf, setDraft } from '../../../state/ui/drafts';
import { IconButton } from '../../../ui/icon-button';
import { quoteFile } from './quote-file';

/** Handles files that are dropped, pasted or chosen: images are attached, text is quoted at the caret. */
export function useTextFiles(chatKey: string, input: RefObject<HTMLTextAreaElement | null>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const add = async (files: readonly File[]) => {
    setOver(false);
    if (files.length === 0) return;
    const kinds = await Promise.all(files.map(isPicture));
    const pictures = files.filter((_, index) => kinds[index]);
    const quoted = await Promise.all(files.filter((_, index) => !kinds[index]).map(quoteFile));
    const texts = quoted.flatMap((one) => (one.ok ? [one.text] : []));
    if (texts.length > 0) insert(chatKey, input.current, texts.join('\n'));
    const notQuoted = quoted.flatMap((one) => (one.ok ? [] : [one.refusal]));
    const notAttached = await attachFiles(chatKey, pictures);
    const refusals = [...notQuoted, ...notAttached];
    setRefusal(refusals.length === 0 ? null : refusals.map((one) => one.replace(/\.$/, '')).join('. '));
    const added = files.length - refusals.length;
    if (added > 0) announce(added === 1 ? 'File added' : `${added} files added`);
  };
  const target = {
    'data-over': over || undefined,
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
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void add([...event.clipboardData.files]);
    },
    onInput: () => setRefusal(null),
  };
  return { refusal, refuse: setRefusal, add, target };
}

function insert(chatKey: string, area: HTMLTextAreaElement | null, added: string): void {
  const { text } = draftOf(chatKey);
  const at = area?.selectionStart ?? text.length;
  const until = area?.selectionEnd ?? text.length;
  const before = text.slice(0, at).replace(/([^\n])$/, '$1\n\n');
  setDraft(chatKey, { text: `${before}${added}${text.slice(until)}`, error: undefined });
  const caret = before.length + added.length;
  requestAnimationFrame(() => {
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(caret, caret);
  });
}

/** The way for those who do not drag. */
export function AddTextFiles({ onFiles }: { onFiles: (files: readonly File[]) => Promise<void> }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Paperclip} label="Add text files" onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Text files"
        onChange={({ target }) => {
          void onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
