// biome-ignore-all lint/a11y/useSemanticElements: a native table can't hold cells that are positioned by the scroll
// position in both directions.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the chosen cell.
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Cell } from '../../../../shared/lab/experiment';
import { commandAt } from '../../../commands/shortcuts';
import { FastScroll, useFastScroll } from '../../../media/fast-scroll';
import { enlargeCells, useSizes } from './cell-sizes';
import { GridCell } from './grid-cell';
import { type Place, placeAfterKey, placeInOrder } from './place-after-key';

interface VirtualGridProps {
  label: string;
  rowCount: number;
  columnCount: number;
  /** Rows with images are higher, as high as the person has them. */
  hasImages: boolean;
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
  /** `step` opens the next cell or the one before, in reading order. */
  onOpen: (cell: Cell, step: (by: 1 | -1) => void) => void;
  /** Another key on the chosen cell; returns whether it did something. */
  onKey: (key: string, cell: Cell | undefined) => boolean;
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
  const { label, rowCount, columnCount, hasImages, corner, columnHead, cellAt } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Place>({ row: 0, column: 0 });
  const { rowPx, columnPx, headPx, sidePx } = useSizes(scroller, props);
  const lines = useLines(scroller, { count: rowCount, px: rowPx, startPx: headPx });
  const columns = useLines(scroller, { count: columnCount, px: columnPx, startPx: sidePx, isAcross: true });
  useMeasured(lines, rowPx, headPx);
  useMeasured(columns, columnPx, sidePx);
  const isFast = useFastScroll(scroller);
  const shownColumns = columns.getVirtualItems();
  const place = within(chosen, rowCount, columnCount);
  const choose = (next: Place) => {
    setChosen(next);
    lines.scrollToIndex(next.row);
    columns.scrollToIndex(next.column);
  };
  const handlers = useHandlers(props, { place, choose, setChosen, scroller });
  useInSight(scroller, place);
  return (
    <div className="focus-frame flex min-h-[min(20rem,80vh)] flex-1 flex-col">
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
        aria-keyshortcuts={hasImages ? 'Enter Space R X + -' : 'Enter Space R X'}
        data-focus="lab-grid"
        className="min-h-0 flex-1 overflow-auto"
        style={{ '--head-px': `${headPx}px`, '--side-px': `${sidePx}px` } as React.CSSProperties}
        {...handlers}
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
  const step = useStep(props, { place, choose });
  const act = (key: string, at: Place) => actOn({ ...props, step }, key, cellAt(at.row, at.column));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const isFar = event.ctrlKey || event.metaKey;
    const next = placeAfterKey(event.key, place, { rows: rowCount, columns: columnCount, isFar });
    if (next !== null) choose(next);
    else if (isFar || !(zoomed(props, event) || act(event.key, place))) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const clicked = placeOf(event.target as Element);
    if (clicked === null) return;
    setChosen(clicked);
    scroller?.focus({ preventScroll: true });
    const isMark = (event.target as Element).closest('[data-mark]') !== null;
    act(isMark ? ' ' : 'Enter', clicked);
  };
  const onFocus = ({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) choose(place);
  };
  return { onKeyDown, onClick, onFocus };
}

/** Opens a cell beside the open one; the grid, below its dialog, goes along. */
function useStep(
  { onOpen, cellAt, rowCount, columnCount }: VirtualGridProps,
  now: Pick<Chosen, 'place' | 'choose'>,
) {
  const newest = useRef(now.place);
  newest.current = now.place;
  const step = (by: 1 | -1): void => {
    const next = placeInOrder(
      newest.current,
      by,
      { rows: rowCount, columns: columnCount },
      (at) => cellAt(at.row, at.column) !== undefined,
    );
    const cell = next && cellAt(next.row, next.column);
    if (next === null || cell == null) return;
    newest.current = next;
    now.choose(next);
    onOpen(cell, step);
  };
  return step;
}

/** Whether the keys enlarged the images, or made them smaller. */
function zoomed({ hasImages }: VirtualGridProps, { nativeEvent }: KeyboardEvent): boolean {
  const command = hasImages ? commandAt(nativeEvent, 'viewer')?.id : undefined;
  if (command === 'viewer.zoomIn') enlargeCells(1);
  else if (command === 'viewer.zoomOut') enlargeCells(-1);
  else return false;
  return true;
}

/** Returns whether the key means something for the cell. */
function actOn(
  { onOpen, onMark, onKey, step }: VirtualGridProps & { step: (by: 1 | -1) => void },
  key: string,
  cell: Cell | undefined,
): boolean {
  if (key === 'Enter' && cell !== undefined) onOpen(cell, step);
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

/** Lines that have another size now. */
function useMeasured({ measure }: { measure: () => void }, ...sizes: readonly number[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of a size measures again.
  useEffect(() => measure(), sizes);
}

/** The chosen cell, where the page around the grid is scrolled too, as in a low window. */
function useInSight(scroller: HTMLElement | null, { row, column }: Place): void {
  useEffect(() => {
    if (scroller === null || scroller !== document.activeElement) return;
    document.getElementById(idOf(row, column))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scroller, row, column]);
}

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
