/** Long lists with one selected row: only visible rows are in the page, the list itself has the focus. */
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo } from 'react';

export interface ChosenRowsOptions<Row extends { readonly id: string | number }> {
  readonly rows: readonly Row[];
  readonly chosenId: Row['id'] | null;
  readonly scroller: HTMLElement | null;
  readonly rowPx: number;
  /** The height of what stays above the first row, in pixels. */
  readonly headPx?: number;
  readonly onChoose: (row: Row) => void;
  /** Enter on the selected row. */
  readonly onOpen: () => void;
  /** Called once for each last row. */
  readonly onNearEnd: () => void;
}

type Rows = Virtualizer<HTMLElement, Element>;

/** More are loaded this many rows before the end. */
const loadAhead = 40;

interface ChosenRows<Id> {
  readonly virtualizer: Rows;
  /** Its place; -1 where none is selected. */
  readonly chosenAt: number;
  /** The selected row where it is in the page, for `aria-activedescendant`. */
  readonly drawnId: Id | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Arrow keys, Home and End select, Enter opens, and more rows are loaded before the end is visible. */
export function useChosenRows<Row extends { readonly id: string | number }>({
  rows,
  chosenId,
  scroller,
  rowPx,
  headPx = 0,
  onChoose,
  onOpen,
  onNearEnd,
}: ChosenRowsOptions<Row>): ChosenRows<Row['id']> {
  const chosenAt = useMemo(() => rows.findIndex(({ id }) => id === chosenId), [rows, chosenId]);
  // The selected row stays in the page while it is scrolled away: the list names it as what has the focus.
  const rangeExtractor = useCallback(
    (range: Range) => withRow(defaultRangeExtractor(range), chosenAt),
    [chosenAt],
  );
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 10,
    rangeExtractor,
    scrollPaddingStart: headPx,
  });
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= rows.length - loadAhead;
  const lastId = rows.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each last row, in lists of equal length too.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, lastId]);
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
  const isDrawn = virtualizer.getVirtualItems().some(({ index }) => index === chosenAt);
  return { virtualizer, chosenAt, drawnId: isDrawn ? chosenId : null, onKeyDown };
}

/** In the order of the list, which is the order for screen readers. */
function withRow(range: number[], at: number): number[] {
  if (at === -1 || range.includes(at)) return range;
  return at < (range[0] ?? 0) ? [at, ...range] : [...range, at];
}

interface PlacedRowsProps {
  virtualizer: Rows;
  role?: 'presentation' | 'rowgroup';
  children: (index: number) => ReactNode;
}

/** The visible rows, each at its position. */
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

const pageRows = 8;

/** The position a key moves to in a list of `count`, from position `at` (-1 for none); `null` for every other key. */
function placeAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const within = (place: number) => Math.min(count - 1, Math.max(0, place));
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
