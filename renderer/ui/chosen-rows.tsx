/** Long lists of which one row is chosen: only the rows in sight are in the page, the list itself holds the focus. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { placeAfter } from '../lib/place-after';

interface ChosenRowsOptions<Row extends { readonly id: string | number }> {
  readonly rows: readonly Row[];
  readonly chosenId: Row['id'] | null;
  readonly scroller: HTMLElement | null;
  readonly rowPx: number;
  /** What stands above the first row and stays there, in pixels. */
  readonly headPx?: number;
  readonly onChoose: (row: Row) => void;
  /** Enter on the chosen row. */
  readonly onOpen: () => void;
  /** Asked once for each length the list has. */
  readonly onNearEnd: () => void;
}

type Rows = Virtualizer<HTMLElement, Element>;

/** So many rows before the end, more are asked for. */
const loadAhead = 40;

/** The arrow keys, Home and End choose, Enter opens, and more rows are asked for before the end is in sight. */
export function useChosenRows<Row extends { readonly id: string | number }>({
  rows,
  chosenId,
  scroller,
  rowPx,
  headPx = 0,
  onChoose,
  onOpen,
  onNearEnd,
}: ChosenRowsOptions<Row>): { virtualizer: Rows; onKeyDown: (event: KeyboardEvent) => void } {
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    scrollPaddingStart: headPx,
  });
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= rows.length - loadAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each length the list has.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, rows.length]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ id }) => id === chosenId);
    const to = placeAfter(event.key, at, rows.length);
    const target = to === null ? undefined : rows[to];
    if (event.key === 'Enter' && at !== -1) onOpen();
    else if (to === null || target === undefined) return;
    else {
      onChoose(target);
      virtualizer.scrollToIndex(to);
    }
    event.preventDefault();
  };
  return { virtualizer, onKeyDown };
}

interface PlacedRowsProps {
  virtualizer: Rows;
  role?: 'presentation' | 'rowgroup';
  children: (index: number) => ReactNode;
}

/** The rows in sight, each in its place. */
export function PlacedRows({ virtualizer, role = 'presentation', children }: PlacedRowsProps) {
  return (
    <div role={role} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          role="presentation"
          className="absolute top-0 left-0 w-full"
          style={{ transform: `translateY(${start}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  );
}
