import { Star } from 'lucide-react';
import { type DragEvent, type MouseEvent, memo } from 'react';
import { cutText } from '../../../shared/text/cut-text';
import { promptTitle } from '../../lib/prompt-title';
import { beginDrag } from '../../media/boards';
import { lengthText, placeInRun } from '../../media/media-facts';
import { Thumbnail } from '../../media/thumbnail';
import { useJob, useMedia } from '../../state/core/selectors';
import { useLibraryView } from '../../state/ui/library-view';
import { classes } from '../../ui/classes';

interface LibraryTileProps {
  id: string;
  domId: string;
  place: number;
  count: number;
  isChosen: boolean;
  isActive: boolean;
  fit: 'fit' | 'crop';
  /** Its width, in pixels. */
  tilePx: number;
  onClick: (event: MouseEvent) => void;
  onOpen: () => void;
}

/** With all that is selected, where it is; a drag that the system took over is no longer one of the page. */
function drag(event: DragEvent, id: string, isChosen: boolean): void {
  if (event.defaultPrevented) return;
  beginDrag(event.dataTransfer, isChosen ? [...useLibraryView.getState().selection.chosen] : [id]);
}

/** One result of the library. The grid around it has the focus and the keys. */
export const LibraryTile = memo(
  function LibraryTile(props: LibraryTileProps) {
    const { id, domId, place, count, isChosen, isActive, fit, tilePx, onClick, onOpen } = props;
    const item = useMedia(id);
    const job = useJob(item?.origin.jobId ?? '');
    if (item === undefined) return null;
    const inRun = placeInRun(id, item, job);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys.
      // biome-ignore lint/a11y/useFocusableInteractive: the listbox keeps the focus and names the active option.
      <div
        id={domId}
        role="option"
        aria-selected={isChosen}
        aria-setsize={count}
        aria-posinset={place}
        onClick={onClick}
        onDoubleClick={onOpen}
        draggable
        onDragStart={(event) => drag(event, id, isChosen)}
        title={[cutText(promptTitle(item.origin.prompt), 500), inRun].filter(Boolean).join(', ')}
        className={classes(
          'overflow-hidden rounded-card border bg-raised',
          isChosen ? 'border-accent' : 'border-line hover:bg-hover',
          isActive && 'outline-accent group-focus/grid:outline-2',
        )}
      >
        <div className="relative">
          <Thumbnail
            item={item}
            kind={item.kind}
            fit={fit}
            shownPx={tilePx}
            className="aspect-square w-full"
          />
          {item.durationMs !== null && (
            <span className="absolute right-1.5 bottom-1.5 rounded-sm bg-[#000000b0] px-1 text-[#fff] text-xs">
              {lengthText(item.durationMs)}
            </span>
          )}
          {item.rating !== undefined && (
            <span className="absolute bottom-1.5 left-1.5 rounded-sm bg-[#000000b0] px-1 text-[#f4bf50] text-xs">
              <span aria-hidden>{'★'.repeat(item.rating)}</span>
              <span className="sr-only">rated {item.rating} of 5</span>
            </span>
          )}
          {item.isStarred && (
            // On any image, in either theme.
            <span className="absolute top-1.5 left-1.5 rounded-sm bg-[#000000b0] p-0.5 text-[#f4bf50]">
              <Star className="icon fill-current" aria-label="starred" />
            </span>
          )}
        </div>
        <div className="px-2 py-1">
          <p className={classes('truncate', isChosen && 'text-accent')}>
            {cutText(promptTitle(item.origin.prompt), 120)}
            {inRun !== '' && <span className="sr-only">, {inRun}</span>}
          </p>
          <p className={classes('truncate text-xs', item.isMissing ? 'text-warn' : 'text-muted')}>
            {item.isMissing ? 'file missing' : item.fileName}
          </p>
        </div>
      </div>
    );
  },
  (before, after) =>
    before.id === after.id &&
    before.isChosen === after.isChosen &&
    before.isActive === after.isActive &&
    before.fit === after.fit &&
    before.tilePx === after.tilePx &&
    before.place === after.place &&
    before.count === after.count,
);
