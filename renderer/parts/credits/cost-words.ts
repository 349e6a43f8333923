/** What a request is likely to cost, in words. */
import { type CostForecast, figure, formatEstimate, isWorthShowing } from '../../../shared/estimate';

export interface CostWords {
  /** `≈ 0.9–2.4 cr` from the price alone; `est. 12–18, usually 14 cr` if there were similar calls before. */
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
    inButton: isWorthShowing(forecast.estimate) ? text.replace('≈ ', '') : null,
  };
}

function costText({ calls, estimate, usually, hasPrice }: CostForecast): string | null {
  if (calls === 0) return 'free';
  if (estimate === null) return null;
  const range = formatEstimate(estimate);
  if (usually !== null && !hasPrice) return `usually ${figure(usually)} cr`;
  if (usually === null || range === figure(usually)) return `≈ ${range} cr`;
  return `est. ${range}, usually ${figure(usually)} cr`;
}

function titleOf({ calls, pastCalls, usually, hasPrice }: CostForecast): string {
  if (calls === 0) return 'Already paid for.';
  if (usually === null) return 'From the model’s price.';
  const price = hasPrice ? 'Estimated from the model’s price. ' : 'The model’s price is unknown. ';
  const past = `“Usually” is ${pastCalls === 1 ? 'the cost of the last call' : `the median cost of the last ${pastCalls} calls`} of this model`;
  return `${price}${past}${pastCalls < enoughCalls ? ', too few to rely on.' : '.'}`;
}
