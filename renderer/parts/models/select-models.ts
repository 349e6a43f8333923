/** Filters and sorts the models of a catalogue; pure. */
import type { ModelChoices } from '../../../shared/models/model-choices';
import type { Model, Pricing } from '../../../shared/models/models';
import { factsOf, type Kind, type ModelFacts } from './model-facts';

export interface ModelFilter {
  /** Every word of it must match. */
  readonly text?: string;
  readonly kind?: Kind;
  /** The empty string means records that name none. */
  readonly owner?: string;
  /** The most credits, in the model's price unit; `unknown` and `free` mean what they say. */
  readonly price?: number | 'unknown' | 'free';
  /** Tokens at least. */
  readonly context?: number;
  /** Released at most this many days ago. */
  readonly days?: number;
  readonly word?: string;
  /** A probe and how it came out, as in `toolsAuto works`. */
  readonly checked?: string;
  readonly showsHidden?: boolean;
}

export type SortKey = 'id' | 'owner' | 'kind' | 'price' | 'context' | 'created' | 'words';
export interface ModelSort {
  readonly by: SortKey;
  readonly isDescending: boolean;
}

const dayMs = 86_400_000;

/**
 * Pinned models first, then the others, each in the chosen order. Records without the sorted value come last in either
 * direction.
 *
 * @param nowMs milliseconds since the epoch, from which ages are counted
 */
export function selectModels(
  models: readonly Model[],
  {
    filter,
    sort,
    choices,
    nowMs,
  }: { filter: ModelFilter; sort: ModelSort; choices: ModelChoices; nowMs: number },
): readonly Model[] {
  const hidden = new Set(filter.showsHidden ? [] : choices.hidden);
  const pinned = new Set(choices.pinned);
  const passes = testOf(filter, nowMs);
  const order = orderOf(sort);
  return models
    .filter((model) => !hidden.has(model.id) && passes(model))
    .sort((one, other) => Number(pinned.has(other.id)) - Number(pinned.has(one.id)) || order(one, other));
}

type Test = (model: Model, facts: ModelFacts) => boolean;

function testOf(filter: ModelFilter, nowMs: number): (model: Model) => boolean {
  const { kind, owner, price, context, days, word } = filter;
  const typed = filter.text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const tests: Test[] = [];
  if (typed.length > 0) tests.push((_, { searchText }) => typed.every((one) => searchText.includes(one)));
  if (kind !== undefined) tests.push((_, { kinds }) => kinds.includes(kind));
  if (owner !== undefined) tests.push(({ ownedBy }) => (ownedBy ?? '') === owner);
  if (price !== undefined) tests.push((model, facts) => passesPrice(price, model, facts));
  if (context !== undefined) tests.push((model) => (contextOf(model) ?? 0) >= context);
  if (days !== undefined) tests.push((_, { releasedAt }) => (releasedAt ?? 0) >= nowMs - days * dayMs);
  if (word !== undefined) tests.push((_, { words }) => words.includes(word));
  return (model) => tests.every((test) => test(model, factsOf(model)));
}

function passesPrice(
  wanted: number | 'unknown' | 'free',
  { pricing }: Model,
  { price }: ModelFacts,
): boolean {
  if (wanted === 'unknown') return price === null;
  if (wanted === 'free') return pricing !== null && isFree(pricing);
  return price !== null && price <= wanted;
}

const isFree = ({ input, output, perUnit, byResolution = {} }: Pricing) =>
  [input, output, perUnit, ...Object.values(byResolution)].every(
    (price) => price === undefined || price === 0,
  );

const contextOf = ({ capabilities }: Model) => capabilities?.contextWindow ?? null;

const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });
const units: readonly Pricing['unit'][] = ['token', 'character', 'image', 'second'];
type Value = string | number | null;

/** The sort values of a column; several where the first may be equal. */
const valuesOf: Readonly<Record<SortKey, (model: Model) => readonly Value[]>> = {
  id: ({ id }) => [id],
  owner: ({ ownedBy }) => [ownedBy],
  kind: (model) => [
    factsOf(model)
      .kinds.filter((kind) => kind !== 'unknown')
      .join(' ') || null,
  ],
  // Prices of different units can't be compared, so each unit is grouped.
  price: (model) => {
    const { price } = factsOf(model);
    return [price === null || model.pricing === null ? null : units.indexOf(model.pricing.unit), price];
  },
  context: (model) => [contextOf(model)],
  created: (model) => [factsOf(model).releasedAt],
  words: (model) => [factsOf(model).words.length || null],
};

function orderOf({ by, isDescending }: ModelSort): (one: Model, other: Model) => number {
  const values = valuesOf[by];
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    const others = values(other);
    for (const [index, value] of values(one).entries()) {
      const order = compareValues(value, others[index] ?? null, sign);
      if (order !== 0) return order;
    }
    return compareTexts(one.id, other.id);
  };
}

function compareValues(one: Value, other: Value, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * compareTexts(String(one), String(other));
}

/** The choices of the filters, the most frequent first. */
export function filterOptions(models: readonly Model[]) {
  const count = (valuesOf: (model: Model) => readonly string[]) => {
    const counts = new Map<string, number>();
    for (const model of models)
      for (const value of valuesOf(model)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].sort(([one, many], [other, more]) => more - many || compareTexts(one, other));
  };
  return {
    kinds: count((model) => factsOf(model).kinds),
    owners: count(({ ownedBy }) => [ownedBy ?? '']),
    words: count((model) => factsOf(model).words).slice(0, wordsAtMost),
  };
}

const wordsAtMost = 40;
