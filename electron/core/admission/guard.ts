import type { Budget } from '../../../shared/app/settings';
import { AppError } from '../../../shared/errors';
import {
  type Estimate,
  figure,
  figureAtMost,
  formatEstimate,
  isOpen,
  writtenRange,
} from '../../../shared/money/estimate';
import { fromAmount, type MoneyUnit, withUnit } from '../../../shared/money/money';
import { firstUnit, units } from '../../../shared/money/money-units';
import { type Period, startOf } from '../ledger/meter';
import type { Clock } from '../ports/clock';
import type { LedgerReport } from '../ports/ledger';

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
  /** It may cost more than the estimate says: its extra parameters may change the price. */
  readonly isAtLeast?: boolean;
}

export interface Guard {
  /**
   * Refuses a call before anything is written down or sent.
   * @throws AppError `over_budget` where a hard limit would be exceeded by what such calls usually cost, counting what is
   * still running; `needs_confirmation` where the most they can cost would exceed one, where the call may cost more than
   * the person wants to be asked about, where a limit is set and extra parameters may raise a known price, or where all limits
   * count in a unit that the profile is no longer charged in.
   */
  check(intent: Intent): void;
  /** Counts a call as running, for what it may cost, until it has ended. */
  hold(intent: Pick<Intent, 'profileId' | 'estimate' | 'most'>): () => void;
}

export function createGuard(
  { clock, report }: { clock: Pick<Clock, 'now'>; report: LedgerReport },
  budgetOf: (profileId: string) => Budget,
  unitOf: (profileId: string) => MoneyUnit = () => firstUnit,
  lapsedUnitOf: (profileId: string) => MoneyUnit | null = () => null,
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
    const running = runningOf(profileId, 'most');
    const left = limit - figures.spent - figures.unsettled - running;
    if (!intent.isConfirmed && most > left)
      throw mayExceed({ ...figures, running, left, most, estimate, calls, unit: unitOf(profileId) });
  };
  return {
    check(intent) {
      const { profileId, isConfirmed } = intent;
      const budget = budgetOf(profileId);
      checkLimit('day', budget.hardPerDay, intent);
      checkLimit('month', budget.hardPerMonth, intent);
      if (isConfirmed) return;
      const lapsed = lapsedUnitOf(profileId);
      const unit = unitOf(profileId);
      const question =
        lapsed === null ? questionOf(intent, budget, unit) : lapsedLimits(intent, lapsed, unit);
      if (question !== null) throw question;
    },
    hold({ profileId, estimate, most }) {
      const key = Symbol(profileId);
      const usual = estimate?.to ?? 0;
      running.set(key, { profileId, usual, most: most ?? usual });
      return () => void running.delete(key);
    },
  };
}

/** What is to be confirmed; `null` where nothing is. */
function questionOf(intent: Intent, budget: Budget, unit: MoneyUnit): AppError | null {
  const { estimate, most, calls = 1, isAtLeast = false } = intent;
  const { askAbove, hardPerDay, hardPerMonth } = budget;
  if (estimate === null) return null;
  const what = calls === 1 ? 'This' : `These ${calls} calls`;
  const details = { estimate, most, askAbove, calls, unit, ...(isAtLeast && { isAtLeast }) };
  const question = (message: string) => new AppError({ code: 'needs_confirmation', message, details });
  if (isAtLeast && [askAbove, hardPerDay, hardPerMonth].some((limit) => limit !== undefined))
    return question(
      `${what} may cost more than ${inWords(figure(estimate.from), unit)}: extra parameters may change the price. You set a limit, so confirm it first.`,
    );
  if (askAbove === undefined || estimate.to <= askAbove) return null;
  const isUsual = isOpen(estimate, most);
  const costs = isUsual ? `usually ${calls === 1 ? 'costs' : 'cost'}` : 'may cost';
  return question(
    `${what} ${costs} ${inWords(formatEstimate(writtenRange(estimate, most)), unit)}. You asked to confirm requests over ${inWords(`${askAbove}`, unit)}.`,
  );
}

/** A gateway may say only later which one it is, and in what it charges. */
function lapsedLimits({ estimate, most, calls = 1 }: Intent, lapsed: MoneyUnit, unit: MoneyUnit): AppError {
  const [counted, charged] = [units[lapsed].name, units[unit].name];
  const message = `Your limits count ${counted}, and its gateway charges ${charged}: they don’t hold here. Set limits in ${charged} in Settings, or confirm this request.`;
  return new AppError({ code: 'needs_confirmation', message, details: { estimate, most, calls, unit } });
}

/** `4 credits`, or `$4`. */
const inWords = (figure: string, unit: MoneyUnit): string => withUnit(figure, unit, 'words');

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
  amount.toFixed(units[unit].limitDigits).replace(/\.?0+$/, '');

interface Doubtful
  extends Pick<Figures, 'unit' | 'period' | 'limit' | 'spent' | 'running' | 'estimate' | 'calls'> {
  readonly most: number;
  /** Of the limit, after all that was spent and the most that is still running. */
  readonly left: number;
}

/** A hard limit is exceeded by nothing but a request that the person has confirmed. */
function mayExceed(figures: Doubtful): AppError {
  const { unit, period, limit, left, most, estimate, calls } = figures;
  const plain = plainIn(unit);
  const what = calls === 1 ? 'This' : `These ${calls} calls`;
  const rest = `more than the ${plain(Math.max(0, left))} left of your limit of ${inWords(plain(limit), unit)} per ${period}`;
  // Only the most of a chat is above its estimate; media are not priced by tokens.
  const isChat = estimate !== null && most > estimate.to;
  const advice = isChat ? ' A lower “Max tokens” in the run settings limits it.' : '';
  const message = `${what} may cost up to ${inWords(figureAtMost(most), unit)}, ${rest}.${advice}`;
  return new AppError({ code: 'needs_confirmation', message, details: figures });
}

/** `up to 4.01` where that is the most, never rounded down; else `usually up to 4`. */
function upTo(estimate: Estimate, most: number | null | undefined, unit: MoneyUnit): string {
  const plain = plainIn(unit);
  if (isOpen(estimate, most)) return `usually up to ${plain(estimate.to)}`;
  const { to } = writtenRange(estimate, most);
  const scale = 10 ** units[unit].limitDigits;
  return `up to ${plain(Math.ceil(Number((to * scale).toPrecision(12))) / scale)}`;
}

function overBudget(figures: Figures): AppError {
  const { period, limit, spent, unsettled, running, estimate, most, calls, unpriced, unit } = figures;
  const plain = plainIn(unit);
  const parts = [
    `spent ${plain(spent)}`,
    ...(unsettled > 0 ? [`calls of unknown cost about ${plain(unsettled)}`] : []),
    ...(running > 0 ? [`running ${plain(running)}`] : []),
    ...(estimate === null
      ? []
      : [`${calls === 1 ? 'this call' : `these ${calls} calls`} ${upTo(estimate, most, unit)}`]),
    ...(unpriced > 0 && calls > 1 ? [`${unpriced} of them at an unknown price`] : []),
  ];
  const message = `This would exceed your limit of ${inWords(plain(limit), unit)} per ${period} (${parts.join(', ')}). Nothing was sent.`;
  return new AppError({ code: 'over_budget', message, details: figures });
}
