/** Sums of the selection's days for charts and lists. */
import type { LedgerDay } from '../../../shared/money/ledger';
import { type Amount, fromAmount, type MoneyUnit, withUnit } from '../../../shared/money/money';
import { firstUnit } from '../../../shared/money/money-units';
import { formatDay } from '../../lib/format';
import { dayOf, midnight } from '../../lib/periods';
import { kindWords } from './row-text';

export interface Share {
  /** A model or a kind; `null` for rows without one, such as costs found later. */
  readonly key: string | null;
  readonly label: string;
  readonly used: Amount;
  readonly calls: number;
}

type SplitBy = 'model' | 'kind';

const labelOf = (by: SplitBy, key: string | null): string =>
  key === null ? 'No model' : by === 'kind' ? kindWords[key as LedgerDay['kind']] : key;

/** The most expensive first. */
export function sharesOf(days: readonly LedgerDay[], by: SplitBy): readonly Share[] {
  const shares = new Map<string | null, { used: number; calls: number }>();
  for (const day of days) {
    const share = shares.get(day[by]) ?? { used: 0, calls: 0 };
    shares.set(day[by], { used: share.used + day.used, calls: share.calls + day.calls });
  }
  return [...shares]
    .filter(([, { used, calls }]) => used !== 0 || calls !== 0)
    .map(([key, { used, calls }]) => ({ key, label: labelOf(by, key), used: used as Amount, calls }))
    .toSorted((one, other) => other.used - one.used || one.label.localeCompare(other.label));
}

export interface Series {
  readonly label: string;
  /** Credits or dollars of each day. */
  readonly values: readonly number[];
}

export interface DayChartData {
  readonly unit: MoneyUnit;
  /** Every day of the period, such as `2026-11-20`, also days without spending. */
  readonly days: readonly string[];
  /** The most expensive first; the rest is one series, "Others". */
  readonly series: readonly Series[];
  readonly calls: readonly number[];
}

/** As many as can be distinguished by color. */
export const mostSeries = 6;

/** @param until the last day of the period, where it does not end with the last call */
export function dayChart(
  days: readonly LedgerDay[],
  by: SplitBy,
  { from, to }: { from: number | undefined; to: number | undefined },
  unit: MoneyUnit = firstUnit,
): DayChartData {
  const names = stretch(days, from, to);
  const at = new Map(names.map((name, index) => [name, index]));
  const shares = sharesOf(days, by);
  const own = new Map(shares.slice(0, mostSeries).map(({ key }, index) => [key, index]));
  const labels = shares.slice(0, mostSeries).map(({ label }) => label);
  if (shares.length > mostSeries) labels.push('Others');
  const values = labels.map(() => names.map(() => 0));
  const calls = names.map(() => 0);
  for (const day of days) {
    const index = at.get(day.day);
    const row = values[own.get(day[by]) ?? labels.length - 1];
    if (index === undefined || row === undefined) continue;
    row[index] = (row[index] ?? 0) + fromAmount(day.used, unit);
    calls[index] = (calls[index] ?? 0) + day.calls;
  }
  return {
    unit,
    days: names,
    series: labels.map((label, index) => ({ label, values: values[index] ?? [] })),
    calls,
  };
}

/** More days than a chart has pixels show nothing. */
const mostDays = 2_000;

function stretch(days: readonly LedgerDay[], from: number | undefined, to: number | undefined) {
  const first = from === undefined ? days[0]?.day : dayOf(from);
  const last = to === undefined ? dayOf(Date.now()) : dayOf(to);
  if (first === undefined) return [];
  const names: string[] = [];
  let time = new Date(`${first}T00:00`).getTime();
  while (dayOf(time) <= last && names.length < mostDays) {
    names.push(dayOf(time));
    time = midnight(time, 1);
  }
  return names;
}

/** What was spent on a day, and on what, as text. */
export function dayText({ unit, days, series, calls }: DayChartData, index: number): string {
  const parts = series
    .map(({ label, values }) => ({ label, value: values[index] ?? 0 }))
    .filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const head = `${longDay(days[index] ?? '')}: ${withUnit(figure(total), unit)}, ${calls[index]} ${calls[index] === 1 ? 'call' : 'calls'}`;
  return [head, ...parts.map(({ label, value }) => `${label} ${figure(value)}`)].join(' · ');
}

/** Enough digits to distinguish small charges, without floating-point noise. */
export function figure(value: number): string {
  const short = Number(value.toPrecision(6));
  // Never in the form 4e-7.
  return short !== 0 && Math.abs(short) < 1e-6 ? short.toFixed(9).replace(/0+$/, '') : String(short);
}

export const longDay = (day: string): string => (day === '' ? '' : formatDay(new Date(`${day}T00:00`)));

export const shortDay = (day: string): string =>
  new Date(`${day}T00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
