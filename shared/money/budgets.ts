import type { Budget, Settings } from '../app/settings';
import type { MoneyUnit } from './money';
import { units } from './money-units';

/**
 * The limits of a profile in the unit it counts in: a limit of one unit never holds for another.
 * @returns amounts in that unit
 */
export const budgetOf = (settings: Settings, profileId: string, unit: MoneyUnit): Budget =>
  settings[units[unit].limitsSetting][profileId] ?? {};
