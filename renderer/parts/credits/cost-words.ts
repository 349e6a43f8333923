/** What a call is likely to cost, in words. */
import { corrected, type Estimate, figure, formatEstimate, isWorthShowing } from '../../../shared/estimate';
import type { TypicalCost } from '../../../shared/typical-cost';

export interface CostWords {
  /** `≈ 0.9–2.4 cr` from the price alone; `est. 12–18, usually 14 cr` where there were such calls before. */
  readonly text: string;
  /** What it is drawn from. */
  readonly title: string;
  /** What the button itself says, without the mark of an estimate; `null` where it is too little to be said there. */
  readonly inButton: string | null;
}

/** Fewer calls than this say little. */
const enoughCalls = 3;

/** `null` where neither a price nor a past call says anything. */
export function costWords(
  estimate: Estimate | null,
  usually: number | null,
  usual: TypicalCost | null,
): CostWords | null {
  const range = corrected(estimate, usually);
  if (range === null) return null;
  const text = textOf(range, estimate, usually);
  const title =
    usual === null || usually === null ? 'From the model’s price.' : titleOf(usual, estimate !== null);
  return { text, title, inButton: isWorthShowing(range) ? text.replace('≈ ', '') : null };
}

function textOf(range: Estimate, estimate: Estimate | null, usually: number | null): string {
  const price = formatEstimate(range);
  if (estimate === null && usually !== null) return `usually ${figure(usually)} cr`;
  if (usually === null || price === figure(usually)) return `≈ ${price} cr`;
  return `est. ${price}, usually ${figure(usually)} cr`;
}

function titleOf({ calls }: TypicalCost, hasPrice: boolean): string {
  const price = hasPrice ? 'Estimated from the model’s price. ' : 'The model’s price is not known. ';
  const past = `“Usually” is what ${calls === 1 ? 'the last call' : `the last ${calls} calls`} of this model took`;
  return `${price}${past}${calls < enoughCalls ? ', too few to rely on.' : ', the middle one.'}`;
}
