import { useState } from 'react';
import type { MediaItem } from '../../../../shared/media/media';
import { cutText } from '../../../../shared/text/cut-text';
import { call } from '../../../link/call';
import { isNotDecoded } from '../../../media/is-decoded';
import { mediaUrl } from '../../../state/core/media-url';
import { usePagedList } from '../../../state/use-reported-list';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';

const pageSize = 60;

interface LibraryDialogProps {
  onChoose: (mediaId: string) => void;
  onClose: () => void;
}

/** Selects one image of the library to attach, newest first. */
export default function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  const [query, setQuery] = useState('');
  const { items, hasMore, error, more } = usePagedList(query, readPictures);
  return (
    <Dialog title="Attach from the library" size="text" onClose={onClose}>
      <input
        aria-label="Search images"
        placeholder="Search prompts"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        className="field mb-3"
      />
      {error !== null && <ErrorCard error={error} />}
      {items?.length === 0 && <p className="text-muted">{emptyText(query)}</p>}
      <ul
        aria-label="Images"
        className="grid min-h-0 flex-1 auto-rows-min grid-cols-5 gap-2 overflow-y-auto p-1"
      >
        {items?.map((item) => (
          <li key={item.id}>
            <Picture item={item} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-none justify-end gap-2">
        {hasMore && <Button onClick={more}>Show more</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

const emptyText = (query: string) =>
  query === '' ? 'No images yet. Images you generate appear here.' : 'No matching images';

function Picture({ item, onChoose }: { item: MediaItem; onChoose: (mediaId: string) => void }) {
  return (
    <button
      type="button"
      title={cutText(item.origin.prompt, 300)}
      disabled={item.isMissing || isNotDecoded(item)}
      onClick={() => onChoose(item.id)}
      className="block aspect-square w-full overflow-hidden rounded-control border border-line bg-hover hover:border-accent disabled:opacity-55"
    >
      {isNotDecoded(item) ? (
        <span className="px-1 text-muted text-xs">
          {item.undecoded === undefined ? 'Too large to attach' : 'Can’t be decoded'}
        </span>
      ) : (
        <img
          src={mediaUrl(item.id, item.hasThumbnail ? 'thumbnail' : 'item')}
          alt={cutText(item.origin.prompt, 200) || item.fileName}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </button>
  );
}

/** Its own filter: the Library tab does not change. */
const readPictures = (query: string, cursor: string | null) =>
  call('library.page', {
    cursor,
    limit: pageSize,
    filter: { kind: 'image', query: query.trim() || undefined },
  });
