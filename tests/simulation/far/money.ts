/** What things cost, and what answers say of it. */
import type { MoneyUnit } from '../../../shared/money/money';
import type { Gateway } from './gateway';

export type Priced = 'chat' | 'image' | 'speech' | 'video' | 'vectors';

const inMicrocredits: Readonly<Record<Priced, number>> = {
  ...{ chat: 250_000, image: 2_000_000, speech: 750_000, video: 5_000_000, vectors: 20_000 },
};

/** Billionths of a dollar: a short reply costs less than what a gateway rounds its balance to. */
const inNanodollars: Readonly<Record<Priced, readonly [from: number, to: number]>> = {
  ...{ chat: [1, 90_000], image: [400_000, 40_000_000], speech: [900, 15_000_000] },
  ...{ video: [50_000_000, 400_000_000], vectors: [1, 9_000] },
};

/** In the smallest part of the gateway's unit. */
export function priceOf({ unit, random }: Gateway, what: Priced): number {
  return unit === 'credits' ? inMicrocredits[what] : random.int(...inNanodollars[what]);
}

const parts: Readonly<Record<MoneyUnit, number>> = { credits: 1e6, usd: 1e9 };

/** As a gateway writes it: a decimal number of credits or dollars. */
export const decimalOf = ({ unit }: Pick<Gateway, 'unit'>, amount: number): number => amount / parts[unit];

const tokens = { prompt_tokens: 5, completion_tokens: 9 };

/** @param used in credits or dollars, as the gateway claims it */
export function metadata(gateway: Gateway, used: number | string): Record<string, unknown> {
  const { manners, account, unit } = gateway;
  const isTold = manners.tells !== 'nothing';
  if (unit === 'usd')
    return used === 0 ? {} : { usage: { ...tokens, ...(isTold && !manners.tellsLater && { cost: used }) } };
  if (!isTold) return {};
  const remaining = manners.tells === 'all' ? decimalOf(gateway, account.balance) : null;
  return { simulated: { credits_used: used, credits_remaining: remaining } };
}

/** Of 1,000 tokens: those of any reply of this gateway cost what it charges for one. */
export function tokenPricing(gateway: Gateway): Record<string, unknown> {
  const price = (1_000 * decimalOf(gateway, inMicrocredits.chat)) / tokens.completion_tokens;
  return { simulated: { pricing: { currency: 'credits', unit: 'token', input: price, output: price } } };
}

/** A model whose price grows with the prompt: all of a long request costs more. */
export const TIERED = 'sim/tiered';
/** Credits for 1,000 tokens of a short prompt, and how many times as much those of a long one cost. */
const tiered = { price: 0.1, from: 300, factor: 40 } as const;

export function tieredPricing(): Record<string, unknown> {
  const { price, from: min_prompt_tokens, factor } = tiered;
  const overrides = [{ min_prompt_tokens, input: price * factor, output: price * factor }];
  return {
    simulated: { pricing: { currency: 'credits', unit: 'token', input: price, output: price, overrides } },
  };
}

/** In millionths of a credit. */
export function tieredPriceOf(promptTokens: number): number {
  const price = tiered.price * (promptTokens >= tiered.from ? tiered.factor : 1);
  return Math.round(((promptTokens + tokens.completion_tokens) * price * 1e6) / 1_000);
}

/** What the list of models says of the price of an image. */
export function pricing(gateway: Gateway): Record<string, unknown> {
  const { prices } = gateway.manners;
  if (prices === 'untold' || gateway.unit === 'usd') return {};
  const image = decimalOf(gateway, inMicrocredits.image);
  const per_unit = prices === 'told' ? image : -500;
  return { simulated: { pricing: { currency: 'credits', unit: 'image', per_unit } } };
}

/** Models that a check asks, whose tokens are counted and charged: by the list of models, or at three times that. */
const METERED = 'check/metered/';
const DEAR = 'check/dear/';
/** Credits for 1,000 tokens by the list. */
const METERED_PRICE = 0.1;
const DEAR_FACTOR = 3;

export const meteredModel = (marker: string, isDear: boolean): string => (isDear ? DEAR : METERED) + marker;

export const isMetered = (model: unknown): model is string =>
  typeof model === 'string' && (model.startsWith(METERED) || model.startsWith(DEAR));

export function meteredPricing(): Record<string, unknown> {
  const [input, output] = [METERED_PRICE, METERED_PRICE];
  return { simulated: { pricing: { currency: 'credits', unit: 'token', input, output } } };
}

/** In millionths of a credit. */
export function meteredPriceOf(model: string, promptTokens: number): number {
  const factor = model.startsWith(DEAR) ? DEAR_FACTOR : 1;
  return Math.round(((promptTokens + tokens.completion_tokens) * METERED_PRICE * factor * 1e6) / 1_000);
}
