import type { Pricing } from '../../../shared/models';

/** A price as it is read at a glance, such as `0.4 / 1.2 cr per 1k`; `null` where it is not known. */
export function formatPrice(pricing: Pricing | null): string | null {
  if (pricing === null) return null;
  if (pricing.unit === 'token') return tokenPrice(pricing);
  if (pricing.perUnit !== undefined) return `${pricing.perUnit} cr per ${pricing.unit}`;
  const prices = Object.values(pricing.byResolution ?? {});
  if (prices.length === 0) return null;
  return `from ${Math.min(...prices)} cr per ${pricing.unit}`;
}

function tokenPrice({ input, output, perUnit }: Pricing): string | null {
  if (input !== undefined && output !== undefined) return `${input} / ${output} cr per 1k`;
  const one = input ?? output ?? perUnit;
  return one === undefined ? null : `${one} cr per 1k`;
}

/**
 * What a short exchange costs, in credits; `null` where the price is not known.
 *
 * @param inputTokens tokens of the prompt
 * @param outputTokens tokens of the reply
 */
export function estimateCredits(
  pricing: Pricing | null,
  inputTokens: number,
  outputTokens: number,
): number | null {
  if (pricing?.unit !== 'token') return null;
  const { input, output } = pricing;
  if (input === undefined && output === undefined) return null;
  return ((input ?? 0) * inputTokens + (output ?? 0) * outputTokens) / 1_000;
}

/** An estimate as it is shown, such as `≈ 0.3 cr`. */
export function formatEstimate(credits: number | null): string | null {
  if (credits === null) return null;
  return `≈ ${Number(credits.toPrecision(2))} cr`;
}
