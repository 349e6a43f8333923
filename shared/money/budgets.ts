import type { Budget, Settings } from '../app/settings';
import type { MoneyUnit } from './money';
import { moneyUnits, units } from './money-units';

/**
 * The limits of a profile in the unit it counts in: a limit of one unit never holds for another.
 * @returns amounts in that unit
 */
export const budgetOf = (settings: Settings, profileId: string, unit: MoneyUnit): Budget =>
  settings[units[unit].limitsSetting][profileId] ?? {};

const binding = ['hardPerDay', 'hardPerMonth', 'askAbove'] as const;

/**
 * The unit of limits that hold no longer, as the profile turned out to count in another one; `null` once anything was
 * decided in that unit, also that there is no limit.
 */
export function lapsedUnit(settings: Settings, profileId: string, unit: MoneyUnit): MoneyUnit | null {
  const budgetIn = (one: MoneyUnit): Budget | undefined => settings[units[one].limitsSetting][profileId];
  if (budgetIn(unit) !== undefined) return null;
  const holds = (one: MoneyUnit) => binding.some((name) => budgetIn(one)?.[name] !== undefined);
  return moneyUnits.find(holds) ?? null;
}
