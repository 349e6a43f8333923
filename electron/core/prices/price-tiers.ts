/** Prices by the length of the prompt: a long one changes what all tokens of its request cost. */
import type { DollarPrices, PriceTier, Pricing } from '../../../shared/models/models';

/**
 * What holds for a prompt of so many tokens.
 * @returns the same without `tiers`
 */
export function creditsAt({ tiers = [], ...base }: Pricing, promptTokens: number): Pricing {
  const { input, output, ...kinds } = reachedPrices(tiers, promptTokens);
  return {
    ...base,
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    kinds: { ...base.kinds, ...kinds },
  };
}

/** The same for prices in dollars. */
export function dollarsAt({ tiers = [], ...base }: DollarPrices, promptTokens: number): DollarPrices {
  const { input, output, ...kinds } = reachedPrices(tiers, promptTokens);
  return {
    ...base,
    ...(input !== undefined && { inputPerMillion: input }),
    ...(output !== undefined && { outputPerMillion: output }),
    kinds: { ...base.kinds, ...kinds },
  };
}

/** The prices of each length that a prompt of at most so many tokens can have, shortest first. */
export const creditsUpTo = (pricing: Pricing, mostPromptTokens: number): readonly Pricing[] =>
  [0, ...reached(pricing.tiers ?? [], mostPromptTokens).map(({ from }) => from)].map((from) =>
    creditsAt(pricing, from),
  );

const reached = (tiers: readonly PriceTier[], promptTokens: number): readonly PriceTier[] =>
  tiers.filter(({ from }) => from <= promptTokens);

/** Of several tiers, the last that names a price. */
const reachedPrices = (tiers: readonly PriceTier[], promptTokens: number): PriceTier['prices'] =>
  Object.assign({}, ...reached(tiers, promptTokens).map(({ prices }) => prices));
