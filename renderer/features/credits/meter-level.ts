import { toCredits } from '../../../shared/credits';
import type { CreditSummary } from '../../../shared/ledger';
import type { Budget } from '../../../shared/settings';
import type { Spent } from './spent';

export interface Level {
  readonly tone: 'fine' | 'warn' | 'bad';
  /** A word beside the figure, so that colour is not the only indicator. */
  readonly word: string;
}

const fine: Level = { tone: 'fine', word: '' };

/** The state of the credits; the most urgent comes first. */
export function levelOf(
  { remaining }: Pick<CreditSummary, 'remaining'>,
  lowCredits: number,
  { softPerDay, softPerMonth }: Budget,
  spent: Spent | null,
): Level {
  if (remaining !== null && remaining <= 0) return { tone: 'bad', word: 'used up' };
  if (remaining !== null && toCredits(remaining) < lowCredits) return { tone: 'warn', word: 'low' };
  if (spent === null) return fine;
  const isPast = (limit: number | undefined, used: Spent['day']) =>
    limit !== undefined && toCredits(used) > limit;
  if (isPast(softPerDay, spent.day)) return { tone: 'warn', word: 'past your limit for today' };
  if (isPast(softPerMonth, spent.month)) return { tone: 'warn', word: 'past your limit for the month' };
  return fine;
}
