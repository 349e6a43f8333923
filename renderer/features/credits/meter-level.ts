import type { LedgerState } from '../../../shared/ledger';
import { fromAmount } from '../../../shared/money';
import type { Budget } from '../../../shared/settings';
import type { Spent } from './spent';

export interface Level {
  readonly tone: 'fine' | 'warn' | 'bad';
  /** A word beside the figure, so that color is not the only indicator. */
  readonly word: string;
}

const fine: Level = { tone: 'fine', word: '' };

/** The state of the account, its limits in the account's unit; the most urgent comes first. */
export function levelOf(
  { remaining, unit }: Pick<LedgerState, 'remaining' | 'unit'>,
  lowest: number,
  { softPerDay, softPerMonth }: Budget,
  spent: Spent | null,
): Level {
  if (remaining !== null && remaining <= 0) return { tone: 'bad', word: 'used up' };
  if (remaining !== null && fromAmount(remaining, unit) < lowest) return { tone: 'warn', word: 'low' };
  if (spent === null) return fine;
  const isPast = (limit: number | undefined, used: Spent['day']) =>
    limit !== undefined && fromAmount(used, unit) > limit;
  if (isPast(softPerDay, spent.day)) return { tone: 'warn', word: 'past your limit for today' };
  if (isPast(softPerMonth, spent.month)) return { tone: 'warn', word: 'past your limit for the month' };
  return fine;
}
