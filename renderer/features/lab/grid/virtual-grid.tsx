// biome-ignore-all lint/a11y/useSemanticElements: a native table can't hold cells that are positioned by the scroll
// position in both directions.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the chosen cell.
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Cell } from '../../../../shared/lab/experiment';
import { FastScroll, useFastScroll } from '../../../media/fast-scroll';
import { useSizes } from './cell-sizes';
import { GridCell } from './grid-cell';
import { useHandlers, useInSight, type VirtualGridProps } from './grid-keys';
import { idOf, type Place } from './place-after-key';
import { useWholeOnWheel } from './use-whole-on-wheel';

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
  const active = scroller === null ? undefined : activeId(place, lines.getVirtualItems(), shownColumns);
  useInSight(scroller, place, active !== undefined);
  useWholeOnWheel(scroller);
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
        aria-activedescendant={active}
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
