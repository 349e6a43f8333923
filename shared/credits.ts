/**
 * Credits as whole numbers.
 *
 * Gateways report credits as decimal numbers; adding those drifts (0.1 + 0.2). Everything the app stores or sums is
 * therefore an integer of millionths.
 */

/** Millionths of a credit, a safe integer. */
export type Microcredits = number & { readonly __unit: 'microcredits' };

const MICROS_PER_CREDIT = 1_000_000;

/**
 * The largest accepted amount: 10⁹ credits, either way. A gateway or an archive that names more is wrong or hostile,
 * and a few such amounts would overflow every sum they are part of.
 */
export const MAX_MICROCREDITS = 1e15;

/** Credits (as a gateway reports them) to millionths; `null` where the amount is unknown or too large. */
export function toMicrocredits(credits: number | null | undefined): Microcredits | null {
  if (credits === null || credits === undefined || !Number.isFinite(credits)) return null;
  const micros = Math.round(credits * MICROS_PER_CREDIT);
  return Math.abs(micros) <= MAX_MICROCREDITS ? (micros as Microcredits) : null;
}

/** Millionths to credits, for display and charts only. */
export function toCredits(micros: Microcredits): number {
  return micros / MICROS_PER_CREDIT;
}

/**
 * A plain decimal without grouping, such as `996.8`: at least `minDigits` and at most `maxDigits` decimals.
 * Amounts too small to show keep one significant digit, so that a charge never reads as zero.
 */
export function formatCredits(micros: Microcredits, maxDigits = 2, minDigits = 0): string {
  const credits = toCredits(micros);
  const digits = credits !== 0 && Math.abs(credits) < 10 ** -maxDigits ? 6 : maxDigits;
  const fixed = credits.toFixed(digits);
  if (!fixed.includes('.')) return fixed;
  const [whole = '0', decimals = ''] = fixed.split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(minDigits, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
