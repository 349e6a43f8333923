import { ImageOff } from 'lucide-react';
import type { MediaItem } from '../../shared/media';
import { SaveAsButton } from './media-buttons';

/** Shown in place of an image that is not decoded; the file itself is whole. */
export function TooLarge({ item }: { item: MediaItem }) {
  const [width, height] = [item.width ?? 0, item.height ?? 0].map((pixels) => pixels.toLocaleString('en'));
  return (
    <div className="flex min-h-24 flex-col items-center justify-center gap-2 p-4 text-center text-muted">
      <ImageOff className="icon size-6" aria-hidden />
      <p>
        Too large to show here ({width} × {height})
      </p>
      <SaveAsButton item={item} inWords />
    </div>
  );
}
