/** What a call is likely to cost, in words. */
import { corrected, type Estimate, figure, formatEstimate, isWorthAWord } from '../../../shared/estimate';
import type { UsualCost } from '../../../shared/usual';

export interface CostWords {
  /** `≈ 0.9–2.4 cr` from the price alone; `est. 12–18, usually 14 cr` where there were such calls before. */
  readonly text: string;
  /** What it is drawn from. */
  readonly title: string;
  /** Whether it is enough for the button itself to say so. */
  readonly isWorthAWord: boolean;
}

/** Fewer calls than this say little. */
const enoughCalls = 3;

/** `null` where neither a price nor a past call says anything. */
export function costWords(
  estimate: Estimate | null,
  usually: number | null,
  usual: UsualCost | null,
): CostWords | null {
  const range = corrected(estimate, usually);
  if (range === null) return null;
  const worth = isWorthAWord(range);
  if (usually === null || usual === null) {
    return { text: `≈ ${formatEstimate(range)} cr`, title: 'From the model’s price.', isWorthAWord: worth };
  }
  const title = titleOf(usual, estimate !== null);
  const usualText = `usually ${figure(usually)} cr`;
  if (estimate === null) return { text: usualText, title, isWorthAWord: worth };
  const isSame = formatEstimate(range) === figure(usually);
  const text = isSame ? `≈ ${formatEstimate(range)} cr` : `est. ${formatEstimate(range)}, ${usualText}`;
  return { text, title, isWorthAWord: worth };
}

function titleOf({ calls }: UsualCost, hasPrice: boolean): string {
  const price = hasPrice ? 'Estimated from the model’s price. ' : 'The model’s price is not known. ';
  const past = `“Usually” is what ${calls === 1 ? 'the last call' : `the last ${calls} calls`} of this model took`;
  return `${price}${past}${calls < enoughCalls ? ', too few to rely on.' : ', the middle one.'}`;
}
