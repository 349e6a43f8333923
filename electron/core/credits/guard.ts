import { AppError } from '../../../shared/errors';
import { type Estimate, figureAtMost, formatEstimate, isOpen, writtenRange } from '../../../shared/estimate';
import { exactDigits, fromAmount, type MoneyUnit } from '../../../shared/money';
import type { Budget } from '../../../shared/settings';
import type { Clock } from '../ports/clock';
import type { LedgerReport } from '../ports/ledger';
import { type Period, startOf } from './periods';

/** A call about to be made, or several that are decided on as one. */
export interface Intent {
  readonly profileId: string;
  /** In the profile's unit; `null` where the price is not known; of several calls the sum of those whose price is known. */
  readonly estimate: Estimate | null;
  /** The most it can cost; `null` where nothing limits that, left out where it is the end of the estimate. */
  readonly most?: number | null;
  readonly isConfirmed: boolean;
  /** How many calls it stands for; one where left out. */
  readonly calls?: number;
  /** How many of them have no known price. */
  readonly unpriced?: number;
}

export interface Guard {
  /**
   * Refuses a call before anything is written down or sent.
   * @throws AppError `over_budget` where a hard limit would be exceeded by what such calls usually cost, counting what is
   * still running; `needs_confirmation` where the most they can cost would exceed one, or where the call may cost more
   * than the person wants to be asked about.
   */
  check(intent: Intent): void;
  /** Counts a call as running, for what it may cost, until it has ended. */
  hold(intent: Pick<Intent, 'profileId' | 'estimate' | 'most'>): () => void;
}

export function createGuard(
  { clock, report }: { clock: Pick<Clock, 'now'>; report: LedgerReport },
  budgetOf: (profileId: string) => Budget,
  unitOf: (profileId: string) => MoneyUnit = () => 'credits',
): Guard {
  const running = new Map<symbol, { profileId: string; usual: number; most: number }>();
  const runningOf = (profileId: string, which: 'usual' | 'most') =>
    [...running.values()]
      .filter((one) => one.profileId === profileId)
      .reduce((sum, one) => sum + one[which], 0);
  const spentIn = (period: Period, profileId: string) => {
    const from = startOf(period, clock.now());
    const unit = unitOf(profileId);
    const account = { profileId, unit };
    return {
      spent: fromAmount(report.spentSince(account, from), unit),
      unsettled: fromAmount(report.unsettledSince(account, from), unit),
    };
  };
  const checkLimit = (period: Period, limit: number | undefined, intent: Intent) => {
    if (limit === undefined) return;
    const { profileId, estimate, calls = 1, unpriced = 0 } = intent;
    const figures = { period, limit, ...spentIn(period, profileId), running: runningOf(profileId, 'usual') };
    const counted = figures.spent + figures.unsettled + figures.running;
    const usual = estimate?.to ?? 0;
    const isOver = counted + usual > limit;
    // With an unknown price nothing can be said beforehand; what can be said is whether the limit is reached already.
    if (isOver || counted >= limit)
      throw overBudget({ ...figures, unit: unitOf(profileId), estimate, most: intent.most, calls, unpriced });
    const most = intent.most ?? usual;
    const left = limit - figures.spent - figures.unsettled - runningOf(profileId, 'most');
    if (!intent.isConfirmed && most > left)
      throw mayExceed({ ...figures, left, most, estimate, calls, unit: unitOf(profileId) });
  };
  return {
    check(intent) {
      const { askAbove, hardPerDay, hardPerMonth } = budgetOf(intent.profileId);
      checkLimit('day', hardPerDay, intent);
      checkLimit('month', hardPerMonth, intent);
      const { estimate, calls = 1 } = intent;
      if (askAbove === undefined || intent.isConfirmed || estimate === null || estimate.to <= askAbove)
        return;
      const what = calls === 1 ? 'This' : `These ${calls} calls`;
      const unit = unitOf(intent.profileId);
      const { most } = intent;
      const may = isOpen(estimate, most) ? 'usually' : 'may';
      const cost = isOpen(estimate, most) && calls === 1 ? 'costs' : 'cost';
      const message = `${what} ${may} ${cost} ${inWords(formatEstimate(writtenRange(estimate, most)), unit)}. You asked to confirm requests over ${inWords(`${askAbove}`, unit)}.`;
      const details = { estimate, most, askAbove, calls, unit };
      throw new AppError({ code: 'needs_confirmation', message, details });
    },
    hold({ profileId, estimate, most }) {
      const key = Symbol(profileId);
      const usual = estimate?.to ?? 0;
      running.set(key, { profileId, usual, most: most ?? usual });
      return () => void running.delete(key);
    },
  };
}

/** `4 credits`, or `$4`. */
const inWords = (figure: string, unit: MoneyUnit): string =>
  unit === 'usd' ? `$${figure}` : `${figure} credits`;

interface Figures {
  readonly unit: MoneyUnit;
  readonly period: Period;
  readonly limit: number;
  readonly spent: number;
  /** What calls of unknown cost were expected to take. */
  readonly unsettled: number;
  readonly running: number;
  readonly estimate: Estimate | null;
  readonly most: number | null | undefined;
  readonly calls: number;
  readonly unpriced: number;
}

const plainIn = (unit: MoneyUnit) => (amount: number) =>
  amount.toFixed(unit === 'usd' ? exactDigits.usd : 2).replace(/\.?0+$/, '');

interface Doubtful extends Pick<Figures, 'unit' | 'period' | 'limit' | 'spent' | 'estimate' | 'calls'> {
  readonly most: number;
  /** Of the limit, after all that was spent and the most that is still running. */
  readonly left: number;
}

/** A hard limit is exceeded by nothing but a request that the person has confirmed. */
function mayExceed(figures: Doubtful): AppError {
  const { unit, period, limit, left, most, calls } = figures;
  const plain = plainIn(unit);
  const what = calls === 1 ? 'This' : `These ${calls} calls`;
  const rest = `more than the ${plain(Math.max(0, left))} left of your limit of ${inWords(plain(limit), unit)} per ${period}`;
  const message = `${what} may cost up to ${inWords(figureAtMost(most), unit)}, ${rest}. A lower “Max tokens” in the run settings limits it.`;
  return new AppError({ code: 'needs_confirmation', message, details: figures });
}

function overBudget(figures: Figures): AppError {
  const { period, limit, spent, unsettled, running, estimate, most, calls, unpriced, unit } = figures;
  const plain = plainIn(unit);
  const upTo = estimate !== null && isOpen(estimate, most) ? 'usually up to' : 'up to';
  const parts = [
    `spent ${plain(spent)}`,
    ...(unsettled > 0 ? [`calls of unknown cost about ${plain(unsettled)}`] : []),
    ...(running > 0 ? [`running ${plain(running)}`] : []),
    ...(estimate === null
      ? []
      : [
          `${calls === 1 ? 'this call' : `these ${calls} calls`} ${upTo} ${plain(writtenRange(estimate, most).to)}`,
        ]),
    ...(unpriced > 0 && calls > 1 ? [`${unpriced} of them at an unknown price`] : []),
  ];
  const message = `This would exceed your limit of ${inWords(plain(limit), unit)} per ${period} (${parts.join(', ')}). Nothing was sent.`;
  return new AppError({ code: 'over_budget', message, details: figures });
}
