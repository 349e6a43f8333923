/** The cells of a model's row, as text. */
import { fieldOfRecord, type Model } from '../../../shared/models/models';
import { formatDay } from '../../lib/format';
import { formatAmount, whatCreditsBuy } from './credit-value';
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
