import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isAskedWith } from '../../../../shared/lab/asked-with';
import { type Sweep, sliceOf } from '../../../../shared/lab/sweep';
import { IconButton } from '../../../ui/button';
import { caseText, cellAt, type GridRow, type Places } from './grid-layout';
import { firstView, type SweepView, thirdOf, withAxes } from './sweep-layout';
import { type SharedGridProps, VirtualGrid } from './virtual-grid';

interface SweepGridProps extends SharedGridProps {
  sweep: Sweep;
  rows: readonly GridRow[];
  places: Places;
}

/** One case over two axes of a sweep, at one value of the third. */
export function SweepGrid({ sweep, rows, places, ...shared }: SweepGridProps) {
  const [view, setView] = useState<SweepView>(() => firstView(sweep));
  const [caseKey, setCaseKey] = useState(rows[0]?.key);
  const row = rows.find(({ key }) => key === caseKey) ?? rows[0];
  const slice = useMemo(() => sliceOf(sweep, view), [sweep, view]);
  const at = useMemo(
    () => (line: number, column: number) => {
      const variant = slice[line]?.[column];
      return row === undefined || variant === undefined ? undefined : cellAt(places, row, variant.id);
    },
    [slice, row, places],
  );
  const isAskedAt = useMemo(
    () => (line: number, column: number) => {
      const variant = slice[line]?.[column];
      return row === undefined || variant === undefined || isAskedWith(row.case, variant.id);
    },
    [slice, row],
  );
  const down = sweep.axes[view.rows];
  const across = sweep.axes[view.columns];
  const rowHead = useMemo(() => (line: number) => <AxisValue text={down?.values[line]} />, [down]);
  const columnHead = useMemo(() => (column: number) => <AxisValue text={across?.values[column]} />, [across]);
  if (down === undefined || across === undefined) return null;
  return (
    <>
      <AxisBar {...{ sweep, view, rows }} caseKey={row?.key} onView={setView} onCase={setCaseKey} />
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
        rowHead={rowHead}
        columnHead={columnHead}
        cellAt={at}
        isAskedAt={isAskedAt}
        {...shared}
      />
    </>
  );
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
    <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 px-5 pb-2">
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
        onClick={() => onView({ ...view, rows: view.columns, columns: view.rows })}
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
          value={view.slice ?? ''}
          options={(sweep.axes[third]?.values ?? []).map((value) => [value, value] as const)}
          onChange={(slice) => onView({ ...view, slice })}
        />
      )}
      {rows.length > 1 && (
        <Choice
          label="Case"
          value={caseKey ?? ''}
          options={rows.map(
            ({ key, case: one, repeat }) => [key, `${caseText(one).slice(0, 60)} · ${repeat}`] as const,
          )}
          onChange={onCase}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-muted">
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
