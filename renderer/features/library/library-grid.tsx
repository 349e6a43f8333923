import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FastScroll, useFastScroll } from '../../media/fast-scroll';
import { useSize } from '../../media/stage/use-size';
import { useCoreState } from '../../state/core/core-state';
import { setSelection, useLibraryView } from '../../state/ui/library-view';
import { useResultView } from '../../state/ui/result-view';
import { extended, only, toggled } from '../../state/ui/selection';
import { classes } from '../../ui/classes';
import { libraryKeys } from './library-keys';
import { filledUp, type LibraryRow, libraryRows, plainRows, rowOf, rowsOfGroups } from './library-rows';
import { LibraryTile } from './library-tile';
import { useFileChecks } from './use-library';

const gapPx = 10;
const captionPx = 40;
const headingPx = 34;
/** Rows before the end at which the next page is loaded: it is there before a fast scroll arrives. */
const loadAhead = 12;

export interface LibraryGridProps {
  ids: readonly string[];
  /** How many results there are, loaded or not. */
  total: number;
  onNearEnd: () => void;
  onOpen: (id: string) => void;
  onRename: (id: string) => void;
  onRemove: (ids: readonly string[]) => void;
}

/** All results as thumbnails of the chosen size; one or several are selected with mouse or keyboard. */
export function LibraryGrid(props: LibraryGridProps) {
  const { ids, total, onNearEnd, onOpen } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { columns, tilePx } = useColumns(scroller);
  const rows = useRows(ids, columns);
  const { virtualizer, items, slots } = useVirtualRows(scroller, rows, tilePx);
  useRowsInSight(virtualizer.range, rows, ids, onNearEnd);
  const activeRow = useActiveRow(rows, ids);
  const isActiveDrawn = items.some(({ index }) => index === activeRow);
  const isFast = useFastScroll(scroller);
  const listed = useRef(ids);
  listed.current = ids;
  const onKeyDown = libraryKeys(props, rows, columns, (index) =>
    virtualizer.scrollToIndex(rowOf(rows, index)),
  );
  return (
    <Listbox scrollerRef={setScroller} onKeyDown={onKeyDown} isDrawn={isActiveDrawn}>
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        <FastScroll value={isFast}>
          {items.map(({ index, start, size }) => (
            <div
              // Row elements are reused as you scroll.
              key={index % slots}
              role="presentation"
              className="absolute left-0 w-full [contain:layout_style]"
              style={{ top: start, height: size }}
            >
              <Row row={rows[index]} {...{ ids, listed, total, columns, tilePx, onOpen }} />
            </div>
          ))}
        </FastScroll>
      </div>
    </Listbox>
  );
}

interface ListboxProps {
  scrollerRef: (scroller: HTMLDivElement | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Whether the active option is in the page. */
  isDrawn: boolean;
  children: ReactNode;
}

function Listbox({ scrollerRef, onKeyDown, isDrawn, children }: ListboxProps) {
  const active = useLibraryView(({ selection }) => selection.active);
  return (
    <div
      ref={scrollerRef}
      role="listbox"
      aria-label="Results"
      aria-multiselectable
      aria-activedescendant={active === null || !isDrawn ? undefined : tileId(active)}
      tabIndex={0}
      data-focus="library"
      onKeyDown={onKeyDown}
      // The active option shows the focus; the ring around the list only while there is none.
      className={classes(
        'group/grid min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-offset-[-2px]',
        active !== null && 'outline-none',
      )}
    >
      {children}
    </div>
  );
}

function useVirtualRows(scroller: HTMLDivElement | null, rows: readonly LibraryRow[], tilePx: number) {
  const { rangeExtractor, slotsFor } = useRowRange(tilePx);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (row) => (rows[row]?.kind === 'heading' ? headingPx : tilePx + captionPx + gapPx),
    overscan: 3,
    rangeExtractor,
    paddingStart: 16,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tiles or groups are rows of other heights.
  useEffect(() => virtualizer.measure(), [tilePx, rows, virtualizer]);
  const items = virtualizer.getVirtualItems();
  return { virtualizer, items, slots: slotsFor(items.length) };
}

/** The row of the active option; -1 where it is not listed. */
function useActiveRow(rows: readonly LibraryRow[], ids: readonly string[]): number {
  const active = useLibraryView(({ selection }) => selection.active);
  return useMemo(() => {
    const at = active === null ? -1 : ids.indexOf(active);
    return at === -1 ? -1 : rowOf(rows, at);
  }, [rows, ids, active]);
}

/** Checks the files of the rows in sight, and asks for more near the end. */
function useRowsInSight(
  range: { readonly startIndex: number; readonly endIndex: number } | null,
  rows: readonly LibraryRow[],
  ids: readonly string[],
  onNearEnd: () => void,
): void {
  const { startIndex = 0, endIndex = 0 } = range ?? {};
  useFileChecks(
    useMemo(() => idsIn(rows.slice(startIndex, endIndex + 1), ids), [rows, ids, startIndex, endIndex]),
  );
  const isNearEnd = endIndex >= rows.length - loadAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each length the list has.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, ids.length]);
}

/**
 * The number of row elements: the highest needed so far at this tile size. The range is not asked for again where other
 * tiles leave it as it is, so the rows in the page count as well.
 */
function useRowRange(tilePx: number) {
  const most = useRef({ tilePx, rows: 0 });
  if (most.current.tilePx !== tilePx) most.current = { tilePx, rows: 0 };
  const rangeExtractor = useCallback((range: Range) => {
    const needed = defaultRangeExtractor(range);
    most.current.rows = Math.max(most.current.rows, needed.length);
    return filledUp(needed, most.current.rows, range.count);
  }, []);
  const slotsFor = (rows: number) => {
    most.current.rows = Math.max(most.current.rows, rows);
    return Math.max(1, most.current.rows);
  };
  return { rangeExtractor, slotsFor };
}

/** Made again for other results alone: a star or a name changes no row. */
function useRows(ids: readonly string[], columns: number): readonly LibraryRow[] {
  const { group } = useResultView('library');
  const groupOf = useCoreState(({ library }) => library?.groupOf);
  return useMemo(() => {
    if (groupOf !== undefined) return rowsOfGroups(ids, columns, groupOf);
    if (group === 'none') return plainRows(ids.length, columns);
    const { media } = useCoreState.getState();
    const items = ids.flatMap((id) => media[id] ?? []);
    // Already removed; the list of ids is about to update.
    if (items.length !== ids.length) return plainRows(ids.length, columns);
    return libraryRows(items, columns, group, Date.now());
  }, [ids, columns, group, groupOf]);
}

function idsIn(rows: readonly LibraryRow[], ids: readonly string[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'tiles' ? ids.slice(row.from, row.from + row.count) : []));
}

interface RowProps {
  row: LibraryRow | undefined;
  ids: readonly string[];
  /** The newest `ids`: a tile is not drawn again where only more results were loaded. */
  listed: RefObject<readonly string[]>;
  total: number;
  columns: number;
  tilePx: number;
  onOpen: (id: string) => void;
}

/** One row of tiles, or the heading of a group. A tile belongs to its column, and shows one result after the other. */
const Row = memo(function Row({ row, ids, listed, total, columns, tilePx, onOpen }: RowProps) {
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
          // biome-ignore lint/suspicious/noArrayIndexKey: its element is used again for the result that comes here.
          key={column}
          {...{ id, fit, tilePx }}
          domId={tileId(id)}
          place={row.from + column + 1}
          count={Math.max(total, ids.length)}
          isChosen={selection.chosen.has(id)}
          isActive={selection.active === id}
          onClick={(event) => choose(event, id, listed.current)}
          onOpen={() => onOpen(id)}
        />
      ))}
    </div>
  );
});

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
