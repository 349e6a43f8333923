/**
 * Prices in the forms that gateways publish them; what has another form is unknown. Kinds of tokens may
 * have their own.
 */
import type { DollarPrices } from '../../../shared/models/models';
import type { TokenKind } from '../../../shared/money/token-usage';
import { isRecord, type JsonRecord, priceOrNull } from './json';

/** `null` where none is found. */
export function readDollarPrices(record: JsonRecord): DollarPrices | null {
  const [found] = [
    ofPricing(record.pricing),
    ofModelInfo(record.model_info),
    ofProviders(record.providers),
    ofRecord(record),
  ]
    .map(known)
    .filter((prices) => prices !== null);
  return found ?? null;
}

type Found = { readonly [Name in keyof DollarPrices]: DollarPrices[Name] | null };

/** Dollars per token as text, as OpenRouter (`prompt`) and Vercel (`input`) write them: text keeps small amounts exact. */
function ofPricing(pricing: unknown): Found {
  // A record that names its unit or currency is of another form.
  if (!isRecord(pricing) || 'unit' in pricing || 'currency' in pricing) return {};
  return {
    inputPerMillion: perMillion(textAmount(pricing.prompt ?? pricing.input)),
    outputPerMillion: perMillion(textAmount(pricing.completion ?? pricing.output)),
    perRequest: textAmount(pricing.request),
    perImage: textAmount(pricing.image),
    perSearch: chargedText(pricing.web_search),
    kinds: readKinds(pricing, routerNames, (value) => perMillion(chargedText(value))),
  };
}

/** Dollars per token as numbers, as LiteLLM has them. */
function ofModelInfo(info: unknown): Found {
  if (!isRecord(info)) return {};
  return {
    inputPerMillion: perMillion(amountOf(info.input_cost_per_token)),
    outputPerMillion: perMillion(amountOf(info.output_cost_per_token)),
    perRequest: amountOf(info.input_cost_per_request),
    perImage: amountOf(info.output_cost_per_image),
    kinds: readKinds(info, liteNames, (value) => perMillion(amountOf(value))),
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
  return entries.every(([name]) => name === 'kinds') ? null : Object.fromEntries(entries);
}

/** Without what floating point adds. */
const perMillion = (amount: number | null): number | null =>
  amount === null ? null : Number((amount * 1e6).toPrecision(12));

/** OpenRouter writes -1 for a price that varies: like any price below zero, it is unknown. */
const amountOf = priceOrNull;

const textAmount = (value: unknown): number | null => (typeof value === 'string' ? amountOf(value) : null);
/** OpenRouter writes 0 for what has no price of its own, such as thinking that is charged as output. */
const chargedText = (value: unknown): number | null => textAmount(value) || null;
const numberAmount = (value: unknown): number | null => (typeof value === 'number' ? amountOf(value) : null);

/**
 * Prices of kinds of tokens that cost something else than the others of their side, under the names of each
 * list.
 */
type Names<Kind extends string> = Readonly<Partial<Record<Kind, readonly string[]>>>;
type OwnKind = Exclude<TokenKind, 'input' | 'output'>;

/** In a `pricing` of credits. */
export const creditNames: Names<OwnKind> = {
  cached: ['cached_input', 'cache_read', 'input_cache_read'],
  cacheWrite: ['cache_write', 'input_cache_write'],
  inputAudio: ['input_audio', 'audio'],
  inputImage: ['input_image', 'image_token'],
  reasoning: ['reasoning', 'internal_reasoning'],
  outputAudio: ['output_audio', 'audio_output'],
  outputImage: ['output_image', 'image_output'],
};
export const pieceNames = {
  request: ['per_request', 'request'],
  image: ['per_image', 'image'],
  search: ['per_search', 'web_search'],
} as const;

/** openrouter.ai/docs/client-sdks/typescript/models/pricing; vercel.com/docs/ai-gateway has the first two. */
const routerNames: Names<OwnKind> = {
  cached: ['input_cache_read'],
  cacheWrite: ['input_cache_write'],
  inputAudio: ['audio', 'input_audio'],
  inputImage: ['image_token'],
  reasoning: ['internal_reasoning'],
  outputAudio: ['audio_output', 'output_audio'],
  outputImage: ['image_output'],
};

/** Of LiteLLM's `model_info` (docs.litellm.ai/docs/proxy/custom_pricing, its list `model_prices_and_context_window.json`). */
const liteNames: Names<OwnKind> = {
  cached: ['cache_read_input_token_cost'],
  cacheWrite: ['cache_creation_input_token_cost'],
  inputAudio: ['input_cost_per_audio_token'],
  inputImage: ['input_cost_per_image_token'],
  reasoning: ['output_cost_per_reasoning_token'],
  outputAudio: ['output_cost_per_audio_token'],
  outputImage: ['output_cost_per_image_token'],
};

/** Of Requesty's records and of lists such as DeepInfra's. */
const plainNames: Names<OwnKind> = {
  cached: ['cached_price', 'cache_read_price', 'cached_input', 'cache_read_tokens'],
  cacheWrite: ['caching_price', 'cache_write_price', 'cache_write'],
};

/** @returns what is found, in the numbers of the record; `null` for none */
export function readKinds<Kind extends string>(
  record: JsonRecord,
  names: Names<Kind>,
  read: (value: unknown) => number | null = priceOrNull,
): Readonly<Partial<Record<Kind, number>>> | null {
  const found = Object.entries<readonly string[] | undefined>(names).flatMap(([kind, list = []]) => {
    const price = list.map((name) => read(record[name])).find((one) => one !== null);
    return price === undefined || price === null ? [] : [[kind, price]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
