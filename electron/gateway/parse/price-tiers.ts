/**
 * Prices that hold once a prompt is long, in the forms that gateways publish them. All of a request costs them, not only
 * what lies beyond; a name that a tier leaves out costs what it did before.
 */
import type { PriceTier } from '../../../shared/models/models';
import type { TokenKind } from '../../../shared/money/token-usage';
import { isRecord, type JsonRecord, tokensOrNull } from './json';
import { liteNames, type Names } from './price-names';

type Read = (value: unknown, kind: TokenKind) => number | null;

/** The price of one kind from so many tokens of prompt on. */
interface Step {
  readonly from: number;
  readonly kind: TokenKind;
  readonly price: number;
}

/** Entries with `min_prompt_tokens`, which that many reach (openrouter.ai/docs, `pricing.overrides`). */
export const stepsOfOverrides = (list: unknown, names: Names<TokenKind>, read: Read): readonly Step[] =>
  recordsOf(list).flatMap((entry) => {
    const from = tokensOrNull(entry.min_prompt_tokens);
    return from === null ? [] : stepsOf(from, entry, names, read);
  });

/** Lists beside each price, such as `input_tiers: [{ cost, min?, max? }]`, as Vercel's gateway has them. */
export const stepsOfLists = (pricing: JsonRecord, names: Names<TokenKind>, read: Read): readonly Step[] =>
  entriesOf(names).flatMap(([kind, name]) =>
    recordsOf(pricing[`${name}_tiers`]).flatMap(({ min, cost }) => {
      const price = read(cost, kind);
      return price === null ? [] : [{ from: tokensOrNull(min) ?? 0, kind, price }];
    }),
  );

/** `range: [0, 32000]` with the names of a record (LiteLLM's `tiered_pricing`). */
export const stepsOfRanges = (list: unknown, names: Names<TokenKind>, read: Read): readonly Step[] =>
  recordsOf(list).flatMap((entry) => {
    const from = tokensOrNull(Array.isArray(entry.range) ? entry.range[0] : null);
    return from === null ? [] : stepsOf(from, entry, names, read);
  });

/** `input_cost_per_token_above_200k_tokens`, in which 200,000 themselves are not above (LiteLLM). */
export function stepsAbove(info: JsonRecord, names: Names<TokenKind>, read: Read): readonly Step[] {
  return Object.entries(info).flatMap(([field, value]) => {
    const [, name, thousands] = /^(.+)_above_(\d{1,6})k_tokens$/.exec(field) ?? [];
    const kind = entriesOf(names).find(([, known]) => known === name)?.[0];
    const price = kind === undefined ? null : read(value, kind);
    return kind === undefined || price === null ? [] : [{ from: Number(thousands) * 1_000 + 1, kind, price }];
  });
}

export const liteTierNames: Names<TokenKind> = {
  input: ['input_cost_per_token'],
  output: ['output_cost_per_token'],
  ...liteNames,
};

/** The price of a kind without a long prompt, for lists that name it only here. */
export const firstOf = (steps: readonly Step[], wanted: TokenKind): number | null =>
  steps.find(({ from, kind }) => from === 0 && kind === wanted)?.price ?? null;

/** In the order of their prompts; `null` for none. */
export function tiersOf(steps: readonly Step[]): readonly PriceTier[] | null {
  const starts = [...new Set(steps.map(({ from }) => from))].filter((from) => from > 0);
  const tiers = starts
    .sort((one, other) => one - other)
    .map((from): PriceTier => {
      const here = steps.filter((step) => step.from === from);
      return { from, prices: Object.fromEntries(here.map(({ kind, price }) => [kind, price])) };
    });
  return tiers.length === 0 ? null : tiers;
}

const stepsOf = (from: number, entry: JsonRecord, names: Names<TokenKind>, read: Read): readonly Step[] =>
  entriesOf(names).flatMap(([kind, name]) => {
    const price = read(entry[name], kind);
    return price === null ? [] : [{ from, kind, price }];
  });

const entriesOf = (names: Names<TokenKind>) =>
  Object.entries(names).flatMap(([kind, list]) => list.map((name) => [kind as TokenKind, name] as const));

const recordsOf = (list: unknown): readonly JsonRecord[] =>
  (Array.isArray(list) ? list : []).filter(isRecord).slice(0, MOST_TIERS);

/** Real lists have up to five; more would only slow the forecast of each call. */
const MOST_TIERS = 50;
