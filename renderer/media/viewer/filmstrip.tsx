import { Clapperboard } from 'lucide-react';
import type { MediaItem } from '../../../shared/media/media';
import { cutText } from '../../../shared/text/cut-text';
import { promptTitle } from '../../lib/prompt-title';
import { mediaUrl } from '../../state/core/media-url';
import { useMedia } from '../../state/core/selectors';
import { classes } from '../../ui/classes';
import { WaveThumbnail } from '../player/wave-thumbnail';

interface FilmstripProps {
  ids: readonly string[];
  at: number;
  onShow: (id: string) => void;
}

/** On each side of the one that is shown. */
const neighbors = 14;

/** The results around the one that is shown; arrow keys reach all of them. */
export function Filmstrip({ ids, at, onShow }: FilmstripProps) {
  if (ids.length < 2) return null;
  const from = Math.max(0, at - neighbors);
  return (
    <div className="flex h-16 flex-none items-center justify-center gap-1 overflow-hidden border-line border-t px-3">
      {ids.slice(from, at + neighbors + 1).map((id) => (
        <Frame key={id} id={id} isCurrent={id === ids[at]} onShow={onShow} />
      ))}
    </div>
  );
}

function Frame({ id, isCurrent, onShow }: { id: string; isCurrent: boolean; onShow: (id: string) => void }) {
  const item = useMedia(id);
  if (item === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-current={isCurrent ? 'true' : undefined}
      title={cutText(promptTitle(item.origin.prompt), 300)}
      onClick={() => onShow(id)}
      className={classes(
        'flex size-12 flex-none items-center justify-center rounded-control bg-center bg-cover bg-hover text-muted',
        isCurrent ? 'outline-2 outline-accent' : 'opacity-70 hover:opacity-100',
      )}
      style={pictureOf(item)}
    >
      {item.kind === 'video' && <Clapperboard className="icon" aria-hidden />}
      {item.kind === 'audio' && <WaveThumbnail item={item} />}
      <span className="sr-only">Show {cutText(promptTitle(item.origin.prompt), 200)}</span>
    </button>
  );
}

const pictureOf = (item: MediaItem) =>
  item.kind === 'image' && !item.isMissing
    ? { backgroundImage: `url("${mediaUrl(item.id, item.hasThumbnail ? 'thumbnail' : 'item')}")` }
    : undefined;
