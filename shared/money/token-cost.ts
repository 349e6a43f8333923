/**
 * What each kind of token of a reply cost, and whether that is what was charged. Kinds of one side share the tokens of that
 * side: cached tokens are some of the prompt's, tokens of thinking some of the reply's (platform.openai.com/docs/api-reference,
 * `prompt_tokens_details`, `completion_tokens_details`).
 */

import { cacheSaving } from './cache-saving';
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  decimalText,
  minus,
  ONE,
  plus,
  times,
  ZERO,
} from './decimal';
import type { Money } from './money';
import { units } from './money-units';
import {
  type PieceKind,
  promptKinds,
  replyKinds,
  type TokenKind,
  type TokenPrices,
  type TokenUsage,
} from './token-usage';

export interface CostLine {
  readonly kind: TokenKind | PieceKind;
  readonly count: number;
  /** `null` where the list of models names none. */
  readonly price: number | null;
  /** For how many the price is. */
  readonly per: number;
  /** The exact amount as a decimal; `null` without a price. */
  readonly amount: Decimal | null;
}

export interface CostParts {
  readonly lines: readonly CostLine[];
  /** Of all lines; `null` where one of them has no price. */
  readonly total: Decimal | null;
}

/** The tokens of a reply by their kind: each is counted once, and together they are the prompt's and the reply's. */
function tokensByKind(usage: TokenUsage): Readonly<Record<TokenKind, number>> {
  const found: Record<string, number> = {};
  const share = (total: number, kinds: readonly TokenKind[], stated: readonly (number | undefined)[]) => {
    let left = total;
    for (const [at, kind] of kinds.entries()) {
      const rest = at === kinds.length - 1;
      // Cached sound may be stated twice: no token is charged more than once.
      found[kind] = rest ? left : Math.min(left, stated[at] ?? 0);
      left -= found[kind];
    }
  };
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens, details = {} } = usage;
  const hour = Math.min(details.cacheWrite ?? 0, details.cacheWriteHour ?? 0);
  share(promptTokens, promptKinds, [
    cachedTokens,
    (details.cacheWrite ?? 0) - hour,
    hour,
    details.inputAudio,
    details.inputImage,
  ]);
  share(completionTokens, replyKinds, [reasoningTokens, details.outputAudio, details.outputImage]);
  return found as Record<TokenKind, number>;
}

/** The lines that are not empty, in the order of a bill. */
export function costParts(usage: TokenUsage, prices: TokenPrices | undefined): CostParts {
  const counts = tokensByKind(usage);
  const { request, image, search } = prices?.pieces ?? {};
  const lines = [
    ...billOrder.map((kind) =>
      line(kind, counts[kind], prices && priceOf(prices, kind), prices?.per ?? 1_000_000),
    ),
    line('request', request === undefined ? 0 : 1, request, 1),
    line('image', image === undefined ? 0 : (usage.details?.images ?? 0), image, 1),
    line('search', usage.details?.searches ?? 0, search, 1),
  ].filter(({ count }) => count > 0);
  const isKnown = prices !== undefined && lines.every(({ amount }) => amount !== null);
  return { lines, total: isKnown ? sum(lines) : null };
}

const billOrder: readonly TokenKind[] = [
  'input',
  'cached',
  'cacheWrite',
  'cacheWriteHour',
  'inputAudio',
  'inputImage',
  'output',
  'reasoning',
  'outputAudio',
  'outputImage',
];

const sum = (lines: readonly CostLine[]): Decimal =>
  lines.reduce((total, { amount }) => plus(total, amount ?? ZERO), ZERO);

const sideOf = (kind: TokenKind): 'input' | 'output' =>
  (promptKinds as readonly string[]).includes(kind) ? 'input' : 'output';

/** Nothing else says what an hour in the cache costs. */
const priceOf = ({ tokens }: TokenPrices, kind: TokenKind): number | undefined =>
  tokens[kind] ?? (kind === 'cacheWriteHour' ? undefined : tokens[sideOf(kind)]);

function line(kind: CostLine['kind'], count: number, price: number | undefined, per: number): CostLine {
  const exact = price === undefined ? null : decimal(price);
  const amount = exact && times(exact, count, Math.round(Math.log10(per)));
  return { kind, count, price: price ?? null, per, amount };
}

/** How a charge compares with what the prices say, in parts of the unit. */
export interface Difference {
  /** Above zero: more was charged. As a decimal of the unit. */
  readonly by: string;
  readonly isMore: boolean;
}

/**
 * `null` where the charge is what the prices say: a charge is a whole number of parts of its unit, so less than one part is
 * no difference.
 */
export function differenceOf(total: Decimal, { unit, amount }: Money): Difference | null {
  const { parts, isRoundedUp } = units[unit];
  const apart = minus({ digits: BigInt(amount), places: Math.round(Math.log10(parts)) }, total);
  const isRounding = compare(times(absolute(apart), 2 * parts), ONE) <= 0;
  const isLeast = isRoundedUp && amount === 1 && total.digits > 0n && compare(times(total, parts), ONE) < 0;
  return isRounding || isLeast ? null : { by: decimalText(absolute(apart)), isMore: apart.digits > 0n };
}

/**
 * What the cache took off. `null` where nothing came from one, or a price is not known; below zero where writing cost more
 * than reading saved.
 */
export function savingOf(usage: TokenUsage, prices: TokenPrices): Decimal | null {
  const { cached, cacheWrite, cacheWriteHour: writtenHour } = tokensByKind(usage);
  const written = cacheWrite + writtenHour;
  return cached === 0 && written === 0 ? null : cacheSaving({ cached, written, writtenHour }, prices);
}

/** What thinking cost, of all that the prices say; from 0 to 1, `null` where either is not known. */
export function thinkingShare(usage: TokenUsage, prices: TokenPrices): number | null {
  const { lines, total } = costParts(usage, prices);
  const thought = lines.find(({ kind }) => kind === 'reasoning')?.amount;
  if (total === null || total.digits <= 0n || thought == null) return null;
  return Number(decimalText(thought)) / Number(decimalText(total));
}
