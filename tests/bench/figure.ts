/** What the benchmark prints. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'MB' | 'KB' | 'frames' | 'rows/s' | 'wake-ups/s' | 'MB/s' | 'requests/min';
  /** The same of something that does nothing but what cannot be left out, in the same run. */
  readonly floor: number | null;
  readonly goal: Goal | null;
}

/** What we hold ourselves to: at most this, as a value or as a multiple of the floor; at least, where more is better. */
export type Goal = { readonly value: number } | { readonly ratio: number };

/** Of what more is better: rates of work done. */
export const isRate = (unit: Figure['unit']): boolean => unit === 'rows/s' || unit === 'MB/s';

type Extras = Partial<Pick<Figure, 'floor' | 'goal'>>;

export function figure(name: string, value: number, unit: Figure['unit'], extras: Extras = {}): Figure {
  return { name, value, unit, floor: null, goal: null, ...extras };
}

/** How many times the floor; `null` where there is none, or where it is zero. */
export function ratioOf({ value, floor }: Figure): number | null {
  return floor === null || floor === 0 ? null : value / floor;
}

export function toJson(one: Figure): string {
  const { name, value, unit, floor } = one;
  const ratio = ratioOf(one);
  return JSON.stringify({
    name,
    value: rounded(value),
    unit,
    floor: floor === null ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
  });
}

const widths = [34, 14, 14, 8] as const;

export const tableHead = row(['figure', 'value', 'floor', 'ratio', 'goal']);

export function toRow(one: Figure): string {
  const ratio = ratioOf(one);
  return row([
    one.name,
    `${shown(one.value)} ${one.unit}`,
    one.floor === null ? '' : `${shown(one.floor)} ${one.unit}`,
    ratio === null ? '' : ratio.toFixed(2),
    goalText(one),
  ]);
}

function goalText({ goal, unit }: Figure): string {
  if (goal === null) return '';
  return 'ratio' in goal ? `≤ ${goal.ratio} × floor` : `${isRate(unit) ? '≥' : '≤'} ${goal.value} ${unit}`;
}

function row([name = '', ...cells]: readonly string[]): string {
  const padded = cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 18));
  return [name.padEnd(widths[0]), ...padded].join(' ').trimEnd();
}

const shown = (value: number): string => String(value >= 100 ? Math.round(value) : rounded(value));
const rounded = (value: number): number => Number(value.toPrecision(4));
