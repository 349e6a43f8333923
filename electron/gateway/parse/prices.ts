/**
 * Prices in the forms that gateways publish them; what has another form is unknown. Kinds of tokens may
 * have their own.
 */
import type { DollarPrices } from '../../../shared/models/models';
import type { TokenKind } from '../../../shared/money/token-usage';
import { isRecord, type JsonRecord, priceOrNull } from './json';
import {
  HIGHEST_PER_MILLION,
  LOWEST_PER_MILLION,
  ofHourly,
  ofMetadata,
  ofNamedUnit,
  ofSpec,
  ofTenThousandths,
} from './million-prices';
import { liteNames, type Names, plainNames, readKinds, routerNames } from './price-names';
import {
  firstOf,
  liteTierNames,
  stepsAbove,
  stepsOfLists,
  stepsOfOverrides,
  stepsOfRanges,
  tiersOf,
} from './price-tiers';
import { ofStatedUnits } from './stated-units';

/** `null` where none is found. */
export function readDollarPrices(record: JsonRecord): DollarPrices | null {
  const [found] = [
    ofPricing(record.pricing),
    ofModelInfo(record.model_info),
    ofProviders(record.providers),
    ofMetadata(record.metadata),
    ofSpec(record.model_spec),
    ofTenThousandths(record),
    ofRecord(record),
    ofStatedUnits(record),
    isRecord(record.pricing) ? ofStatedUnits(record.pricing) : {},
  ]
    .map(known)
    .filter((prices) => prices !== null);
  return found ?? null;
}

type Found = { readonly [Name in keyof DollarPrices]: DollarPrices[Name] | null };

/** Dollars per token as text, as OpenRouter (`prompt`) and Vercel (`input`) write them: text keeps small amounts exact. */
function ofPricing(pricing: unknown): Found {
  if (!isRecord(pricing)) return {};
  // A record that names its unit or currency is of another form.
  if ('unit' in pricing || 'currency' in pricing) return ofNamedUnit(pricing);
  if ('hourly' in pricing) return ofHourly(pricing);
  if (isOfOneToken(pricing)) return ofNumbers(pricing);
  const steps = [
    ...stepsOfOverrides(pricing.overrides, { ...routerSides, ...routerNames }, routerPrice),
    ...stepsOfLists(pricing, { ...routerSides, ...routerNames }, routerPrice),
  ];
  return {
    inputPerMillion: perMillion(textAmount(pricing.prompt ?? pricing.input)) ?? firstOf(steps, 'input'),
    outputPerMillion:
      perMillion(textAmount(pricing.completion ?? pricing.output)) ?? firstOf(steps, 'output'),
    perRequest: textAmount(pricing.request),
    perImage: textAmount(pricing.image),
    perSearch: chargedText(pricing.web_search),
    kinds: readKinds(pricing, routerNames, (value) => perMillion(chargedText(value))),
    tiers: tiersOf(steps),
  };
}

/**
 * SambaNova's client has dollars per token as numbers under OpenRouter's names (its `ModelResponse.Pricing`), where its
 * pages have texts. Only amounts that are too small for a million tokens are read so.
 */
function isOfOneToken({ prompt, completion }: JsonRecord): boolean {
  const sides = [prompt, completion];
  return (
    sides.every((one) => typeof one === 'number' && one >= 0 && one < LOWEST_PER_MILLION) &&
    sides.some((one) => one !== 0)
  );
}

const ofNumbers = ({ prompt, completion }: JsonRecord): Found => ({
  inputPerMillion: perMillion(amountOf(prompt)),
  outputPerMillion: perMillion(amountOf(completion)),
});

const routerSides: Names<'input' | 'output'> = {
  input: ['prompt', 'input'],
  output: ['completion', 'output'],
};

const routerPrice = (value: unknown, kind: TokenKind): number | null =>
  perMillion(kind === 'input' || kind === 'output' ? textAmount(value) : chargedText(value));

/** Dollars per token as numbers, as LiteLLM has them. */
function ofModelInfo(info: unknown): Found {
  if (!isRecord(info)) return {};
  const perToken = (value: unknown) => perMillion(amountOf(value));
  const steps = [
    ...stepsOfRanges(info.tiered_pricing, liteTierNames, perToken),
    ...stepsAbove(info, liteTierNames, perToken),
  ];
  return {
    inputPerMillion: perToken(info.input_cost_per_token) ?? firstOf(steps, 'input'),
    outputPerMillion: perToken(info.output_cost_per_token) ?? firstOf(steps, 'output'),
    perRequest: amountOf(info.input_cost_per_request),
    perImage: amountOf(info.output_cost_per_image),
    kinds: readKinds(info, liteNames, perToken),
    tiers: tiersOf(steps),
  };
}

/** Dollars per million as numbers, one entry for each provider, as Hugging Face has them: the cheapest that is known. */
function ofProviders(providers: unknown): Found {
  const all = (Array.isArray(providers) ? providers : [])
    .map((provider) => (isRecord(provider) && isRecord(provider.pricing) ? provider.pricing : null))
    .filter((pricing) => pricing !== null)
    .map((pricing) => ({
      inputPerMillion: numberAmount(pricing.input),
      outputPerMillion: numberAmount(pricing.output),
      kinds: readKinds(pricing, plainNames, numberAmount),
    }));
  const total = (one: Found) => (one.inputPerMillion ?? Infinity) + (one.outputPerMillion ?? Infinity);
  return all.sort((one, other) => total(one) - total(other))[0] ?? {};
}

/** Dollars per token in the record itself, as Requesty has them. */
function ofRecord(record: JsonRecord): Found {
  const { input_price, output_price } = record;
  return {
    inputPerMillion: perMillion(amountOf(input_price)),
    outputPerMillion: perMillion(amountOf(output_price)),
    kinds: readKinds(record, plainNames, (value) => perMillion(amountOf(value))),
  };
}

function known(found: Found): DollarPrices | null {
  const entries = Object.entries(found).filter(([, amount]) => amount !== null && amount !== undefined);
  return entries.every(([name]) => name === 'kinds' || name === 'tiers') ? null : Object.fromEntries(entries);
}

/** Without what floating point adds. A million tokens cost more nowhere: what is higher was no price of one token. */
function perMillion(amount: number | null): number | null {
  const price = amount === null ? null : Number((amount * 1e6).toPrecision(12));
  return price !== null && price <= HIGHEST_PER_MILLION ? price : null;
}

/** OpenRouter writes -1 for a price that varies: like any price below zero, it is unknown. */
const amountOf = priceOrNull;

const textAmount = (value: unknown): number | null => (typeof value === 'string' ? amountOf(value) : null);
/** OpenRouter writes 0 for what has no price of its own, such as thinking that is charged as output. */
const chargedText = (value: unknown): number | null => textAmount(value) || null;
/** Per million; less is the price of one token, which nothing here says. */
function numberAmount(value: unknown): number | null {
  const amount = typeof value === 'number' ? amountOf(value) : null;
  return amount === null || amount === 0 || amount >= LOWEST_PER_MILLION ? amount : null;
}
