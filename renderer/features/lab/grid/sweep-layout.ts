import type { Sweep } from '../../../../shared/lab/sweep';

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
