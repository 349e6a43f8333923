import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import type { MediaItem, MediaPage } from '../../../../shared/media';
import { call } from '../../../link/call';
import { mediaUrl } from '../../../state/core/media-url';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';

const pageSize = 60;

interface LibraryDialogProps {
  onChoose: (mediaId: string) => void;
  onClose: () => void;
}

/** The pictures of the library, newest first, one of them to be attached. */
export default function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  const [query, setQuery] = useState('');
  const { items, cursor, error, more } = usePictures(query);
  return (
    <Dialog title="Attach from the library" size="text" onClose={onClose}>
      <input
        aria-label="Search pictures"
        placeholder="Search prompts"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        className="field mb-3"
      />
      {error !== null && <ErrorCard error={error} />}
      {items?.length === 0 && <p className="text-muted">{emptyText(query)}</p>}
      <ul
        aria-label="Pictures"
        className="grid min-h-0 flex-1 auto-rows-min grid-cols-5 gap-2 overflow-y-auto p-1"
      >
        {items?.map((item) => (
          <li key={item.id}>
            <Picture item={item} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-none justify-end gap-2">
        {cursor !== null && <Button onClick={more}>Show more</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

const emptyText = (query: string) =>
  query === '' ? 'There are no pictures yet: those you make will be here.' : 'No picture has these words.';

function Picture({ item, onChoose }: { item: MediaItem; onChoose: (mediaId: string) => void }) {
  return (
    <button
      type="button"
      title={item.origin.prompt.slice(0, 300)}
      disabled={item.isMissing}
      onClick={() => onChoose(item.id)}
      className="block aspect-square w-full overflow-hidden rounded-control border border-line bg-hover hover:border-accent disabled:opacity-55"
    >
      <img
        src={mediaUrl(item.id, item.hasThumbnail ? 'thumbnail' : 'item')}
        alt={item.origin.prompt.slice(0, 200) || item.fileName}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </button>
  );
}

/** Its own look at the library: what the Library tab shows stays as it is. */
function usePictures(query: string) {
  const [page, setPage] = useState<MediaPage | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const ask = (cursor: string | null) =>
    call('library.page', {
      cursor,
      limit: pageSize,
      filter: { kind: 'image', query: query.trim() || undefined },
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for each query alone.
  useEffect(() => {
    let gone = false;
    void ask(null).then((answer) => {
      if (gone) return;
      if (answer.ok) setPage(answer.value);
      else setError(answer.error);
    });
    return () => {
      gone = true;
    };
  }, [query]);
  const more = async () => {
    const answer = await ask(page?.nextCursor ?? null);
    if (answer.ok)
      setPage((known) => ({ ...answer.value, items: [...(known?.items ?? []), ...answer.value.items] }));
    else setError(answer.error);
  };
  return { items: page?.items ?? null, cursor: page?.nextCursor ?? null, error, more: () => void more() };
}
