import { ImageOff } from 'lucide-react';
import type { MediaItem } from '../../shared/media/media';
import { whyNotDecoded } from './is-decoded';
import { SaveAsButton } from './media-buttons';

/** Shown in place of an image that is not decoded; the file itself is whole. */
export function NotDecoded({ item }: { item: MediaItem }) {
  return (
    <div className="flex min-h-24 flex-col items-center justify-center gap-2 p-4 text-center text-muted">
      <ImageOff className="icon size-6" aria-hidden />
      <p>{whyNotDecoded(item)}</p>
      <SaveAsButton item={item} inWords />
    </div>
  );
}
