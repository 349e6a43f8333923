import type { MediaItem } from '../../../../shared/media/media';
import { Thumbnail } from '../../../media/thumbnail';
import { mediaUrl, unnamedUrl } from '../../../state/core/media-url';

interface ShownMediaProps {
  item: MediaItem;
  label: string;
  /** Nothing may say which model made it. */
  isBlind?: boolean;
}

/** A result in full, with the player of the platform. */
export function ShownMedia({ item, label, isBlind = false }: ShownMediaProps) {
  const url = isBlind ? unnamedUrl(item.id) : mediaUrl(item.id);
  // Beside its votes as large as its panel, so that all of it is seen in a low window too.
  const size = isBlind ? 'max-h-full max-w-full' : 'max-h-[46vh] max-w-full';
  if (item.kind === 'image') return <img src={url} alt={label} className={`${size} rounded-card bg-hover`} />;
  if (item.kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions.
    return <audio src={url} controls aria-label={label} className="w-full" />;
  if (item.kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: generated media have no captions.
    return <video src={url} controls aria-label={label} className={size} />;
  return <Thumbnail item={item} kind={item.kind} className="h-20 w-32" />;
}
