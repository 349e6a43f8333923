import { Button } from '../../../ui/button';

interface OfferedPicturesProps {
  files: readonly File[];
  /** With no file it only closes the offer. */
  onAdd: (files: readonly File[]) => Promise<void>;
}

/** The picture that an office program copied with the text that was pasted. */
export function OfferedPictures({ files, onAdd }: OfferedPicturesProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 px-4 text-muted text-sm">
      <span>The clipboard also holds an image of this.</span>
      <Button className="h-6 px-2 text-sm" onClick={() => void onAdd(files)}>
        Attach this image
      </Button>
      <Button tone="quiet" className="h-6 px-2 text-sm" onClick={() => void onAdd([])}>
        Dismiss
      </Button>
    </div>
  );
}
