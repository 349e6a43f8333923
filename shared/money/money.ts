/**
 * Money in its own unit.
 *
 * A gateway charges credits or US dollars. An amount is an integer in the smallest part of its unit, so sums are exact;
 * two amounts may only be added where their units are the same.
 */

import { type MoneyUnit, units } from './money-units';

export type { MoneyUnit } from './money-units';

/** A safe integer: parts of a unit (`money-units.ts`), which a `MoneyUnit` beside it names. */
export type Amount = number & { readonly __kind: 'amount' };

/** So much of one unit. */
export interface Money {
  readonly unit: MoneyUnit;
  readonly amount: Amount;
}

/**
 * The largest accepted amount, either way: 10⁹ credits or 10⁶ dollars. A gateway or an archive that names more is wrong
 * or hostile. Nine such amounts still add up exactly.
 */
export const MAX_AMOUNT = 1e15;

/** The same as a decimal. */
export const mostOf = (unit: MoneyUnit): number => MAX_AMOUNT / units[unit].parts;

/**
 * A decimal number of credits or dollars as an amount; `null` where it is unknown or too large. A charge in dollars
 * below a billionth counts as one: only nothing is zero.
 */
export function toAmount(value: number | null | undefined, unit: MoneyUnit): Amount | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  const rounded = Math.round(value * units[unit].parts);
  const parts = units[unit].isRoundedUp && rounded === 0 && value !== 0 ? Math.sign(value) : rounded;
  return Math.abs(parts) <= MAX_AMOUNT ? ((parts === 0 ? 0 : parts) as Amount) : null;
}

/**
 * A charge or a price as an amount; `null` also below zero. Nothing costs less than nothing: such a figure is a mistake
 * or an attempt to lift a limit, so what was charged is unknown. A balance may be below zero and is no charge.
 */
export function toCharge(value: number | null | undefined, unit: MoneyUnit): Amount | null {
  const amount = toAmount(value, unit);
  return amount !== null && amount < 0 ? null : amount;
}

/** An amount as a decimal number of credits or dollars, for display, charts and estimates only. */
export const fromAmount = (amount: Amount, unit: MoneyUnit): number => amount / units[unit].parts;

/**
 * A plain decimal without grouping or unit, such as `996.8`: at least `minDigits` and at most `maxDigits` decimals.
 * Below one it keeps three significant digits, so that 0.0106 does not read as 0.01 and a charge never as zero.
 */
export function formatAmount(amount: Amount, unit: MoneyUnit, maxDigits: number, minDigits = 0): string {
  const value = fromAmount(amount, unit);
  const significant = value === 0 ? 0 : significantDigits - 1 - Math.floor(Math.log10(Math.abs(value)));
  const digits =
    Math.abs(value) < 1 ? Math.min(units[unit].exactDigits, Math.max(maxDigits, significant)) : maxDigits;
  const fixed = value.toFixed(digits);
  if (!fixed.includes('.')) return fixed;
  const [whole = '0', decimals = ''] = fixed.split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(minDigits, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

const significantDigits = 3;

/** With every decimal, without grouping or unit. */
export const exactAmount = (amount: Amount, unit: MoneyUnit): string =>
  formatAmount(amount, unit, units[unit].exactDigits);

/** `1.2 cr` or `$0.0031`, with more decimals below one. */
export const formatMoney = (amount: Amount, unit: MoneyUnit, maxDigits = units[unit].shortDigits): string =>
  withUnit(formatAmount(amount, unit, maxDigits), unit);

/** A figure, or a range such as `0.9–2.4`, with the sign of its unit; `words` for a sentence, `bareSign` beside a label. */
export function withUnit(
  figure: string,
  unit: MoneyUnit,
  sign: 'sign' | 'words' | 'bareSign' = 'sign',
): string {
  const [before, ending] = units[unit][sign];
  const after = sign === 'words' && figure === '1' ? ending.replace(/s$/, '') : ending;
  const isNegative = before !== '' && /^[-−]/.test(figure);
  return isNegative ? `−${before}${figure.slice(1)}${after}` : `${before}${figure}${after}`;
}

/** How a profile's gateway charges. */
export interface ProfileMoney {
  readonly unit: MoneyUnit;
  /** Your own server, which charges nothing. */
  readonly isFree: boolean;
}
