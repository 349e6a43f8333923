// biome-ignore-all lint/a11y/useSemanticElements: a native table can't hold cells that are positioned by the scroll
// position in both directions.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the chosen cell.
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from 'react';
import type { Cell } from '../../../../shared/lab/experiment';
import { FastScroll, useFastScroll } from '../../../media/fast-scroll';
import { useCoreState } from '../../../state/core/core-state';
import { GridCell } from './grid-cell';
import { type Place, placeAfterKey } from './place-after-key';

interface VirtualGridProps {
  label: string;
  rowCount: number;
  columnCount: number;
  /** Rows with pictures are higher. */
  hasMedia: boolean;
  corner: ReactNode;
  /** The lines of text that the highest head of a column has. */
  headLines: number;
  rowHead: (row: number) => ReactNode;
  columnHead: (column: number) => ReactNode;
  cellAt: (row: number, column: number) => Cell | undefined;
  /** Whether the case of the row is asked with the variant of the column. */
  isAskedAt: (row: number, column: number) => boolean;
  marked: ReadonlySet<number>;
  onMark: (cell: Cell) => void;
  onOpen: (cell: Cell) => void;
  /** Another key on the chosen cell; returns whether it did something. */
  onKey: (key: string, cell: Cell | undefined) => boolean;
}

const linePx = 19;

const scales = { small: 0.92, medium: 1, large: 1.15, largest: 1.3 } as const;

/** The sizes of the grid, in pixels, at the text size of the settings. */
function useSizes(hasMedia: boolean, headLines: number) {
  const scale = scales[useCoreState(({ app }) => app?.settings.textSize ?? 'medium')];
  return {
    rowPx: Math.round((hasMedia ? 132 : 98) * scale),
    columnPx: Math.round(212 * scale),
    headPx: Math.round((14 + linePx * headLines) * scale),
    sidePx: Math.round(168 * scale),
  };
}

/** What a view of an experiment hands on to its grid; rows, columns and heads are the view's own. */
export type SharedGridProps = Omit<
  VirtualGridProps,
  | ('label' | 'rowCount' | 'columnCount' | 'corner' | 'headLines')
  | ('rowHead' | 'columnHead' | 'cellAt' | 'isAskedAt')
>;

/**
 * A grid of any size: only what is visible is in the page. The grid itself has the focus; arrow keys choose a cell, Enter
 * opens it and Space marks it.
 */
export function VirtualGrid(props: VirtualGridProps) {
  const { label, rowCount, columnCount, hasMedia, corner, columnHead, cellAt } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Place>({ row: 0, column: 0 });
  const { rowPx, columnPx, headPx, sidePx } = useSizes(hasMedia, props.headLines);
  const lines = useLines(scroller, { count: rowCount, px: rowPx, startPx: headPx });
  const columns = useLines(scroller, { count: columnCount, px: columnPx, startPx: sidePx, isAcross: true });
  const isFast = useFastScroll(scroller);
  const shownColumns = columns.getVirtualItems();
  const place = within(chosen, rowCount, columnCount);
  const choose = (next: Place) => {
    setChosen(next);
    lines.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  const { onKeyDown, onClick } = useHandlers(props, { place, choose, setChosen, scroller });
  return (
    <div
      ref={setScroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columnCount + 1}
      aria-multiselectable
      aria-activedescendant={
        scroller === null ? undefined : activeId(place, lines.getVirtualItems(), shownColumns)
      }
      aria-keyshortcuts="Enter Space R X"
      data-focus="lab-grid"
      className="min-h-40 flex-1 overflow-auto outline-offset-[-2px]"
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        role="presentation"
        className="relative"
        style={{ width: columns.getTotalSize(), height: lines.getTotalSize() }}
      >
        <HeadRow {...{ corner, columnHead, columns: shownColumns, headPx, sidePx }} />
        <FastScroll value={isFast}>
          <div role="rowgroup">
            {lines.getVirtualItems().map(({ index, start }) => (
              <GridLine
                key={index}
                row={index}
                topPx={start}
                heightPx={rowPx}
                sidePx={sidePx}
                columns={shownColumns}
                chosenColumn={place.row === index ? place.column : -1}
                head={props.rowHead}
                cellAt={cellAt}
                isAskedAt={props.isAskedAt}
                marked={props.marked}
              />
            ))}
          </div>
        </FastScroll>
      </div>
    </div>
  );
}

interface Chosen {
  place: Place;
  /** Chooses a cell and shows it. */
  choose: (place: Place) => void;
  setChosen: (place: Place) => void;
  scroller: HTMLElement | null;
}

function useHandlers(props: VirtualGridProps, { place, choose, setChosen, scroller }: Chosen) {
  const { rowCount, columnCount, cellAt } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const isFar = event.ctrlKey || event.metaKey;
    const next = placeAfterKey(event.key, place, { rows: rowCount, columns: columnCount, isFar });
    if (next !== null) choose(next);
    else if (isFar || !actOn(props, event.key, cellAt(place.row, place.column))) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const clicked = placeOf(event.target as Element);
    if (clicked === null) return;
    setChosen(clicked);
    scroller?.focus({ preventScroll: true });
    const isMark = (event.target as Element).closest('[data-mark]') !== null;
    actOn(props, isMark ? ' ' : 'Enter', cellAt(clicked.row, clicked.column));
  };
  return { onKeyDown, onClick };
}

/** Returns whether the key means something for the cell. */
function actOn({ onOpen, onMark, onKey }: VirtualGridProps, key: string, cell: Cell | undefined): boolean {
  if (key === 'Enter' && cell !== undefined) onOpen(cell);
  else if (key === ' ' && cell !== undefined) onMark(cell);
  else return onKey(key.toLowerCase(), cell);
  return true;
}

/** The cell that an element belongs to. */
function placeOf(element: Element): Place | null {
  const [row, column] =
    element.closest<HTMLElement>('[data-place]')?.dataset.place?.split(',').map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

const idOf = (row: number, column: number): string => `lab-cell-${row}-${column}`;

const within = ({ row, column }: Place, rows: number, columns: number): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
});

/** Absent while it is scrolled out of the page. */
function activeId(
  { row, column }: Place,
  rows: readonly VirtualItem[],
  columns: readonly VirtualItem[],
): string | undefined {
  const isThere = rows.some(({ index }) => index === row) && columns.some(({ index }) => index === column);
  return isThere ? idOf(row, column) : undefined;
}

interface Lines {
  count: number;
  px: number;
  startPx: number;
  isAcross?: boolean;
}

const useLines = (scroller: HTMLElement | null, { count, px, startPx, isAcross = false }: Lines) =>
  useVirtualizer<HTMLElement, Element>({
    count,
    horizontal: isAcross,
    getScrollElement: () => scroller,
    estimateSize: () => px,
    overscan: isAcross ? 1 : 3,
    paddingStart: startPx,
    scrollPaddingStart: startPx,
  });

interface HeadRowProps {
  corner: ReactNode;
  columnHead: (column: number) => ReactNode;
  columns: readonly VirtualItem[];
  headPx: number;
  sidePx: number;
}

const HeadRow = memo(function HeadRow({ corner, columnHead, columns, headPx, sidePx }: HeadRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 border-line border-y bg-panel"
      style={{ height: headPx }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-10 h-full border-line border-r bg-panel px-3 py-2 font-medium text-muted"
        style={{ width: sidePx }}
      >
        {corner}
      </div>
      {columns.map(({ index, start, size }) => (
        <div
          key={index}
          role="columnheader"
          aria-colindex={index + 2}
          className="absolute top-0 h-full overflow-hidden border-line border-r px-2 py-1.5"
          style={{ left: start, width: size }}
        >
          {columnHead(index)}
        </div>
      ))}
    </div>
  );
});

interface GridLineProps {
  row: number;
  topPx: number;
  heightPx: number;
  sidePx: number;
  columns: readonly VirtualItem[];
  /** -1 where the chosen cell is in another row. */
  chosenColumn: number;
  head: (row: number) => ReactNode;
  cellAt: (row: number, column: number) => Cell | undefined;
  isAskedAt: (row: number, column: number) => boolean;
  marked: ReadonlySet<number>;
}

/** One row; drawn again only where something of it changed. */
const GridLine = memo(function GridLine(props: GridLineProps) {
  const { row, topPx, heightPx, sidePx, columns, chosenColumn, head, cellAt, isAskedAt, marked } = props;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="absolute top-0 left-0 w-full border-line border-b"
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky left-0 z-10 h-full overflow-hidden border-line border-r bg-background px-3 py-2"
        style={{ width: sidePx }}
      >
        {head(row)}
      </div>
      {columns.map(({ index, start, size }) => {
        const cell = cellAt(row, index);
        return (
          <GridCell
            key={index}
            id={idOf(row, index)}
            place={`${row},${index}`}
            cell={cell}
            isAsked={isAskedAt(row, index)}
            leftPx={start}
            widthPx={size}
            isChosen={index === chosenColumn}
            isMarked={cell !== undefined && marked.has(cell.id)}
          />
        );
      })}
    </div>
  );
});
