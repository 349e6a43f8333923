import type { MoneyUnit } from '../../../shared/money';

/** The highest amount that can be entered in the settings. */
export const mostAmount: Readonly<Record<MoneyUnit, number>> = { credits: 1e9, usd: 1e6 };

export const isAmount = (amount: number, unit: MoneyUnit): boolean =>
  amount >= 0 && amount <= mostAmount[unit];
