/** Cases × variants as rows and columns; nothing here knows the page. */
import type { Cell, Experiment, ExperimentCase, Variant } from '../../../../shared/lab/experiment';
import { summarizeVariant, type VariantSummary } from '../../../../shared/lab/statistics/summary';
import { amountIn, type Cost } from '../../../../shared/money/cost';
import type { Amount } from '../../../../shared/money/money';
import { moneyUnits } from '../../../../shared/money/money-units';

/** A case, asked once with each variant. */
export interface GridRow {
  readonly key: string;
  readonly case: ExperimentCase;
  /** From 1. */
  readonly repeat: number;
}

/** Each repeat of a case is a row of its own, so that no answer hides another. */
export const rowsOf = (cases: readonly ExperimentCase[], repeats: number): readonly GridRow[] =>
  cases.flatMap((one) =>
    Array.from({ length: repeats }, (_, at) => ({ key: `${one.id}.${at + 1}`, case: one, repeat: at + 1 })),
  );

export type Places = ReadonlyMap<string, Cell>;

const placeOf = (caseId: number, variantId: number, repeat: number): string =>
  `${caseId}.${variantId}.${repeat}`;

/** The cells by their place in the grid. */
export const placesOf = (cells: Iterable<Cell>): Places =>
  new Map([...cells].map((cell) => [placeOf(cell.caseId, cell.variantId, cell.repeat), cell]));

export const cellAt = (places: Places, row: GridRow, variantId: number): Cell | undefined =>
  places.get(placeOf(row.case.id, variantId, row.repeat));

export type CellFilter = 'failed' | 'unclear' | 'passed' | 'errors' | 'differ' | 'excluded';

const isBroken = ({ state }: Pick<Cell, 'state'>) =>
  state === 'failed' || state === 'interrupted' || state === 'stopped';

/** Cells that may be sent again without asking for something that is already there. */
export const canMend = (cell: Pick<Cell, 'state'>): boolean => isBroken(cell);

/** Whether a row is shown: one of its cells is what the filter asks for, or its verdicts differ. */
function isShown(row: readonly Cell[], filter: CellFilter): boolean {
  switch (filter) {
    case 'errors':
      return row.some(isBroken);
    case 'excluded':
      return row.some((cell) => cell.isExcluded === true);
    case 'differ':
      return new Set(row.flatMap(({ verdict }) => verdict ?? [])).size > 1;
    default:
      return row.some(({ verdict }) => verdict === filter);
  }
}

export interface GridSort {
  /** A variant, whose scores decide; `null` for the mean of a row. */
  readonly variantId: number | null;
  readonly isDescending: boolean;
}

interface Arranged {
  readonly rows: readonly GridRow[];
  readonly variants: readonly Pick<Variant, 'id'>[];
  readonly places: Places;
}

/** The rows that a filter leaves, in the order of their cases or of their scores; those without a score come last. */
export function arrangeRows(
  { rows, variants, places }: Arranged,
  filter: CellFilter | undefined,
  sort: GridSort | null,
): readonly GridRow[] {
  const cellsOf = (row: GridRow) => variants.flatMap(({ id }) => cellAt(places, row, id) ?? []);
  const shown = filter === undefined ? rows : rows.filter((row) => isShown(cellsOf(row), filter));
  if (sort === null) return shown;
  const scored = shown.map((row) => {
    const cells = cellsOf(row).filter((cell) => sort.variantId === null || cell.variantId === sort.variantId);
    return { row, score: meanOf(cells.flatMap(({ score }) => score ?? [])) };
  });
  const sign = sort.isDescending ? -1 : 1;
  return scored
    .sort((one, other) => {
      if (one.score === null || other.score === null)
        return Number(one.score === null) - Number(other.score === null);
      return sign * (one.score - other.score);
    })
    .map(({ row }) => row);
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** What the head of a column says of its cells; excluded ones count for its cost alone. */
export interface ColumnFigures {
  readonly summary: VariantSummary;
  readonly cost: Cost;
  readonly hasUnknownCost: boolean;
  /** The median time from sending to the end. */
  readonly medianMs: number | null;
}

/** The figures of every variant in one pass. */
export function columnFigures(cells: Iterable<Cell>): ReadonlyMap<number, ColumnFigures> {
  const byVariant = groupBy(cells, ({ variantId }) => variantId);
  return new Map([...byVariant].map(([id, own]) => [id, figuresOf(id, own)]));
}

/** Items by a key, in their order. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function figuresOf(variantId: number, all: readonly Cell[]): ColumnFigures {
  const cells = all.filter((cell) => cell.isExcluded !== true);
  const times = cells.flatMap(({ totalMs }) => totalMs ?? []).sort((one, other) => one - other);
  return {
    summary: summarizeVariant(variantId, all),
    cost: sumOf(all),
    hasUnknownCost: all.some(
      ({ state, cost }) => cost === undefined && (state === 'done' || state === 'interrupted'),
    ),
    medianMs: times[Math.floor(times.length / 2)] ?? null,
  };
}

function sumOf(cells: readonly Cell[]): Cost {
  return moneyUnits.flatMap((unit) => {
    const amounts = cells.flatMap(({ cost }) => (cost === undefined ? [] : (amountIn(cost, unit) ?? [])));
    if (amounts.length === 0) return [];
    return [{ unit, amount: amounts.reduce((sum, one) => sum + one, 0) as Amount }];
  });
}

/** What tells cases apart in a narrow column: their values, without names where there is one. */
export function caseText({ variables, note }: Pick<ExperimentCase, 'variables' | 'note'>): string {
  const values = Object.entries(variables);
  if (values.length === 1) return values[0]?.[1] ?? '';
  if (values.length === 0) return note;
  return values.map(([name, value]) => `${name}: ${value}`).join(', ');
}

/** The label of a variant; its model where it has none. */
export const variantText = ({
  label,
  model,
}: Pick<Experiment['variants'][number], 'label' | 'model'>): string => (label.trim() === '' ? model : label);
