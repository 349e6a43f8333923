import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { oneTabStop } from '../../lib/one-tab-stop';

const rowPx = 33;
/** How many rows before the end of the list the next page is loaded. */
const loadAhead = 20;

interface HistoryRowsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Said where there are none. */
  empty: string;
  /** Where the next page begins; `null` where there is none. */
  cursor?: string | null;
  onNearEnd?: () => void;
  children: (row: Row) => ReactNode;
}

/** The history beside a tab: only the rows in sight are in the page, and all of them are one stop for Tab. */
export function HistoryRows<Row>({
  rows,
  keyOf,
  empty,
  cursor = null,
  onNearEnd,
  children,
}: HistoryRowsProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
    overscan: 12,
  });
  const list = useCallback((nav: HTMLElement) => {
    scroller.current = nav;
    return oneTabStop(nav);
  }, []);
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each page, whatever asks.
  useEffect(() => {
    if (cursor !== null && lastSeen > rows.length - loadAhead) onNearEnd?.();
  }, [cursor, lastSeen, rows.length]);
  return (
    <nav
      ref={list}
      aria-label="History"
      data-rows={rows.length}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
    >
      {rows.length === 0 && <p className="px-2 py-1 text-muted">{empty}</p>}
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            data-row={index}
            className="absolute top-0 left-0 w-full"
            style={{ height: rowPx, transform: `translateY(${start}px)` }}
          >
            {rows[index] !== undefined && children(rows[index])}
          </div>
        ))}
      </div>
    </nav>
  );
}
