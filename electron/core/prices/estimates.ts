import type { Extra } from '../../../shared/extra/field-names';
import { takesCachePoints } from '../../../shared/gateways/cache-points';
import { type MediaModality, modalities, type ParameterValues } from '../../../shared/modalities/modalities';
import type { DollarPrices, Model, Pricing } from '../../../shared/models/models';
import type { Estimate } from '../../../shared/money/estimate';
import type { MoneyUnit, ProfileMoney } from '../../../shared/money/money';
import { firstUnit } from '../../../shared/money/money-units';
import type { TokenPrices } from '../../../shared/money/token-usage';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { PriceForecast } from '../ports/ledger';
import type { MoneyOf } from '../profiles/paying-profile';
import { countUnits, estimateChat, estimateMedia, mostOfChat } from './price-estimate';
import { creditsAt, dollarsAt } from './price-tiers';
import { pricedChat, pricedMedia } from './priced-request';

export interface Estimates {
  /** What a reply of the model is charged at now, exactly, by its prompt; `null` where the list of models does not say. */
  tokenPrices(profileId: string, model: string): PricesOfPrompt | null;
  chat(call: ChatCall): Expected;
  media(call: MediaCall): Expected;
}

/** What a reply to so many tokens is charged at. */
export type PricesOfPrompt = (promptTokens: number) => TokenPrices | null;

/** What a call may cost by its price, as its finished body asks for it. */
export interface Expected extends PriceForecast {
  /** The model that the body names, which is the one that is charged. */
  readonly model: string;
  /** Fields of the body may change the price in a way that nobody can foresee: it is at least this. */
  readonly isAtLeast: boolean;
  /** The body limits the length of the reply. */
  readonly hasLengthLimit: boolean;
}

export interface ChatCall {
  readonly profileId: string;
  readonly model: string;
  readonly settings: RunSettings;
  /** Of all that is sent, see `promptCharacters`. */
  readonly characters: number;
  /** See `mostPromptTokens`. */
  readonly mostPromptTokens: number | null;
  /** A cache point of the branch or of the settings keeps some of it for an hour. */
  readonly keepsLong?: boolean | undefined;
  /** Of the prompt, those that were sent before and are sent again. */
  readonly images?: number | undefined;
  /** Vectors come instead of a reply. */
  readonly isMeasured?: boolean | undefined;
}

export interface MediaCall {
  readonly profileId: string;
  readonly model: string;
  readonly modality: MediaModality;
  /** Of the text that is sent. */
  readonly characters: number;
  readonly parameters: ParameterValues;
  readonly extra: Extra;
  /** How many files it is made from; none where left out. */
  readonly inputs?: number;
  /** How many requests it takes; one where left out. */
  readonly requests?: number;
}

const free: Estimate = { from: 0, to: 0 };

/**
 * What a call may cost in the unit of its profile, by the catalogue as it is known now; its estimate is `null` where that
 * gives no price.
 */
export function createEstimates(
  modelsOf: (profileId: string) => readonly Model[],
  moneyOf: MoneyOf = () => ({ unit: 'credits', isFree: false }),
): Estimates {
  const find = (profileId: string, id: string) => modelsOf(profileId).find((model) => model.id === id);
  const pricingOf = (profileId: string, model: Model, kind: 'chat' | 'media'): Pricing | null =>
    moneyOf(profileId).unit === 'usd' ? dollarPricing(model, kind) : model.pricing;
  return {
    tokenPrices(profileId, model) {
      const [known, money] = [find(profileId, model), moneyOf(profileId)];
      const ofPrompt: PricesOfPrompt = (promptTokens) => tokenPricesOf(known, money, promptTokens);
      return ofPrompt(0) && ofPrompt;
    },
    chat({ profileId, mostPromptTokens, keepsLong = false, images = 0, isMeasured, ...call }) {
      const { model, isOpen: hasOpen, ...asked } = pricedChat(call);
      const { unit, isFree } = moneyOf(profileId);
      const known = find(profileId, model);
      const pricing = known === undefined ? null : pricingOf(profileId, known, 'chat');
      const search = ownSearchPrice(unit, known);
      const isOpen = [hasOpen, search > 0, isUnpricedHour(keepsLong, known, pricing)].includes(true);
      const facts = { model, isAtLeast: isOpen && !isFree, hasLengthLimit: asked.maxTokens !== undefined };
      if (isFree) return { ...facts, estimate: free, most: 0, units: null };
      if (known === undefined) return { ...facts, estimate: null, units: null };
      // A body that replaces the messages has another prompt than the one that was counted.
      const isOwn = asked.characters === call.characters;
      const request = { ...asked, mostPromptTokens: isOwn ? mostPromptTokens : null, keepsLong, isMeasured };
      const most = isOpen ? null : mostOfChat(request, pricing, known.capabilities);
      const estimate = estimateChat(request, pricing, known.capabilities);
      const pieces = requestPrice(unit, known) + images * imagePrice(unit, known);
      return {
        ...facts,
        estimate: estimate && { from: estimate.from + pieces, to: estimate.to + pieces + search },
        most: most === null ? null : most + pieces,
        units: null,
      };
    },
    media({ profileId, modality, inputs = 0, requests = 1, ...call }) {
      const { model, isOpen, ...asked } = pricedMedia({ modality, ...call });
      const { unit, isFree } = moneyOf(profileId);
      const facts = { model, isAtLeast: isOpen && !isFree, hasLengthLimit: false };
      const known = find(profileId, model);
      const request = { modality: modalities[modality], inputs, ...asked };
      const capabilities = known?.capabilities ?? null;
      const units = countUnits(request, capabilities);
      if (isFree) return { ...facts, estimate: free, units };
      const pricing = known ? pricingOf(profileId, known, 'media') : null;
      // Where the price of an input is not known, the call costs at least what it does without.
      const isAtLeast = facts.isAtLeast || (inputs > 0 && pricing?.perInput === undefined);
      const made = known ? estimateMedia(request, pricing, capabilities) : null;
      const estimate = made && known ? plus(made, requests * requestPrice(unit, known)) : made;
      // What is at least so much has no end that anything could be counted up to.
      return { ...facts, isAtLeast, estimate, units, ...(isAtLeast && { most: null }) };
    },
  };
}

/** An hour in the cache costs more than five minutes; only the list of models says how much. */
const isUnpricedHour = (keepsLong: boolean, model: Model | undefined, pricing: Pricing | null): boolean =>
  keepsLong && takesCachePoints(null, model) && pricing?.kinds?.cacheWriteHour === undefined;

const requestPrice = (unit: MoneyUnit, { dollarPrices, pricing }: Model): number =>
  (unit === 'usd' ? dollarPrices?.perRequest : pricing?.pieces?.request) ?? 0;

/** Of an image that is sent; elsewhere the same field is the price of an image that is made. */
const imagePrice = (unit: MoneyUnit, { dollarPrices, pricing, capabilities }: Model): number =>
  unit === 'usd'
    ? capabilities?.input.includes('image')
      ? (dollarPrices?.perImage ?? 0)
      : 0
    : (pricing?.pieces?.image ?? 0);

/**
 * Of one search of a model that searches the web by itself, as often as it likes; nobody knows beforehand how often. Others
 * have the price for requests that ask for a search, which only extra parameters do.
 */
function ownSearchPrice(unit: MoneyUnit, model: Model | undefined): number {
  if (model === undefined || !/sonar|search/i.test(model.id)) return 0;
  return (unit === 'usd' ? model.dollarPrices?.perSearch : model.pricing?.pieces?.search) ?? 0;
}

const plus = ({ from, to }: Estimate, flat: number): Estimate => ({ from: from + flat, to: to + flat });

/**
 * `null` where the model's record names no price that such a call can be estimated by.
 *
 * A price for an image counts for models that make nothing but images: elsewhere it is the price of an image that is sent.
 */
function dollarPricing(
  { dollarPrices, capabilities }: Pick<Model, 'dollarPrices' | 'capabilities'>,
  kind: 'chat' | 'media',
): Pricing | null {
  if (dollarPrices === undefined) return null;
  const { inputPerMillion, outputPerMillion, perImage, kinds = {}, tiers = [] } = dollarPrices;
  const { output = [] } = capabilities ?? {};
  if (kind === 'media') {
    const isForImages = output.length > 0 && output.every((word) => word === 'image');
    return perImage !== undefined && isForImages ? { unit: 'image', perUnit: perImage } : null;
  }
  if (inputPerMillion === undefined && outputPerMillion === undefined) return null;
  return {
    unit: 'token',
    ...(inputPerMillion !== undefined && { input: inputPerMillion / 1_000 }),
    ...(outputPerMillion !== undefined && { output: outputPerMillion / 1_000 }),
    kinds: perThousand(kinds),
    tiers: tiers.map(({ from, prices }) => ({ from, prices: perThousand(prices) })),
  };
}

const perThousand = (prices: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(prices).map(([kind, price]) => [kind, price / 1_000]));

/** The prices of a model as the bill of a reply needs them, in the numbers of its list. */
type Priced = Pick<Model, 'pricing' | 'dollarPrices' | 'capabilities'>;

/** `null` where it has none of tokens in the unit that its profile counts in. */
export function tokenPricesOf(
  model: Priced | undefined,
  { unit, isFree }: ProfileMoney,
  promptTokens: number,
): TokenPrices | null {
  if (model === undefined || isFree) return null;
  const { pricing, dollarPrices, capabilities } = model;
  if (unit === firstUnit) return pricing && inCredits(creditsAt(pricing, promptTokens), unit);
  return dollarPrices ? inDollars(dollarsAt(dollarPrices, promptTokens), capabilities, unit) : null;
}

function inCredits(pricing: Pricing, unit: MoneyUnit): TokenPrices | null {
  if (pricing.unit !== 'token') return null;
  const { input, output, kinds, pieces } = pricing;
  return priced({ unit, per: 1_000, tokens: { input, output, ...kinds }, pieces });
}

function inDollars(
  dollarPrices: DollarPrices,
  capabilities: Model['capabilities'],
  unit: MoneyUnit,
): TokenPrices | null {
  const { inputPerMillion, outputPerMillion, perRequest, perImage, perSearch, kinds } = dollarPrices;
  // Elsewhere it is the price of an image that is made.
  const image = capabilities?.input.includes('image') ? perImage : undefined;
  const tokens = { input: inputPerMillion, output: outputPerMillion, ...kinds };
  return priced({
    unit,
    per: 1_000_000,
    tokens,
    pieces: { request: perRequest, image, search: perSearch },
  });
}

type Loose<One> = { readonly [Name in keyof One]?: One[Name] | undefined };

function priced({
  tokens,
  pieces = {},
  ...prices
}: Pick<TokenPrices, 'unit' | 'per'> & {
  readonly tokens: Loose<TokenPrices['tokens']>;
  readonly pieces: Loose<NonNullable<TokenPrices['pieces']>> | undefined;
}): TokenPrices | null {
  const known = definedOf(tokens);
  const charged = definedOf(pieces);
  if (Object.keys(known).length === 0) return null;
  return { ...prices, tokens: known, ...(Object.keys(charged).length > 0 && { pieces: charged }) };
}

/** A piece that costs nothing is no line of a bill. */
const definedOf = (prices: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(prices).filter((one): one is [string, number] => one[1] !== undefined));
