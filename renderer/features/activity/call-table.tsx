// biome-ignore-all lint/a11y/useSemanticElements: a native table can't hold rows that are positioned by the scroll
// offset.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the selected row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys.
import { useLayoutEffect, useRef, useState } from 'react';
import { modelText } from '../../../shared/modalities/modalities';
import type { LedgerRow } from '../../../shared/money/ledger';
import { units } from '../../../shared/money/money-units';
import { PlacedRows, useChosenRows } from '../../ui/chosen-rows';
import { classes } from '../../ui/classes';
import { useActivityData } from './activity-data';
import { useActivityView } from './activity-view';
import { amountText, latencyText, rowText, statusText, timeText, toneOf } from './row-text';

const rowPx = 28;
const columns =
  'grid min-w-[calc(720px*var(--text-scale)+112px)] grid-cols-[calc(148px*var(--text-scale))_minmax(96px,1fr)_minmax(0,1.4fr)_calc(84px*var(--text-scale))_calc(72px*var(--text-scale))_calc(96px*var(--text-scale))_minmax(0,1fr)] items-center gap-x-3 px-5';
const headings = ['Time', 'Operation', 'Model', 'Credits', 'Latency', 'Status', 'Request id'] as const;
const isFigure = (heading: string) => heading === 'Credits' || heading === 'Latency';

/** Every call of the selection, newest first; selected with the mouse or the arrow keys, opened with Enter. */
export function CallTable({ onOpen, onNearEnd }: { onOpen: () => void; onNearEnd: () => void }) {
  const rows = useActivityData((data) => data.rows);
  const total = useActivityData((data) => data.total);
  const chosenId = useActivityView((view) => view.chosenId);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const choose = (row: LedgerRow) => useActivityView.setState({ chosenId: row.id });
  const { virtualizer, drawnId, onKeyDown } = useChosenRows({
    rows,
    chosenId,
    scroller,
    rowPx,
    onOpen,
    onChoose: choose,
    // The row of headings stays above the rows.
    headPx: rowPx,
    onNearEnd,
  });
  useStillWhereRead(rows, scroller);
  return (
    <div
      role="grid"
      aria-label="Calls"
      aria-rowcount={total + 1}
      aria-activedescendant={drawnId === null ? undefined : rowId(drawnId)}
      tabIndex={0}
      data-focus="activity"
      onKeyDown={onKeyDown}
      ref={setScroller}
      className="min-h-[168px] flex-1 overflow-y-auto outline-offset-[-2px]"
    >
      <Headings />
      <PlacedRows virtualizer={virtualizer} role="rowgroup">
        {(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <CallRow
              row={row}
              place={index + 2}
              isChosen={row.id === chosenId}
              onClick={() => {
                choose(row);
                onOpen();
              }}
            />
          );
        }}
      </PlacedRows>
    </div>
  );
}

const rowId = (id: number) => `ledger-${id}`;

function Headings() {
  const unit = useActivityData((data) => data.unit);
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes(
        columns,
        'sticky top-0 z-10 h-7 border-line border-b bg-background text-muted text-sm',
      )}
    >
      {headings.map((heading) => (
        <div
          key={heading}
          role="columnheader"
          className={classes('truncate', isFigure(heading) && 'text-right')}
        >
          {heading === 'Credits' ? units[unit].heading : heading}
        </div>
      ))}
    </div>
  );
}

/** New calls appear at the top; where you have scrolled down, the visible rows stay. */
function useStillWhereRead(rows: readonly LedgerRow[], scroller: HTMLDivElement | null): void {
  const first = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const before = first.current;
    first.current = rows[0]?.id;
    if (before === undefined || scroller === null || scroller.scrollTop === 0) return;
    const added = rows.findIndex(({ id }) => id === before);
    if (added > 0) scroller.scrollTop += added * rowPx;
  }, [rows, scroller]);
}

interface CallRowProps {
  row: LedgerRow;
  place: number;
  isChosen: boolean;
  onClick: () => void;
}

function CallRow({ row, place, isChosen, onClick }: CallRowProps) {
  const cells: readonly (readonly [string, string])[] = [
    [timeText(row.at), 'tabular-nums'],
    [rowText(row), row.outcome === 'outside' ? 'text-warn' : ''],
    [row.model === null ? '–' : modelText(row.model), ''],
    [
      amountText(row.amount, row.unit),
      classes('text-right', row.amount === null ? 'text-warn' : 'text-credit'),
    ],
    [latencyText(row), 'text-right'],
    [statusText(row), toneOf(row)],
    [row.requestId ?? '–', 'font-mono text-muted'],
  ];
  return (
    <div
      id={rowId(row.id)}
      role="row"
      aria-rowindex={place}
      aria-selected={isChosen}
      onClick={onClick}
      className={classes(columns, 'hover:bg-hover', isChosen && 'bg-hover')}
      style={{ height: rowPx }}
    >
      {cells.map(([text, tone], index) => (
        <div key={headings[index]} role="gridcell" className={classes('truncate', tone)} title={text}>
          {text}
        </div>
      ))}
    </div>
  );
}
