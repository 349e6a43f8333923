import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useState } from 'react';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import { classes } from '../../ui/classes';
import { CheckRow, cellId, type GridRow, headCell, rowPx } from './check-row';
import { useColumns } from './grid-columns';
import type { RowChoice } from './row-choice';

export interface Cell {
  readonly row: string;
  readonly probe: ProbeId;
}

interface CheckGridProps {
  label: string;
  rows: readonly GridRow[];
  probes: readonly ProbeId[];
  /** Whether there are columns that the person hid. */
  isHidden: boolean;
  /** The model whose row is selected first. */
  first: string | undefined;
  choice: RowChoice;
  onOpen: (cell: Cell) => void;
}

const headPx = 40;

/**
 * Models by probes. One stop of the Tab key: arrow keys walk the cells, Enter opens one; Space on a model chooses it, and
 * Shift+Space all from there. Only the rows and columns in view are drawn.
 */
export function CheckGrid(props: CheckGridProps) {
  const { label, rows, probes, choice } = props;
  const { at, items, across, setScroller, before, after, open, chooseRow, onKeyDown } = useGrid(props);
  const { columns, modelPx } = across;
  const isDrawn =
    items.some(({ index }) => index === at.row) &&
    (at.column === headCell || columns.some(({ index }) => index === at.column));
  if (probes.length === 0)
    return (
      <p className="flex-1 text-muted">
        {props.isHidden ? 'All columns are hidden.' : 'Nothing was asked of this kind yet.'}
      </p>
    );
  return (
    <div
      ref={setScroller}
      className="min-h-40 min-w-0 flex-1 overflow-auto rounded-control border border-line"
    >
      <div style={{ width: across.totalPx }}>
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
          className="table-fixed border-separate border-spacing-0 outline-offset-[-2px]"
          style={{ width: across.drawnPx, marginLeft: across.startPx }}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th
                scope="col"
                aria-colindex={1}
                className={classes(headClass, 'left-0 z-20')}
                style={{ width: modelPx }}
              >
                <AllModels choice={choice} />
              </th>
              {columns.map(({ index, widthPx }) => (
                <ProbeHead key={probes[index]} probe={probes[index]} index={index} widthPx={widthPx} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer heightPx={before} columns={columns.length + 1} />
            {items.map(({ index }) => (
              <CheckRow
                key={rows[index]?.key ?? index}
                row={rows[index] as GridRow}
                index={index}
                probes={probes}
                columns={columns}
                selected={index === at.row ? at.column : null}
                isChosen={choice.has(rows[index]?.model ?? '')}
                onOpen={(column) => open({ row: index, column })}
                onChoose={(isRange) => chooseRow(index, isRange)}
              />
            ))}
            <Spacer heightPx={after} columns={columns.length + 1} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ProbeHeadProps {
  probe: ProbeId | undefined;
  index: number;
  widthPx: number;
}

function ProbeHead({ probe, index, widthPx }: ProbeHeadProps) {
  if (probe === undefined) return null;
  const { label, help } = probeFacts[probe];
  return (
    <th
      scope="col"
      aria-colindex={index + 2}
      title={help}
      className={classes(headClass, 'z-10 truncate')}
      style={{ width: widthPx }}
    >
      {label}
    </th>
  );
}

/** Beside the heading of the models; by keys it is Ctrl+A. */
function AllModels({ choice }: { choice: RowChoice }) {
  const isPart = choice.models.length > 0 && !choice.hasAll;
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label="Choose all models"
        checked={choice.hasAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPart;
        }}
        onChange={choice.toggleAll}
      />
      Model
    </label>
  );
}

const headClass =
  'sticky top-0 h-10 whitespace-nowrap border-line border-b bg-panel px-2 text-left font-normal text-muted text-sm';

/** The visible rows, the selected cell, and the keys that move it. */
function useGrid({ rows, probes, first, choice, onOpen }: CheckGridProps) {
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
  const across = useColumns(scroller, { rows, probes });
  const open = (place: Place) => {
    const key = rows[place.row]?.key;
    const probe = probes[place.column];
    setAt(place);
    across.showColumn(place.column);
    if (key !== undefined && probe !== undefined) onOpen({ row: key, probe });
  };
  const chooseRow = (row: number, isRange: boolean) => {
    const one = rows[row];
    setAt({ row, column: headCell });
    if (one?.isOwn === true) choice.toggle(one.model, isRange);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeOf(event, at, { rows: rows.length, columns: probes.length });
    const does = actionOf(event, at);
    if (does === 'all') choice.toggleAll();
    else if (does === 'open') open(at);
    else if (does !== null) chooseRow(at.row, does === 'range');
    else if (to === null) return;
    else {
      setAt(to);
      virtualizer.scrollToIndex(to.row);
      across.showColumn(to.column);
    }
    event.preventDefault();
  };
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return { at, items, across, setScroller, before, after, open, chooseRow, onKeyDown };
}

/** What a key does at a cell, other than to move. */
function actionOf(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { column }: Place,
): 'open' | 'choose' | 'range' | 'all' | null {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') return 'all';
  if (key !== 'Enter' && key !== ' ') return null;
  if (key === ' ' && shiftKey) return 'range';
  return column === headCell ? 'choose' : 'open';
}

const within = (place: number, count: number, least = 0) => Math.max(least, Math.min(count - 1, place));

interface Place {
  readonly row: number;
  /** `headCell` for the model itself. */
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
  return to === undefined
    ? null
    : { row: within(to.row, rows), column: within(to.column, columns, headCell) };
}

function Spacer({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}
