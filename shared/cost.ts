/** What a record cost, in words: credits, dollars, or both side by side, which are never added. */
import type { Microcredits } from './credits';
import { type Amount, exactDigits, formatAmount, formatMoney, type Nanodollars } from './money';

/** A message, a job, a chat: whatever was charged. */
export interface Cost {
  readonly creditsUsed: Microcredits | null;
  readonly dollarsUsed?: Nanodollars | null;
}

interface Words {
  readonly credits: (amount: Amount) => string;
  readonly dollars: (amount: Amount) => string;
}

/** Only one of the two, unless both were charged; `null` where neither is known. */
function inWords({ creditsUsed, dollarsUsed = null }: Cost, words: Words): string | null {
  const hasDollars = dollarsUsed !== null && (dollarsUsed !== 0 || creditsUsed === null);
  const hasCredits = creditsUsed !== null && (creditsUsed !== 0 || !hasDollars);
  if (!hasDollars && !hasCredits) return null;
  return [
    ...(hasCredits ? [words.credits(creditsUsed)] : []),
    ...(hasDollars ? [dollarsUsed === 0 ? 'free' : words.dollars(dollarsUsed)] : []),
  ].join(' + ');
}

/** `1.2 cr`, `$0.0031`, `1.2 cr + $0.0031` or `free`; `null` where it is unknown, which is not zero. */
export const costText = (cost: Cost, digits?: number): string | null =>
  inWords(cost, {
    credits: (amount) => formatMoney(amount, 'credits', digits),
    dollars: (amount) => formatMoney(amount, 'usd'),
  });

/** The same with every decimal and the word spelled out: `1.25 credits`, `$0.0000004`. */
export const exactCostText = (cost: Cost): string | null =>
  inWords(cost, {
    credits: (amount) => `${formatAmount(amount, 'credits', exactDigits.credits)} credits`,
    dollars: (amount) => formatMoney(amount, 'usd', exactDigits.usd),
  });

/** For a sentence that is spoken: `1.2 credits`, `$0.0031`. */
export const spokenCost = (cost: Cost): string | null =>
  inWords(cost, {
    credits: (amount) => `${formatAmount(amount, 'credits', 2)} credits`,
    dollars: (amount) => formatMoney(amount, 'usd'),
  });

/** At the end of a narrow row: `1.2`, `$0.0031`, or nothing where nothing was charged. */
export const shortCost = (cost: Cost): string =>
  isPaid(cost)
    ? (inWords(cost, {
        credits: (amount) => formatAmount(amount, 'credits', 1),
        dollars: (amount) => formatMoney(amount, 'usd'),
      }) ?? '')
    : '';

/** Whether anything is known to have been charged, in whichever unit. */
export const isPaid = ({ creditsUsed, dollarsUsed = null }: Cost): boolean =>
  (creditsUsed ?? 0) > 0 || (dollarsUsed ?? 0) > 0;
