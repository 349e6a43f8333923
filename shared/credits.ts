/**
 * Credits as whole numbers.
 *
 * Gateways report credits as decimal numbers; adding those drifts (0.1 + 0.2). Everything the app stores or sums is
 * therefore an integer of millionths. Amounts of any unit: `money.ts`.
 */
import { type Amount, formatAmount, fromAmount, toAmount } from './money';

/** Millionths of a credit, a safe integer. */
export type Microcredits = Amount & { readonly __unit: 'microcredits' };

/** Credits (as a gateway reports them) to millionths; `null` where the amount is unknown or too large. */
export const toMicrocredits = (credits: number | null | undefined): Microcredits | null =>
  toAmount(credits, 'credits') as Microcredits | null;

/** Millionths to credits, for display and charts only. */
export const toCredits = (micros: Microcredits): number => fromAmount(micros, 'credits');

/**
 * A plain decimal without grouping, such as `996.8`: at least `minDigits` and at most `maxDigits` decimals.
 * Amounts too small to show keep their decimals, so that a charge never reads as zero.
 */
export const formatCredits = (micros: Microcredits, maxDigits = 2, minDigits = 0): string =>
  formatAmount(micros, 'credits', maxDigits, minDigits);
