import { useEffect, useRef } from 'react';
import { useDraft } from '../../../state/ui/drafts';
import { Button } from '../../../ui/button';

interface OfferedPicturesProps {
  chatKey: string;
  files: readonly File[];
  /** With no file it only closes the offer. */
  onAdd: (files: readonly File[]) => Promise<void>;
}

/** The picture that an office program copied with the text that was pasted; it goes with that text. */
export function OfferedPictures({ chatKey, files, onAdd }: OfferedPicturesProps) {
  const { text } = useDraft(chatKey);
  const before = useRef('');
  useEffect(() => {
    // The offer is there before the browser has typed the text.
    if (text === '' && before.current !== '') void onAdd([]);
    before.current = text;
  }, [text, onAdd]);
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 px-4 text-muted text-sm">
      <span>The clipboard also holds an image of this.</span>
      <Button className="h-6! px-2! text-sm" onClick={() => void onAdd(files)}>
        Attach this image
      </Button>
      <Button tone="quiet" className="h-6! px-2! text-sm" onClick={() => void onAdd([])}>
        Dismiss
      </Button>
    </div>
  );
}
