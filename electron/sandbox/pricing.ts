/**
 * Credits as whole numbers: every amount inside the gateway is an integer of microcredits (millionths of a credit).
 *
 * Token prices are whole microcredits a token, so a cost is a product of integers: nothing is ever rounded.
 */

export const MICROS_PER_CREDIT = 1_000_000;

/** Whole microcredits for one token. */
export interface TokenPricing {
  readonly inputMicros: number;
  readonly outputMicros: number;
}

export interface TokenCounts {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Microcredits of a chat call: prompt tokens × input price + completion tokens × output price. */
export function costOf(pricing: TokenPricing, { promptTokens, completionTokens }: TokenCounts): number {
  return promptTokens * pricing.inputMicros + completionTokens * pricing.outputMicros;
}

/**
 * Credits as a JSON number. The nearest double to a number of millionths prints with at most six decimals, so no noise
 * such as 0.30000000000000004 can appear.
 */
export function toCredits(micros: number): number {
  return micros / MICROS_PER_CREDIT;
}

/**
 * Converts credits from outside to microcredits.
 * @throws RangeError for anything but 0 to 1,000,000,000 with at most six decimals.
 */
export function toMicros(credits: number): number {
  const micros = Math.round(credits * MICROS_PER_CREDIT);
  const isExact = toCredits(micros) === credits;
  if (!isExact || micros < 0 || micros > 1e9 * MICROS_PER_CREDIT) {
    throw new RangeError('Credits must be a number from 0 to 1000000000 with at most six decimals');
  }
  return micros;
}

/** The `pricing` of a model record: token prices in credits for 1,000 tokens. */
export function pricingRecord({ inputMicros, outputMicros }: TokenPricing): Record<string, unknown> {
  return {
    currency: 'credits',
    unit: 'token',
    input: toCredits(inputMicros * 1000),
    output: toCredits(outputMicros * 1000),
  };
}
