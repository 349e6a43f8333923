/** Prices in common units. Nothing here guesses: what is unknown is `null`. */

import type { DollarPrices, Model, Pricing } from '../../../shared/models/models';
import { figure } from '../../../shared/money/estimate';

export interface PriceLine {
  /** What the price is for, such as `in` or `720p`; empty where there is only one price. */
  readonly what: string;
  readonly credits: number;
}

export interface NormalPrice {
  readonly per: '1k tokens' | 'image' | '1k characters' | 'second';
  readonly lines: readonly PriceLine[];
}

const perOf = {
  token: '1k tokens',
  image: 'image',
  character: '1k characters',
  second: 'second',
} as const satisfies Record<Pricing['unit'], NormalPrice['per']>;

/** Every price of a record in the unit of its modality; `null` where there is none. */
export function normalPrice(pricing: Pricing | null): NormalPrice | null {
  if (pricing === null) return null;
  const { unit, input, output, perUnit, byResolution = {} } = pricing;
  const factor = unit === 'character' ? 1_000 : 1;
  const given: readonly (readonly [string, number | undefined])[] = [
    ['in', input],
    ['out', output],
    ['', perUnit],
    ...Object.entries(byResolution),
  ];
  const lines = given.flatMap(([what, credits]) =>
    credits === undefined ? [] : [{ what, credits: tidy(credits * factor) }],
  );
  return lines.length === 0 ? null : { per: perOf[unit], lines };
}

/** Removes floating-point noise. */
const tidy = (credits: number) => Number(credits.toPrecision(10));

/** A short price, such as `0.4 in / 1.2 out cr per 1k`; `null` where it is unknown. */
export function formatPrice(pricing: Pricing | null): string | null {
  const price = normalPrice(pricing);
  if (pricing === null || price === null) return null;
  if (price.lines.every(({ credits }) => credits === 0)) return 'free';
  if (pricing.unit === 'token') return tokenPrice(price.lines);
  const base = pricing.byResolution === undefined ? undefined : cheapest(price);
  const [first] = price.lines;
  if (base === undefined || price.lines.length === 1) return `${first?.credits} cr per ${price.per}`;
  return `from ${base} cr per ${price.per}`;
}

const cheapest = ({ lines }: NormalPrice) => Math.min(...lines.map(({ credits }) => credits));

function tokenPrice(lines: readonly PriceLine[]): string {
  const both = lines.filter(({ what }) => what === 'in' || what === 'out');
  const shown = both.length > 0 ? both : lines.slice(0, 1);
  return `${shown.map(({ what, credits }) => (what === '' ? credits : `${credits} ${what}`)).join(' / ')} cr per 1k`;
}

/**
 * The one figure by which prices of a unit are compared: the higher of both directions for tokens, the lowest
 * resolution for everything else.
 */
export function comparedPrice(pricing: Pricing | null): number | null {
  const price = normalPrice(pricing);
  if (price === null) return null;
  const figures = price.lines.map(({ credits }) => credits);
  return pricing?.unit === 'token' ? Math.max(...figures) : Math.min(...figures);
}

/**
 * The price in the money of its gateway; `null` where it is unknown.
 *
 * @param isFree the gateway is your own server, which charges nothing
 */
export function priceOf(
  { pricing, dollarPrices }: Pick<Model, 'pricing' | 'dollarPrices'>,
  isFree = false,
): string | null {
  const named = formatPrice(pricing) ?? (dollarPrices === undefined ? null : formatDollarPrice(dollarPrices));
  return named ?? (isFree ? 'free' : null);
}

/** `$0.4 in / $1.6 out per 1M tokens`, and what a request or an image costs in addition. */
function formatDollarPrice(prices: DollarPrices): string | null {
  const { inputPerMillion, outputPerMillion, perRequest = 0, perImage = 0 } = prices;
  const known = Object.values(prices).filter((amount) => amount !== undefined);
  if (known.length === 0) return null;
  if (known.every((amount) => amount === 0)) return 'free';
  const tokens = [
    ...(inputPerMillion === undefined ? [] : [`$${figure(inputPerMillion)} in`]),
    ...(outputPerMillion === undefined ? [] : [`$${figure(outputPerMillion)} out`]),
  ];
  return [
    ...(tokens.length === 0 ? [] : [`${tokens.join(' / ')} per 1M tokens`]),
    ...(perRequest === 0 ? [] : [`$${figure(perRequest)} per request`]),
    ...(perImage === 0 ? [] : [`$${figure(perImage)} per image`]),
  ].join(', ');
}
