/** The budget of an experiment: a hard stop, counted before each of its cells. */
import type { AppErrorData } from '../../../shared/errors';
import type { ExperimentSummary } from '../../../shared/lab/experiment';
import { type Amount, formatMoney, type Money } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';
import type { Spending } from '../admission/spending';
import type { Ports } from '../ports/ports';
import type { Unit } from '../ports/work';
import type { PlannedCall } from '../prices/planned-call';
import type { MoneyOf } from '../profiles/paying-profile';
import type { UnitRequest } from '../units/ask-unit';
import { plannedUnits } from '../units/planned-units';

interface Counting {
  readonly ports: Pick<Ports, 'storage'>;
  readonly spending: Pick<Spending, 'sumOf'>;
  readonly requestOf: (unit: Unit) => UnitRequest | undefined;
  readonly moneyOf: MoneyOf;
}

/**
 * Whether the next cell fits: beside what was spent, the most that running calls and those of unknown cost can take, and
 * the most that this one can. Where nothing limits a call, it is sent alone and where the least that it costs fits, so at
 * most that one can pass the budget; and nothing is sent after it before its cost is known. What is charged in another unit
 * can't be counted, and isn't sent.
 */
export function budgetAllows(
  { ports, spending, requestOf, moneyOf }: Counting,
  { budget }: Pick<ExperimentSummary, 'budget'>,
  unit: Unit,
): 'now' | 'later' | AppErrorData {
  if (budget === null) return 'now';
  const { experiments } = ports.storage;
  const [call] = plannedUnits(ports.storage, [unit], requestOf);
  // A job that is resumed costs nothing more.
  if (call === undefined) return 'now';
  const isAlone = experiments.units.withStatus(unit.ownerId, 'running').length === 0;
  // The unit of a profile may have been changed since.
  if (moneyOf(call.profileId).unit !== budget.unit) return isAlone ? otherUnit(budget) : 'later';
  const { least, most } = boundsOf(spending, call, budget);
  const { known, bound, isOpen } = experiments.spent(unit.ownerId, budget.unit);
  const left = (budget.amount - known - bound) as Amount;
  const fits = most === null ? left > 0 && least <= left && isAlone : most <= left;
  if (fits && !isOpen) {
    experiments.setBound(unit, most);
    return 'now';
  }
  if (!isAlone) return 'later';
  return isOpen ? costUnknown : overBudget(budget, left, most);
}

interface Bounds {
  readonly least: Amount;
  /** `null` where nothing limits it. */
  readonly most: Amount | null;
}

function boundsOf(spending: Counting['spending'], call: PlannedCall, { unit }: Money): Bounds {
  const { costs, unpriced } = spending.sumOf([call]);
  const cost = costs.find((one) => one.unit === unit);
  if (cost === undefined || unpriced > 0) return { least: 0 as Amount, most: null };
  const most = cost.most === undefined ? cost.estimate.to : cost.most;
  const { parts } = units[unit];
  const least = Math.floor(cost.estimate.from * parts) as Amount;
  return { least, most: most === null ? null : (Math.ceil(most * parts) as Amount) };
}

const otherUnit = ({ unit }: Money): AppErrorData => ({
  code: 'over_budget',
  message: `The next request is charged in another unit than the budget, which counts ${units[unit].name}: a budget can’t be kept. Take the budget off to go on, or choose a judge that is charged in ${units[unit].name}.`,
});

/** The gateway may still say it, such as when it is asked for its record of the request. */
const costUnknown: AppErrorData = {
  code: 'over_budget',
  message:
    'A request has ended, and its cost is not known: a budget can’t be kept. Take the budget off to go on, or go on once the cost is known.',
};

function overBudget({ unit, amount }: Money, left: Amount, most: Amount | null): AppErrorData {
  const budget = formatMoney(amount, unit);
  const rest = formatMoney(Math.max(0, left) as Amount, unit);
  const next =
    most === null || left <= 0
      ? `The budget of ${budget} is used up.`
      : `${rest} of the budget of ${budget} is left, and the next request can cost up to ${formatMoney(most, unit)}.`;
  return { code: 'over_budget', message: `${next} Raise the budget to go on.` };
}
