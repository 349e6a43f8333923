import { useState } from 'react';
import type { MediaItem, ResultKind } from '../../shared/media/media';
import { cutText } from '../../shared/text/cut-text';
import { formatDuration } from '../lib/format';
import { call } from '../link/call';
import { mediaUrl } from '../state/core/media-url';
import { usePagedList } from '../state/use-reported-list';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { Dialog } from '../ui/dialog';
import { isNotDecoded } from './is-decoded';

const pageSize = 60;

interface LibraryDialogProps {
  title?: string;
  kind?: OfferedKind;
  onChoose: (mediaId: string) => void;
  onClose: () => void;
}

/** Selects one result of the library to be attached or made something from, newest first. */
export default function LibraryDialog({
  title = 'Attach from the library',
  kind = 'image',
  onChoose,
  onClose,
}: LibraryDialogProps) {
  const [query, setQuery] = useState('');
  const { items, hasMore, error, more } = usePagedList(query, readers[kind]);
  const words = wordsOf[kind];
  return (
    <Dialog title={title} size="text" onClose={onClose}>
      <input
        aria-label={`Search ${words}`}
        placeholder="Search prompts"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        className="field mb-3"
      />
      {error !== null && <ErrorCard error={error} />}
      {items?.length === 0 && <p className="text-muted">{emptyText(query, words)}</p>}
      <ul
        aria-label={`${words.charAt(0).toUpperCase()}${words.slice(1)}`}
        className={classes(
          'grid min-h-0 flex-1 auto-rows-min gap-2 overflow-y-auto p-1',
          kind === 'audio' ? 'grid-cols-1' : 'grid-cols-5 max-[600px]:grid-cols-3',
        )}
      >
        {items?.map((item) => (
          <li key={item.id}>
            {kind === 'audio' ? (
              <Sound item={item} onChoose={onChoose} />
            ) : (
              <Picture item={item} onChoose={onChoose} />
            )}
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

type OfferedKind = Exclude<ResultKind, 'file'>;

const wordsOf: Readonly<Record<OfferedKind, string>> = { image: 'images', video: 'videos', audio: 'sounds' };

const emptyText = (query: string, words: string) =>
  query === '' ? `No ${words} yet. Those you generate appear here.` : `No matching ${words}`;

interface ChoiceProps {
  item: MediaItem;
  onChoose: (mediaId: string) => void;
}

function Sound({ item, onChoose }: ChoiceProps) {
  const { id, fileName, durationMs, isMissing, origin } = item;
  return (
    <button
      type="button"
      disabled={isMissing}
      onClick={() => onChoose(id)}
      className="flex w-full items-baseline gap-3 rounded-control border border-line px-3 py-2 text-left hover:border-accent disabled:opacity-55"
    >
      <span className="min-w-0 flex-1 truncate">{cutText(origin.prompt, 200) || fileName}</span>
      <span className="flex-none text-muted text-sm">
        {durationMs === null ? '' : formatDuration(durationMs)}
      </span>
    </button>
  );
}

function Picture({ item, onChoose }: ChoiceProps) {
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
      ) : item.kind === 'video' && !item.hasThumbnail ? (
        <span className="px-1 text-muted text-xs [overflow-wrap:anywhere]">
          {cutText(item.origin.prompt, 60) || item.fileName}
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
const readerOf = (kind: OfferedKind) => (query: string, cursor: string | null) =>
  call('library.page', { cursor, limit: pageSize, filter: { kind, query: query.trim() || undefined } });

const readers: Readonly<Record<OfferedKind, ReturnType<typeof readerOf>>> = {
  image: readerOf('image'),
  video: readerOf('video'),
  audio: readerOf('audio'),
};
