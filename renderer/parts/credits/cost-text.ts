/** What a request is likely to cost, in words. */
import {
  type CostForecast,
  type ExpectedCost,
  figure,
  figureAtMost,
  formatEstimate,
  isFree,
  isOpen,
  isWorthShowing,
  leastText,
  rangeText,
  writtenRange,
} from '../../../shared/money/estimate';
import { withUnit } from '../../../shared/money/money';

export interface CostWords {
  /** `≈ 0.9–2.4 cr` from the price alone; `≈ 12–18, usually 14 cr` if there were similar calls before. */
  readonly text: string;
  /** The source of the estimate. */
  readonly title: string;
  /** The cost on the button, without the estimate's tilde; `null` if it is too small to show there. */
  readonly inButton: string | null;
}

/** Fewer calls than this are not representative. */
const enoughCalls = 3;

/** `null` without a price or past calls. */
export function costWords(forecast: CostForecast): CostWords | null {
  const text = costText(forecast);
  if (text === null) return null;
  return {
    text,
    title: titleOf(forecast),
    inButton: forecast.isAtLeast || isWorthShowing(forecast) ? text.replaceAll('≈ ', '') : null,
  };
}

/** Units stand side by side: they can't be added. */
function costText(forecast: CostForecast): string | null {
  const { calls, costs, hasPrice, isAtLeast = false } = forecast;
  if (calls === 0) return 'free';
  if (isAtLeast) return leastText(forecast);
  return costs.length === 0 ? null : costs.map((cost) => partText(cost, hasPrice)).join(' + ');
}

function partText({ unit, estimate, usually, most }: ExpectedCost, hasPrice: boolean): string {
  if (isFree({ unit, estimate })) return rangeText(estimate, unit);
  const range = formatEstimate(writtenRange(estimate, most));
  const middle = usually === null ? '' : withUnit(figure(usually), unit);
  if (usually !== null && !hasPrice) return `usually ${middle}`;
  if (usually === null || range === figure(usually))
    return `${isOpen(estimate, most) ? 'usually' : '≈'} ${withUnit(range, unit)}`;
  return `≈ ${withUnit(range, unit, 'bareSign')}, usually ${middle}`;
}

function titleOf(forecast: CostForecast): string {
  const text = [sourceOf(forecast), ...roundsText(forecast)].join(' ');
  const { costs, calls, isAtLeast } = forecast;
  if (calls === 0 || isAtLeast || costs.some(isFree)) return text;
  return [text, ...costs.map(mostText).filter((part) => part !== null)].join(' ');
}

/** Calls that may follow by themselves are in the figures. */
const roundsText = ({ rounds = 0 }: CostForecast): readonly string[] =>
  rounds === 0 ? [] : [`With up to ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of tool calls.`];

/** The most that it can cost, where the estimate is not that; in words where nothing limits it. */
function mostText({ unit, estimate, most }: ExpectedCost): string | null {
  if (!isOpen(estimate, most)) return null;
  return most == null
    ? 'Nothing limits the cost: it may be more.'
    : `At most ${withUnit(figureAtMost(most), unit)}.`;
}

function sourceOf({ calls, costs, pastCalls, hasPrice, isAtLeast, rounds }: CostForecast): string {
  if (calls === 0) return 'Already paid for.';
  if (isAtLeast && rounds !== undefined) return 'Nothing limits the cost of all rounds.';
  if (isAtLeast) return 'Extra parameters may raise the price.';
  if (costs.some(isFree)) return 'This model charges nothing.';
  if (costs.every(({ usually }) => usually === null)) return 'From the model’s price.';
  const price = hasPrice ? 'Estimated from the model’s price. ' : 'The model’s price is unknown. ';
  const past = `“Usually” is ${pastCalls === 1 ? 'the cost of the last call' : `the median cost of the last ${pastCalls} calls`} of this model`;
  return `${price}${past}${pastCalls < enoughCalls ? ', too few to rely on.' : '.'}`;
}
