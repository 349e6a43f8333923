/** What `gatehouse run` says of money: what a run usually costs, what it can cost at most, and how to go on. */
import type { Experiment } from '../shared/lab/experiment';
import { amountIn } from '../shared/money/cost';
import {
  type CostForecast,
  type ExpectedCost,
  figureAtMost,
  formatEstimate,
  isOpen,
  writtenRange,
} from '../shared/money/estimate';
import {
  formatMoney,
  fromAmount,
  type Money,
  type MoneyUnit,
  toAmount,
  withUnit,
} from '../shared/money/money';
import { firstUnit } from '../shared/money/money-units';
import type { Ask } from './command-line';
import type { RunOptions } from './run-options';

/** `usually 0.55–2.15 cr, at most 13 cr`. */
function costText({ unit, estimate, most }: ExpectedCost): string {
  const range = withUnit(formatEstimate(writtenRange(estimate, most)), unit);
  if (!isOpen(estimate, most)) return `about ${range}`;
  const bound = most == null ? 'and nothing limits it' : `at most ${withUnit(figureAtMost(most), unit)}`;
  return `usually ${range}, ${bound}`;
}

export function priceText({ costs, unpriced, calls }: CostForecast): string {
  const known = costs.map(costText).join(' and ');
  const unknown = unpriced === 0 ? '' : `the price of ${unpriced} of ${calls} is unknown`;
  return [known, unknown].filter((part) => part !== '').join('; ') || 'nothing is charged';
}

export const costsNothing = ({ costs, unpriced }: CostForecast): boolean =>
  unpriced === 0 && costs.every(({ estimate, most }) => estimate.to === 0 && (most ?? 0) === 0);

export function budgetOf(budget: number | null, unit: MoneyUnit = firstUnit): Money | null {
  const amount = toAmount(budget, unit);
  return amount === null ? null : { unit, amount };
}

/** How the budget is kept, where the run can cost more. */
export function stopText(budget: Money | null, { costs, unpriced }: CostForecast): string | null {
  if (budget === null) return null;
  const limit = formatMoney(budget.amount, budget.unit);
  const most = costs.find(({ unit }) => unit === budget.unit)?.most;
  if (unpriced > 0 || most === null)
    return `Nothing limits what some of these requests can cost: they are sent one at a time, and the last one can pass the budget of ${limit}.`;
  if (most === undefined || most <= fromAmount(budget.amount, budget.unit)) return null;
  return `The budget of ${limit} is a hard stop: a request is sent only while the most that it can cost is left.`;
}

/** What is left of a run that has ended before its end, and what to type for it. */
export async function nextStep(
  ask: Ask,
  { id, counts, cost, error, budget }: Experiment,
  { profile }: RunOptions,
): Promise<string> {
  const { total } = await ask('experiments.forecast', { id });
  const left = `${counts.waiting} ${counts.waiting === 1 ? 'request was' : 'requests were'} not sent: ${priceText(total)}.`;
  const again = profile === null ? 'run it again' : 'run it again with --resume';
  const enough = error?.code === 'over_budget' && budget !== null ? enoughFor(total, cost, budget) : null;
  if (enough === null) return profile === null ? left : `${left} To go on, ${again}.`;
  return `${left} For all of it, ${again}${profile === null ? ' with' : ' and'} --budget ${enough}; a lower max_tokens in the file lowers what a request can cost.`;
}

/** A budget for what was spent and the most that is left can cost; `null` where nothing limits that. */
function enoughFor(
  { costs, unpriced }: CostForecast,
  cost: Experiment['cost'],
  { unit }: Money,
): string | null {
  const most = costs.find((one) => one.unit === unit)?.most;
  if (unpriced > 0 || most == null) return null;
  return figureAtMost(most + fromAmount(amountIn(cost, unit) ?? (0 as never), unit));
}
