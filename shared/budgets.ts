import type { MoneyUnit } from './money';
import type { Budget, Settings } from './settings';

/**
 * The limits of a profile in the unit it counts in: a limit of one unit never holds for another.
 * @returns amounts in that unit
 */
export const budgetOf = (
  { budgets, dollarBudgets }: Pick<Settings, 'budgets' | 'dollarBudgets'>,
  profileId: string,
  unit: MoneyUnit,
): Budget => (unit === 'usd' ? dollarBudgets : budgets)[profileId] ?? {};
