import { X } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '../../../../shared/media/files';
import { mediaUrl } from '../../../state/core/media-url';
import { classes } from '../../../ui/classes';
import { lazy, Suspense } from '../../../ui/later';

const ImageDialog = lazy(() => import('./image-dialog'));

const FileChip = lazy(() => import('./file-chip'));

interface ImageStripProps {
  files: readonly StoredFile[];
  /** The label of the list, for screen readers. */
  label: string;
  /** Present where an image can be removed. */
  onRemove?: (index: number) => void;
  className?: string;
}

const isImage = ({ kind }: StoredFile) => kind === 'image';

/** Files in a row: images as thumbnails, each of which opens large, all others by name. */
export function ImageStrip({ files, label, onRemove, className }: ImageStripProps) {
  const [open, setOpen] = useState<StoredFile | null>(null);
  const images = files.filter(isImage);
  if (files.length === 0) return null;
  return (
    <>
      <ul aria-label={label} className={classes('flex flex-wrap gap-2', className)}>
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one file may be in a message twice.
          <li key={`${file.id} ${index}`} className="relative">
            {isImage(file) ? (
              <Small image={file} onOpen={() => setOpen(file)} />
            ) : (
              <Suspense fallback={<span className="block h-12 w-64" />}>
                <FileChip file={file} />
              </Suspense>
            )}
            {onRemove !== undefined && <Remove name={file.name} onClick={() => onRemove(index)} />}
          </li>
        ))}
      </ul>
      {open !== null && (
        <Suspense>
          <ImageDialog images={images} first={images.indexOf(open)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function Small({ image, onOpen }: { image: StoredFile; onOpen: () => void }) {
  const [isBroken, setBroken] = useState(false);
  const { id, name, width, height, hasThumbnail } = image;
  return (
    <button
      type="button"
      title={`${name} · ${width} × ${height}`}
      onClick={onOpen}
      className="block size-18 overflow-hidden rounded-control border border-line bg-hover hover:border-accent"
    >
      {isBroken ? (
        <span className="block truncate px-1 text-muted text-xs">{name}: file missing</span>
      ) : (
        <img
          src={mediaUrl(id, hasThumbnail ? 'thumbnail' : 'item')}
          alt={name}
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </button>
  );
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      title={`Remove ${name}`}
      onClick={onClick}
      className="-top-1.5 -right-1.5 absolute inline-flex size-5 items-center justify-center rounded-full border border-line bg-raised text-muted hover:text-text"
    >
      <X className="size-3" aria-hidden />
      <span className="sr-only">Remove {name}</span>
    </button>
  );
}
