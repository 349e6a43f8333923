import { memo } from 'react';
import type { MediaItem } from '../../shared/media';
import { formatCost } from '../lib/format';
import { useMedia } from '../state/core/jobs-and-media';
import { MediaButtons } from './media-buttons';
import { sizeText } from './media-facts';
import { MediaMenu, MenuItem } from './media-menu';
import { Missing } from './missing';
import { Thumbnail } from './thumbnail';

interface PictureCardProps {
  id: string;
  onOpen: (id: string) => void;
}

/** One image among the results. */
export const PictureCard = memo(function PictureCard({ id, onOpen }: PictureCardProps) {
  const item = useMedia(id);
  if (item === undefined) return null;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised">
      {item.isMissing ? (
        <Missing />
      ) : (
        <button type="button" className="block outline-offset-[-2px]" onClick={() => onOpen(id)}>
          <span className="sr-only">Open {item.origin.prompt}</span>
          <Thumbnail item={item} kind="image" className="aspect-[3/2] w-full" />
        </button>
      )}
      <ResultText item={item}>
        {!item.isMissing && <MediaButtons item={item} />}
        <MediaMenu item={item}>
          {!item.isMissing && <MenuItem onSelect={() => onOpen(id)}>Details</MenuItem>}
        </MediaMenu>
      </ResultText>
    </article>
  );
});

interface ResultTextProps {
  item: MediaItem;
  children: React.ReactNode;
}

/** The prompt, and below it what came of it with what can be done. */
export function ResultText({ item, children }: ResultTextProps) {
  return (
    <div className="flex-none px-3 pt-2 pb-1.5">
      <p className="truncate font-medium" title={item.origin.prompt}>
        {item.origin.prompt}
      </p>
      <div className="flex min-h-7 items-center text-muted text-sm [&_button]:size-6">
        {/* Where it is narrow the size gives way: what it took is always to be read. */}
        <p className="flex min-w-0 flex-1" title={sizeText(item)}>
          <span className="truncate">{sizeText(item)}</span>
          <span className="flex-none whitespace-pre"> · </span>
          <span className="flex-none text-credit">{formatCost(item.origin.creditsUsed)}</span>
        </p>
        {children}
      </div>
    </div>
  );
}
