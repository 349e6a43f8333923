/** What a request is likely to cost, in words. */
import {
  type CostForecast,
  dollarText,
  type Estimate,
  figure,
  figureAtMost,
  formatEstimate,
  isOpen,
  isWorthShowing,
  leastText,
  writtenRange,
} from '../../../shared/estimate';
import { type MoneyUnit, withUnit } from '../../../shared/money';

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

/** Credits and dollars stand side by side: they can't be added. */
function costText(forecast: CostForecast): string | null {
  const { calls, estimate, usually, dollars, hasPrice, most, isAtLeast = false } = forecast;
  if (calls === 0) return 'free';
  if (isAtLeast) return leastText(forecast);
  const parts = [
    ...(estimate === null ? [] : [partText({ estimate, usually, most }, hasPrice, 'credits')]),
    ...(dollars === undefined ? [] : [partText(dollars, hasPrice, 'usd')]),
  ];
  return parts.length === 0 ? null : parts.join(' + ');
}

interface Part {
  readonly estimate: Estimate;
  readonly usually: number | null;
  readonly most?: number | null;
}

function partText({ estimate, usually, most }: Part, hasPrice: boolean, unit: MoneyUnit): string {
  if (unit === 'usd' && estimate.to === 0) return dollarText(estimate);
  const range = formatEstimate(writtenRange(estimate, most));
  const middle = usually === null ? '' : withUnit(figure(usually), unit);
  if (usually !== null && !hasPrice) return `usually ${middle}`;
  if (usually === null || range === figure(usually))
    return `${isOpen(estimate, most) ? 'usually' : '≈'} ${withUnit(range, unit)}`;
  return `≈ ${unit === 'usd' ? withUnit(range, unit) : range}, usually ${middle}`;
}

function titleOf(forecast: CostForecast): string {
  const text = sourceOf(forecast);
  const { estimate, dollars, most } = forecast;
  if (forecast.calls === 0 || forecast.isAtLeast || dollars?.estimate.to === 0) return text;
  const parts = [
    ...(estimate === null ? [] : [mostText({ estimate, usually: null, most }, 'credits')]),
    ...(dollars === undefined ? [] : [mostText(dollars, 'usd')]),
  ];
  return [text, ...parts.filter((part) => part !== null)].join(' ');
}

/** The most that it can cost, where the estimate is not that; in words where nothing limits it. */
function mostText({ estimate, most }: Part, unit: MoneyUnit): string | null {
  if (!isOpen(estimate, most)) return null;
  return most == null
    ? 'Nothing limits the cost: it may be more.'
    : `At most ${withUnit(figureAtMost(most), unit)}.`;
}

function sourceOf({
  calls,
  pastCalls,
  usually: credits,
  dollars,
  hasPrice,
  isAtLeast,
}: CostForecast): string {
  if (calls === 0) return 'Already paid for.';
  if (isAtLeast) return 'Extra parameters may raise the price.';
  if (dollars?.estimate.to === 0) return 'This model charges nothing.';
  const usually = credits ?? dollars?.usually ?? null;
  if (usually === null) return 'From the model’s price.';
  const price = hasPrice ? 'Estimated from the model’s price. ' : 'The model’s price is unknown. ';
  const past = `“Usually” is ${pastCalls === 1 ? 'the cost of the last call' : `the median cost of the last ${pastCalls} calls`} of this model`;
  return `${price}${past}${pastCalls < enoughCalls ? ', too few to rely on.' : '.'}`;
}
