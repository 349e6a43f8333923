/** The cells of a model's row, as text. */
import { fieldOfRecord, type Model, type Pricing } from '../../../shared/models/models';
import { formatDay } from '../../lib/format';
import { factsOf, kindLabels } from './model-facts';
import { priceOf } from './price';

const shownCharacters = 200;

interface CellPrice {
  readonly text: string;
  readonly isKnown: boolean;
  /** The record's own value where its form is unknown. */
  readonly isRaw: boolean;
}

/** The price; where its form is unknown, the record's own value. */
/** @param isFree the gateway is your own server, which charges nothing */
export function priceText(model: Model, isFree = false): CellPrice {
  const { raw } = model;
  const text = priceOf(model, isFree);
  if (text !== null) return { text, isKnown: true, isRaw: false };
  const given = fieldOfRecord(raw, 'pricing');
  return given === null || given === undefined
    ? { text: 'not stated', isKnown: false, isRaw: false }
    : { text: JSON.stringify(given).slice(0, shownCharacters), isKnown: false, isRaw: true };
}

/** What a hundred credits buy, the most tangible unit; empty where the price is unknown. */
export function creditValueText(model: Model): string {
  const bought = whatCreditsBuy(100, model);
  if (bought === null) return '';
  const [first] = bought === 'free' ? [] : bought;
  return first === undefined ? 'unlimited' : formatAmount(first);
}

export const kindsText = (model: Model): string =>
  factsOf(model)
    .kinds.map((kind) => kindLabels[kind])
    .join(', ');

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function contextText({ capabilities }: Model): string {
  const tokens = capabilities?.contextWindow;
  return tokens === undefined ? '' : compact.format(tokens);
}

/** The release day of a model; empty where the record gives none. */
export function dayText(model: Model): string {
  const { releasedAt } = factsOf(model);
  return releasedAt === null ? '' : formatDay(releasedAt);
}

// What credits buy with a model. No price is guessed here; rules of thumb are marked as such.

/** An amount; both ends are equal where the price is exact. */
export interface Amount {
  readonly from: number;
  readonly to: number;
  readonly unit: 'tokens' | 'words' | 'images' | 'characters' | 'min of speech' | 's of video';
  /** By a rule of thumb, not by the price alone. */
  readonly isRough: boolean;
}

const wordsPerToken = 0.75;
/** Speech at an average pace in English, spaces included. */
const charactersPerMinute = 900;
const secondsPerMinute = 60;

/**
 * What this many credits buy, the most tangible first; `null` where the price is unknown, `free` where it is zero.
 *
 * Tokens are those of replies where these have a price of their own. Words are shown for models that write text, and
 * minutes of speech for those that speak.
 */
export function whatCreditsBuy(credits: number, model: Model): readonly Amount[] | 'free' | null {
  const { pricing } = model;
  const prices = pricing === null ? [] : pricesOfOne(pricing);
  if (pricing === null || prices.length === 0) return null;
  // Where some of it is free, only the paid part counts.
  const paid = prices.filter((price) => price > 0);
  if (paid.length === 0) return 'free';
  const units = { from: credits / Math.max(...paid), to: credits / Math.min(...paid) };
  return amountsOf(pricing.unit, units, factsOf(model).kinds);
}

/** Price of one token, image, character or second. */
function pricesOfOne({ unit, input, output, perUnit, byResolution = {} }: Pricing): readonly number[] {
  if (unit !== 'token')
    return [perUnit, ...Object.values(byResolution)].filter((price) => price !== undefined);
  const given = [output, perUnit, input].filter((price) => price !== undefined);
  const price = given.find((one) => one > 0) ?? given[0];
  return price === undefined ? [] : [price / 1_000];
}

function amountsOf(
  unit: Pricing['unit'],
  units: { readonly from: number; readonly to: number },
  kinds: readonly string[],
): readonly Amount[] {
  const amount = (name: Amount['unit'], factor = 1, isRough = false): Amount => ({
    from: units.from * factor,
    to: units.to * factor,
    unit: name,
    isRough,
  });
  switch (unit) {
    case 'token': {
      const words = kinds.includes('text') ? [amount('words', wordsPerToken, true)] : [];
      return [...words, amount('tokens')];
    }
    case 'image':
      return [{ ...amount('images'), from: Math.floor(units.from), to: Math.floor(units.to) }];
    case 'character':
      return [amount('min of speech', 1 / charactersPerMinute, true), amount('characters')];
    case 'second':
      return [
        kinds.includes('speech') ? amount('min of speech', 1 / secondsPerMinute) : amount('s of video'),
      ];
  }
}

const compactCount = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const countable = 1e15;

/** Such as `≈ 62.5K words` or `10–25 images`. */
export function formatAmount({ from, to, unit, isRough }: Amount): string {
  const [low, high] = [countText(from), countText(to)];
  return `${isRough ? '≈ ' : ''}${low === high ? low : `${low}–${high}`} ${unit}`;
}

const countText = (count: number) => (count < countable ? compactCount.format(count) : '1000T+');
