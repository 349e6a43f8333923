import { type MoneyUnit, mostOf } from '../../../shared/money/money';

/** Whether an amount can be entered in the settings. */
export const isAmount = (amount: number, unit: MoneyUnit): boolean => amount >= 0 && amount <= mostOf(unit);
