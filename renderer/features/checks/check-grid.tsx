import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { CheckResult } from '../../../shared/checks/checks';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import { classes } from '../../ui/classes';
import { differenceText, isChanged, mainFigure, outcomeLooks } from './check-text';

export interface GridRow {
  readonly key: string;
  readonly model: string;
  /** Whose answers these are, where two profiles stand side by side. */
  readonly profile: string | null;
  readonly results: Readonly<Partial<Record<ProbeId, CheckResult>>>;
  /** Whether a running check is still to ask it. */
  readonly waits: (probe: ProbeId) => boolean;
}

export interface Cell {
  readonly row: string;
  readonly probe: ProbeId;
}

interface CheckGridProps {
  label: string;
  rows: readonly GridRow[];
  probes: readonly ProbeId[];
  /** The model whose row is selected first. */
  first: string | undefined;
  onOpen: (cell: Cell) => void;
}

const rowPx = 52;
const headPx = 40;

/** Models by probes. One stop of the Tab key: arrow keys walk the cells, Enter opens one; only visible rows are drawn. */
export function CheckGrid(props: CheckGridProps) {
  const { label, rows, probes } = props;
  const { at, items, setScroller, before, after, choose, onKeyDown } = useGrid(props);
  const isDrawn = items.some(({ index }) => index === at.row);
  if (probes.length === 0) return <p className="flex-1 text-muted">Nothing was asked of this kind yet.</p>;
  return (
    <div
      ref={setScroller}
      className="min-h-40 min-w-0 flex-1 overflow-auto rounded-control border border-line"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells can be walked and opened.
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={probes.length + 1}
        aria-activedescendant={isDrawn ? cellId(at.row, at.column) : undefined}
        tabIndex={0}
        data-focus="check-grid"
        onKeyDown={onKeyDown}
        className="border-separate border-spacing-0 outline-offset-[-2px]"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes(headClass, 'left-0 z-20')}>
              Model
            </th>
            {probes.map((probe) => (
              <th
                key={probe}
                scope="col"
                title={probeFacts[probe].help}
                className={classes(headClass, 'z-10')}
              >
                {probeFacts[probe].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer heightPx={before} columns={probes.length + 1} />
          {items.map(({ index }) => (
            <Row
              key={rows[index]?.key ?? index}
              row={rows[index] as GridRow}
              index={index}
              probes={probes}
              chosen={index === at.row ? at.column : null}
              onChoose={(column) => choose({ row: index, column })}
            />
          ))}
          <Spacer heightPx={after} columns={probes.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

const headClass =
  'sticky top-0 h-10 whitespace-nowrap border-line border-b bg-panel px-2 text-left font-normal text-muted text-sm';

/** The visible rows, the selected cell, and the keys that move it. */
function useGrid({ rows, probes, first, onOpen }: CheckGridProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [at, setAt] = useState<Place>(() => ({
    row: Math.max(
      0,
      rows.findIndex(({ model }) => model === first),
    ),
    column: 0,
  }));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollPaddingStart: headPx,
  });
  useCellInView(at, scroller);
  const choose = (place: Place) => {
    const key = rows[place.row]?.key;
    const probe = probes[place.column];
    setAt(place);
    if (key !== undefined && probe !== undefined) onOpen({ row: key, probe });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeOf(event, at, { rows: rows.length, columns: probes.length });
    if (event.key === 'Enter' || event.key === ' ') choose(at);
    else if (to === null) return;
    else {
      setAt(to);
      virtualizer.scrollToIndex(to.row);
    }
    event.preventDefault();
  };
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return { at, items, setScroller, before, after, choose, onKeyDown };
}

const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));
const cellId = (row: number, column: number) => `check-cell-${row}-${column}`;

interface Place {
  readonly row: number;
  readonly column: number;
}

const rowsAPage = 8;

function placeOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | null {
  if (metaKey || altKey) return null;
  const places: Readonly<Record<string, Place>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + rowsAPage, column },
    PageUp: { row: row - rowsAPage, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? rows - 1 : row, column: columns - 1 },
  };
  const to = places[key];
  return to === undefined ? null : { row: within(to.row, rows), column: within(to.column, columns) };
}

/** The selected cell is scrolled beside the sticky first column, which would cover it. */
function useCellInView({ row, column }: Place, scroller: HTMLElement | null): void {
  useEffect(() => {
    const cell = scroller?.querySelector<HTMLElement>(`#${cellId(row, column)}`);
    const first = scroller?.querySelector<HTMLElement>('th');
    if (scroller === null || cell == null || first == null) return;
    const left = cell.offsetLeft - first.offsetWidth;
    const right = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth;
    if (scroller.scrollLeft > left) scroller.scrollLeft = left;
    else if (scroller.scrollLeft < right) scroller.scrollLeft = right;
  }, [row, column, scroller]);
}

function Spacer({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

interface RowProps {
  row: GridRow;
  index: number;
  probes: readonly ProbeId[];
  /** The selected column; `null` where another row is selected. */
  chosen: number | null;
  onChoose: (column: number) => void;
}

function Row({ row: { model, profile, results, waits }, index, probes, chosen, onChoose }: RowProps) {
  return (
    <tr aria-rowindex={index + 2} style={{ height: rowPx }}>
      <th
        scope="row"
        title={model}
        className="sticky left-0 z-10 w-52 min-w-40 max-w-52 truncate border-line border-b bg-panel px-2 text-left font-medium max-[720px]:w-32 max-[720px]:min-w-28 max-[720px]:max-w-32"
      >
        <bdi>{model}</bdi>
        {profile !== null && <span className="block truncate font-normal text-muted text-sm">{profile}</span>}
      </th>
      {probes.map((probe, column) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid.
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected.
        <td
          key={probe}
          id={cellId(index, column)}
          aria-selected={column === chosen}
          onClick={() => onChoose(column)}
          className={classes(
            'cursor-pointer whitespace-nowrap border-line border-b px-2 align-middle',
            column === chosen ? 'outline-2 outline-accent -outline-offset-2' : 'hover:bg-hover',
          )}
        >
          <Seen result={results[probe]} isAwaited={waits(probe)} />
        </td>
      ))}
    </tr>
  );
}

function Seen({ result, isAwaited }: { result: CheckResult | undefined; isAwaited: boolean }) {
  if (result === undefined) return <span className="text-muted">{isAwaited ? 'waiting' : 'not asked'}</span>;
  const { word, sign, color } = outcomeLooks[result.result];
  const figure = mainFigure(result);
  const difference = differenceText(result);
  const notes = [figure, difference, isChanged(result) ? 'changed' : null].filter((note) => note !== null);
  return (
    <>
      <span className={classes('font-medium', isAwaited ? 'text-muted' : color)}>
        <span aria-hidden>{sign} </span>
        {word}
      </span>
      {notes.length > 0 && <span className="block text-muted text-xs">{notes.join(' · ')}</span>}
    </>
  );
}
