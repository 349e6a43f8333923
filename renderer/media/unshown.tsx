import type { MediaItem } from '../../shared/media/media';
import { bytesText } from '../lib/file-words';
import { cantShow } from './can-show';
import { MediaButtons } from './media-buttons';
import { iconOfKind } from './thumbnail';

/** Shown in place of a result that the page has no decoder for: what it is, and how to open it elsewhere. */
export function Unshown({ item }: { item: MediaItem }) {
  const Icon = iconOfKind[item.kind];
  return (
    <section
      aria-label={cantShow(item)}
      className="flex min-h-40 w-full max-w-[480px] flex-col items-center justify-center gap-2 rounded-card bg-hover p-4 text-center text-muted"
    >
      <Icon className="icon size-6" aria-hidden />
      <p className="text-text">{cantShow(item)}</p>
      <p className="text-sm">
        {item.contentType} · {bytesText(item.bytes)}.{' '}
        {item.isCut === true
          ? 'Part of the file is missing.'
          : 'The file is complete; open it in another app.'}
      </p>
      <div className="flex">
        <MediaButtons item={item} inWords />
      </div>
    </section>
  );
}
