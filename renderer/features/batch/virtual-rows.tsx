import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';
import { classes } from '../../ui/classes';

interface VirtualTableProps {
  label: string;
  count: number;
  rowPx: number;
  /** Of each column, in pixels; the columns share the rest. */
  widths: readonly number[];
  head: readonly ReactNode[];
  /** Whether the last column stays in view while the others scroll beneath it. */
  keepsLast?: boolean;
  /** The cells of a row. */
  children: (index: number) => ReactNode;
  /** The visible rows, on each render. */
  onSight?: (first: number, last: number) => ReactNode;
}

const headPx = 33;
const lastInView =
  '[&_tr>td:last-child]:bg-background [&_tr>th:last-child]:z-20 [&_tr[aria-rowindex]>:last-child]:sticky [&_tr[aria-rowindex]>:last-child]:right-0';

/** A table of any length; only visible rows are in the page, the others are space above and below. */
export function VirtualTable({
  label,
  count,
  rowPx,
  widths,
  head,
  keepsLast,
  children,
  onSight,
}: VirtualTableProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { items, before, after } = useRows(scroller, count, rowPx);
  const span = widths.length;
  return (
    <section
      ref={setScroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${label}, table`}
      data-focus="batch-table"
      data-rows
      className="min-h-36 flex-1 overflow-auto outline-offset-[-2px]"
    >
      {items.length > 0 && onSight?.(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)}
      <table
        aria-label={label}
        aria-rowcount={count + 1}
        className={classes('w-full table-fixed border-separate border-spacing-0', keepsLast && lastInView)}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
      >
        <Columns widths={widths} />
        <Head cells={head} />
        <tbody>
          <Room heightPx={before} span={span} />
          {items.map(({ index }) => (
            <tr
              key={index}
              aria-rowindex={index + 2}
              style={{ height: rowPx }}
              className="[&>*]:border-line [&>*]:border-b"
            >
              {children(index)}
            </tr>
          ))}
          <Room heightPx={after} span={span} />
        </tbody>
      </table>
    </section>
  );
}

function Room({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height: heightPx }} />
    </tr>
  );
}

/** The rows in the page, and the space of those above and below them in pixels. */
function useRows(scroller: HTMLElement | null, count: number, rowPx: number) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? headPx) - headPx;
  const after = virtualizer.getTotalSize() + headPx - (items.at(-1)?.end ?? headPx);
  return { items, before, after };
}

function Columns({ widths }: { widths: readonly number[] }) {
  return (
    <colgroup>
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their position.
        <col key={at} style={{ width }} />
      ))}
    </colgroup>
  );
}

function Head({ cells }: { cells: readonly ReactNode[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {cells.map((cell, at) => (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their position.
            key={at}
            scope="col"
            className="sticky top-0 z-10 h-8 truncate border-line border-y bg-panel px-2 text-left font-medium text-muted first:pl-5"
          >
            {cell}
          </th>
        ))}
      </tr>
    </thead>
  );
}
