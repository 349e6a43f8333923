import { ArrowLeftRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { isAskedWith } from '../../../../shared/lab/asked-with';
import type { Cell, ExperimentCase, Variant } from '../../../../shared/lab/experiment';
import { type Sweep, sliceOf } from '../../../../shared/lab/sweep';
import { cutText } from '../../../../shared/text/cut-text';
import { announce } from '../../../state/announce';
import { IconButton } from '../../../ui/button';
import { FilterChoice } from '../../../ui/filter-choice';
import { GridBar } from './grid-bar';
import { caseText, cellAt, type GridRow, type Places } from './grid-layout';
import {
  type AxisOrder,
  firstView,
  inOrder,
  ordersOf,
  orderWords,
  type SweepView,
  swapped,
  thirdOf,
  viewAfterKey,
  viewText,
  withAxes,
} from './sweep-layout';
import { type SharedGridProps, VirtualGrid } from './virtual-grid';

interface SweepGridProps extends SharedGridProps {
  sweep: Sweep;
  rows: readonly GridRow[];
  places: Places;
  /** Of the bar above. */
  begin: ReactNode;
  end: ReactNode;
}

/** One case over two axes of a sweep, at one value of the third. */
export function SweepGrid({ sweep, rows, places, begin, end, ...shared }: SweepGridProps) {
  const [view, setView] = useState<SweepView>(() => firstView(sweep));
  const [caseKey, setCaseKey] = useState(rows[0]?.key);
  const [order, setOrder] = useState<AxisOrder | undefined>();
  const row = rows.find(({ key }) => key === caseKey) ?? rows[0];
  const cells = useSweepCells({ sweep, view, row, places, order });
  const orders = useMemo(() => ordersOf(places.values()), [places]);
  const down = sweep.axes[view.rows];
  const across = sweep.axes[view.columns];
  if (down === undefined || across === undefined) return null;
  const onKey = (key: string, cell: Cell | undefined): boolean => {
    const next = viewAfterKey(sweep, view, key);
    if (next === null) return shared.onKey(key, cell);
    setView(next);
    announce(viewText(sweep, next));
    return true;
  };
  return (
    <>
      <GridBar>
        {begin}
        <AxisBar {...{ sweep, view, rows }} caseKey={row?.key} onView={setView} onCase={setCaseKey} />
        <FilterChoice
          label="Order"
          every="Order of the axes"
          value={order}
          options={orders.map((one) => [one, orderWords[one]] as const)}
          onChange={(to) => setOrder(to as AxisOrder | undefined)}
          isFilter={false}
        />
        {end}
      </GridBar>
      <VirtualGrid
        label="Sweep"
        rowCount={down.values.length}
        columnCount={across.values.length}
        corner={
          <span className="text-sm">
            {down.label} ↓<br />
            {across.label} →
          </span>
        }
        headLines={headLines(across.values)}
        {...cells}
        {...shared}
        onKey={onKey}
      />
    </>
  );
}

interface SweepCells extends Pick<SweepGridProps, 'sweep' | 'places'> {
  view: SweepView;
  row: GridRow | undefined;
  order: AxisOrder | undefined;
}

/** The heads and cells of a slice, in the order that is asked for. */
function useSweepCells({ sweep, view, row, places, order }: SweepCells) {
  return useMemo(() => {
    const cellOf = ({ id }: Variant) => (row === undefined ? undefined : cellAt(places, row, id));
    const given = {
      slice: sliceOf(sweep, view),
      down: sweep.axes[view.rows]?.values ?? [],
      across: sweep.axes[view.columns]?.values ?? [],
    };
    const { slice, down, across } = order === undefined ? given : inOrder(given, order, cellOf);
    const variantAt = (line: number, column: number) => slice[line]?.[column];
    return {
      rowHead: (line: number) => <AxisValue text={down[line]} />,
      columnHead: (column: number) => <AxisValue text={across[column]} />,
      cellAt: (line: number, column: number) => {
        const variant = variantAt(line, column);
        return variant === undefined ? undefined : cellOf(variant);
      },
      isAskedAt: (line: number, column: number) => {
        const variant = variantAt(line, column);
        return row === undefined || variant === undefined || isAskedWith(row.case, variant.id);
      },
    };
  }, [sweep, view, row, places, order]);
}

/** A value is shown with at most four lines; a line holds at least so many characters. */
const mostLines = 4;
const lineCharacters = 22;

/** Two for the corner, which names both axes. */
const headLines = (values: readonly string[]): number =>
  Math.min(mostLines, Math.max(2, ...values.map(({ length }) => Math.ceil(length / lineCharacters))));

const AxisValue = ({ text = '' }: { text?: string | undefined }) => (
  <span className="line-clamp-4 font-medium [overflow-wrap:anywhere]" title={text}>
    {text}
  </span>
);

interface AxisBarProps {
  sweep: Sweep;
  view: SweepView;
  rows: readonly GridRow[];
  caseKey: string | undefined;
  onView: (view: SweepView) => void;
  onCase: (key: string) => void;
}

/** Which axis goes down and which across, the value of the third, and the case. */
function AxisBar({ sweep, view, rows, caseKey, onView, onCase }: AxisBarProps) {
  const third = thirdOf(sweep, view);
  const axes = sweep.axes.map(({ label }, at) => [String(at), label] as const);
  return (
    <>
      <Choice
        label="Rows"
        value={String(view.rows)}
        options={axes}
        onChange={(to) =>
          onView(withAxes(sweep, Number(to), Number(to) === view.columns ? view.rows : view.columns))
        }
      />
      <IconButton
        icon={ArrowLeftRight}
        label="Swap rows and columns"
        keys="S"
        onClick={() => onView(swapped(view))}
      />
      <Choice
        label="Columns"
        value={String(view.columns)}
        options={axes}
        onChange={(to) =>
          onView(withAxes(sweep, Number(to) === view.rows ? view.columns : view.rows, Number(to)))
        }
      />
      {third !== null && (
        <Choice
          label={sweep.axes[third]?.label ?? ''}
          title="Keys in the grid: [ and ]"
          value={view.slice ?? ''}
          options={(sweep.axes[third]?.values ?? []).map((value) => [value, value] as const)}
          onChange={(slice) => onView({ ...view, slice })}
        />
      )}
      {rows.length > 1 && (
        <Choice
          label="Case"
          value={caseKey ?? ''}
          options={rows.map(({ key, case: one, repeat }) => [key, `${caseName(one)} · ${repeat}`] as const)}
          onChange={onCase}
        />
      )}
    </>
  );
}

const caseName = (one: ExperimentCase): string => cutText(caseText(one), 60) || `Case ${one.id}`;

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  title?: string;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, title, onChange }: ChoiceProps) {
  return (
    <label title={title} className="flex min-w-0 items-center gap-2 text-muted">
      {label}
      <select
        className="field h-8 w-auto max-w-52 py-0 text-text"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
