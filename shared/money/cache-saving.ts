/** What caches took off, from the tokens and prices that were stated; exact, and `null` where a price is not known. */
import { type Decimal, decimal, minus, plus, times } from './decimal';
import type { MoneyUnit } from './money-units';
import type { TokenPrices } from './token-usage';

/** Of the requests of a selection that read from a cache or wrote to one. */
export interface CacheSaved {
  readonly unit: MoneyUnit;
  /** Whose tokens and prices are known. */
  readonly calls: number;
  /** All they saved, as an exact decimal of the unit; below zero where writing cost more than reading saved. */
  readonly saved: string;
  /** Those without a price of what they read or wrote, and those of messages that were deleted. */
  readonly unknown: number;
}

export interface CacheTokens {
  readonly cached: number;
  /** For however long. */
  readonly written: number;
  /** Of those, the ones that are kept for an hour, at a price of their own. */
  readonly writtenHour?: number;
}

/** What the tokens would have cost as input, less what reading and writing them cost. */
export function cacheSaving(
  { cached, written, writtenHour = 0 }: CacheTokens,
  { tokens, per }: Pick<TokenPrices, 'tokens' | 'per'>,
): Decimal | null {
  const power = Math.round(Math.log10(per));
  const amount = (count: number, price: number | undefined): Decimal | null => {
    const exact = price === undefined ? null : decimal(price);
    return exact && times(exact, count, power);
  };
  const full = amount(cached + written, tokens.input);
  const read = cached === 0 ? amount(0, 0) : amount(cached, tokens.cached);
  const short = Math.max(0, written - writtenHour);
  const wrote = short === 0 ? amount(0, 0) : amount(short, tokens.cacheWrite);
  const wroteHour = writtenHour === 0 ? amount(0, 0) : amount(writtenHour, tokens.cacheWriteHour);
  return full && read && wrote && wroteHour && minus(full, plus(read, plus(wrote, wroteHour)));
}
