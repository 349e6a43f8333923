import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useMemo, useState } from 'react';
import { useSize } from '../../media/stage/use-size';
import { useCoreState } from '../../state/core/core-state';
import { setSelection, useLibraryView } from '../../state/ui/library-view';
import { useResultView } from '../../state/ui/result-view';
import { extended, only, toggled } from '../../state/ui/selection';
import { classes } from '../../ui/classes';
import { libraryKeys } from './library-keys';
import { type LibraryRow, libraryRows, plainRows, rowOf } from './library-rows';
import { LibraryTile } from './library-tile';
import { useFileChecks } from './use-library';

const gapPx = 10;
const captionPx = 40;
const headingPx = 34;
const loadAhead = 3;

export interface LibraryGridProps {
  ids: readonly string[];
  onNearEnd: () => void;
  onOpen: (id: string) => void;
  onRename: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
}

/** All results as thumbnails of the chosen size; one or several are selected with mouse or keyboard. */
export function LibraryGrid(props: LibraryGridProps) {
  const { ids, onNearEnd, onOpen } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { columns, tilePx } = useColumns(scroller);
  const rows = useRows(ids, columns);
  const { selection } = useLibraryView();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (row) => (rows[row]?.kind === 'heading' ? headingPx : tilePx + captionPx + gapPx),
    overscan: 3,
    paddingStart: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tiles or groups are rows of other heights.
  useEffect(() => virtualizer.measure(), [tilePx, rows, virtualizer]);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useFileChecks(
    useMemo(() => idsIn(rows.slice(startIndex, endIndex + 1), ids), [rows, ids, startIndex, endIndex]),
  );
  const isNearEnd = endIndex >= rows.length - loadAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each length the list has.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, ids.length]);
  const onKeyDown = libraryKeys(props, rows, columns, (index) =>
    virtualizer.scrollToIndex(rowOf(rows, index)),
  );
  return (
    <div
      ref={setScroller}
      role="listbox"
      aria-label="Results"
      aria-multiselectable
      aria-activedescendant={selection.active === null ? undefined : tileId(selection.active)}
      tabIndex={0}
      data-focus="library"
      onKeyDown={onKeyDown}
      // The active option shows the focus; the ring around the list only while there is none.
      className={classes(
        'min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-offset-[-2px]',
        selection.active !== null && 'outline-none',
      )}
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="presentation"
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row row={rows[index]} {...{ ids, columns, tilePx, onOpen }} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Made again for other results alone: a star or a name changes no row. */
function useRows(ids: readonly string[], columns: number): readonly LibraryRow[] {
  const { group } = useResultView('library');
  return useMemo(() => {
    if (group === 'none') return plainRows(ids.length, columns);
    const { media } = useCoreState.getState();
    const items = ids.flatMap((id) => media[id] ?? []);
    // Removed a moment ago: the list of ids follows at once.
    if (items.length !== ids.length) return plainRows(ids.length, columns);
    return libraryRows(items, columns, group, Date.now());
  }, [ids, columns, group]);
}

function idsIn(rows: readonly LibraryRow[], ids: readonly string[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'tiles' ? ids.slice(row.from, row.from + row.count) : []));
}

interface RowProps {
  row: LibraryRow | undefined;
  ids: readonly string[];
  columns: number;
  tilePx: number;
  onOpen: (id: string) => void;
}

/** One row of tiles, or the heading of a group. */
function Row({ row, ids, columns, tilePx, onOpen }: RowProps) {
  const { selection } = useLibraryView();
  const { fit } = useResultView('library');
  if (row === undefined) return null;
  if (row.kind === 'heading') {
    return (
      <p className="truncate pt-2 text-muted text-sm" style={{ height: headingPx }} title={row.label}>
        {row.label}
      </p>
    );
  }
  return (
    <div
      role="presentation"
      className="grid"
      style={{ gap: gapPx, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {ids.slice(row.from, row.from + row.count).map((id, column) => (
        <LibraryTile
          key={id}
          {...{ id, fit, tilePx }}
          domId={tileId(id)}
          place={row.from + column + 1}
          count={ids.length}
          isChosen={selection.chosen.has(id)}
          isActive={selection.active === id}
          onClick={(event) => choose(event, id, ids)}
          onOpen={() => onOpen(id)}
        />
      ))}
    </div>
  );
}

const tileId = (id: string) => `tile-${id}`;

function choose(event: MouseEvent, id: string, ids: readonly string[]): void {
  const { selection } = useLibraryView.getState();
  if (event.shiftKey) setSelection(extended(selection, ids, id));
  else setSelection(event.ctrlKey || event.metaKey ? toggled(selection, id) : only(id));
}

const startWidthPx = 900;

function useColumns(scroller: HTMLDivElement | null) {
  const { scale } = useResultView('library');
  const width = useSize(scroller)?.width ?? startWidthPx;
  const columns = Math.max(1, Math.floor((width + gapPx) / (scale + gapPx)));
  const tilePx = Math.floor((width - gapPx * (columns - 1)) / columns);
  return { columns, tilePx };
}
