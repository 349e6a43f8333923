import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { StoredFile } from '../../../../shared/media/files';
import { mediaUrl } from '../../../state/core/media-url';
import { Button, IconButton } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';

interface ImageDialogProps {
  images: readonly StoredFile[];
  first: number;
  onClose: () => void;
}

/** An image as large as the window allows; the arrow keys show those beside it. */
export default function ImageDialog({ images, first, onClose }: ImageDialogProps) {
  const [at, setAt] = useState(first);
  const image = images[at];
  if (image === undefined) return null;
  const step = (by: number) => setAt((now) => Math.min(images.length - 1, Math.max(0, now + by)));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
  };
  const { id, name, width, height, bytes } = image;
  return (
    <Dialog title={name} size="wide" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is inside. */}
      <div className="flex min-h-0 flex-1 flex-col gap-3" onKeyDown={onKeyDown}>
        <div className="flex min-h-0 flex-1 items-center justify-center">
          <img src={mediaUrl(id)} alt={name} className="max-h-full max-w-full object-contain" />
        </div>
        <div className="flex flex-none items-center gap-1">
          {images.length > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                label="Previous"
                keys="←"
                unusable={at === 0 && 'this is the first file'}
                onClick={() => step(-1)}
              />
              <IconButton
                icon={ChevronRight}
                label="Next"
                keys="→"
                unusable={at === images.length - 1 && 'this is the last file'}
                onClick={() => step(1)}
              />
              <span className="px-1 text-muted text-sm">
                {at + 1} / {images.length}
              </span>
            </>
          )}
          <p className="min-w-0 flex-1 truncate text-muted text-sm">
            {width} × {height} · {Math.ceil(bytes / 1024).toLocaleString('en')} kB
          </p>
          <Button autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
