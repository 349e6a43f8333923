import type { Cell, Variant } from '../../../../shared/lab/experiment';
import type { Sweep } from '../../../../shared/lab/sweep';
import { onlyMoney } from '../../../../shared/money/cost';
import { meanOf } from './grid-layout';

/** How a sweep is looked at: which axis goes down, which across, and the value of the third. */
export interface SweepView {
  readonly rows: number;
  readonly columns: number;
  readonly slice: string | null;
}

export const firstView = ({ axes }: Sweep): SweepView => ({
  rows: 0,
  columns: 1,
  slice: axes[2]?.values[0] ?? null,
});

/** The axis that is neither rows nor columns; `null` where there are two. */
export const thirdOf = (sweep: Sweep, view: Pick<SweepView, 'rows' | 'columns'>): number | null => {
  const third = sweep.axes.findIndex((_, at) => at !== view.rows && at !== view.columns);
  return third === -1 ? null : third;
};

/** The next way to lay the axes out; a new third axis begins with its first value. */
export function withAxes(sweep: Sweep, rows: number, columns: number): SweepView {
  const third = thirdOf(sweep, { rows, columns });
  return { rows, columns, slice: third === null ? null : (sweep.axes[third]?.values[0] ?? null) };
}

export const swapped = (view: SweepView): SweepView => ({ ...view, rows: view.columns, columns: view.rows });

/** What keys of the grid make of a view: S swaps its axes, [ and ] go through the slices; `null` for every other key. */
export function viewAfterKey(sweep: Sweep, view: SweepView, key: string): SweepView | null {
  if (key === 's') return swapped(view);
  const by = key === '[' ? -1 : key === ']' ? 1 : 0;
  const third = thirdOf(sweep, view);
  if (by === 0 || third === null) return null;
  const values = sweep.axes[third]?.values ?? [];
  const slice = values[values.indexOf(view.slice ?? '') + by];
  return slice === undefined ? view : { ...view, slice };
}

/** `Model by Seed, Size 512x512` */
export function viewText(sweep: Sweep, view: SweepView): string {
  const label = (at: number | null) => (at === null ? '' : (sweep.axes[at]?.label ?? ''));
  const third = thirdOf(sweep, view);
  const slice = third === null ? '' : `, ${label(third)} ${view.slice}`;
  return `${label(view.rows)} by ${label(view.columns)}${slice}`;
}

/** How the values of both axes are ordered: by themselves, or by what the cells of a slice come to. */
export type AxisOrder = 'value' | 'score' | 'cost' | 'time';

export const orderWords: Readonly<Record<AxisOrder, string>> = {
  value: 'By value',
  score: 'Best score first',
  cost: 'Lowest cost first',
  time: 'Fastest first',
};

const isCounted = ({ state, isExcluded }: Cell): boolean => state === 'done' && isExcluded !== true;

/** The orders that these cells have a figure for; costs of several units have no order. */
export function ordersOf(all: Iterable<Cell>): readonly AxisOrder[] {
  const cells = [...all].filter(isCounted);
  const units = new Set(cells.flatMap(({ cost }) => (cost === undefined ? [] : [onlyMoney(cost)?.unit])));
  const has: Readonly<Record<AxisOrder, boolean>> = {
    value: true,
    score: cells.some(({ score }) => score !== undefined),
    cost: units.size === 1 && !units.has(undefined),
    time: cells.some(({ totalMs }) => totalMs !== undefined),
  };
  return (Object.keys(has) as AxisOrder[]).filter((order) => has[order]);
}

/** The lower, the further ahead; only answers count. */
function figureOf(order: Exclude<AxisOrder, 'value'>, cell: Cell): number | null {
  if (!isCounted(cell)) return null;
  if (order === 'score') return cell.score === undefined ? null : -cell.score;
  if (order === 'time') return cell.totalMs ?? null;
  return onlyMoney(cell.cost ?? null)?.amount ?? null;
}

type Slice = readonly (readonly (Variant | undefined)[])[];

interface Ordered {
  readonly slice: Slice;
  readonly down: readonly string[];
  readonly across: readonly string[];
}

/** The slice with its rows and columns in that order; lines without a figure come last. */
export function inOrder(
  { slice, down, across }: Ordered,
  order: AxisOrder,
  cellOf: (variant: Variant) => Cell | undefined,
): Ordered {
  const lineAcross = across.map((_, column) => slice.map((row) => row[column]));
  const rows = orderOf(down, slice, order, cellOf);
  const columns = orderOf(across, lineAcross, order, cellOf);
  return {
    slice: rows.map((row) => columns.map((column) => slice[row]?.[column])),
    down: rows.flatMap((row) => down[row] ?? []),
    across: columns.flatMap((column) => across[column] ?? []),
  };
}

const byValue = new Intl.Collator('en', { numeric: true }).compare;

function orderOf(
  values: readonly string[],
  lines: Slice,
  order: AxisOrder,
  cellOf: (variant: Variant) => Cell | undefined,
): readonly number[] {
  const places = values.map((_, at) => at);
  if (order === 'value') return places.sort((one, other) => byValue(values[one] ?? '', values[other] ?? ''));
  const figures = lines.map((line) => {
    const cells = line.flatMap((variant) => (variant === undefined ? [] : (cellOf(variant) ?? [])));
    return meanOf(cells.flatMap((cell) => figureOf(order, cell) ?? [])) ?? Number.POSITIVE_INFINITY;
  });
  return places.sort((one, other) => {
    const [first, second] = [figures[one] ?? 0, figures[other] ?? 0];
    return first === second ? one - other : first - second;
  });
}
