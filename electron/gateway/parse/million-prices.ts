/** Prices in dollars per million tokens, in the forms of lists that write them so. */
import type { DollarPrices } from '../../../shared/models/models';
import { isRecord, type JsonRecord, priceOrNull, wordOf } from './json';
import { type Names, readKinds } from './price-names';

type Found = { readonly [Name in keyof DollarPrices]: DollarPrices[Name] | null };

/** Dollars per million tokens cost more nowhere: what is higher is of another unit. */
export const HIGHEST_PER_MILLION = 10_000;

/** Nor less than a tenth of a cent, but for those that cost nothing. */
export const LOWEST_PER_MILLION = 0.001;

/** A `pricing` that names its unit, such as `{ currency: "USD", unit: "per_million_tokens", prompt, completion }` (NanoGPT). */
export function ofNamedUnit(pricing: JsonRecord): Found {
  const { unit, currency = 'USD' } = pricing;
  const isPerMillion = typeof unit === 'string' && /^(per_)?(1?m|million)(_?tok(ens?)?)?$/i.test(unit);
  return isPerMillion && wordOf(currency).toUpperCase() === 'USD' ? sides(pricing) : {};
}

/**
 * Numbers beside a price of an hour (docs.together.ai, `pricing: { hourly, input, output, base }`). Zeros stand there for
 * what is charged otherwise, such as images.
 */
export function ofHourly(pricing: JsonRecord): Found {
  const found = sides(pricing);
  return found.inputPerMillion || found.outputPerMillion ? found : {};
}

/** `metadata.pricing.input_tokens` (DeepInfra). */
export function ofMetadata(metadata: unknown): Found {
  if (!isRecord(metadata) || !isRecord(metadata.pricing)) return {};
  const { input_tokens, output_tokens, cache_read_tokens } = metadata.pricing;
  return sides({ input: input_tokens, output: output_tokens, cache_read: cache_read_tokens });
}

/** `model_spec.pricing.input.usd`, beside the price in the gateway's own unit (Venice). */
export function ofSpec(spec: unknown): Found {
  if (!isRecord(spec) || !isRecord(spec.pricing)) return {};
  const { input, output, cache_input, cache_write } = spec.pricing;
  return sides({
    input: usdOf(input),
    output: usdOf(output),
    cache_read: usdOf(cache_input),
    cache_write: usdOf(cache_write),
  });
}

/**
 * Ten-thousandths of a dollar beside the size of the context
 * (novita.ai/docs/api-reference/model-apis-llm-list-models, where 3900 is $0.39). Other lists may write dollars under these
 * names, so only numbers are read that are whole and can't be dollars; nor is anything said where long prompts have prices
 * of their own.
 */
export function ofTenThousandths(record: JsonRecord): Found {
  const { input_token_price_per_m: input, output_token_price_per_m: output, context_size, pricing } = record;
  const isPriced = [input, output].every(isTenThousandths) && [input, output].some((one) => one !== 0);
  const isSteady = !Object.entries(record).some(([name, value]) => /tier/.test(name) && isFilled(value));
  if (typeof context_size !== 'number' || !isPriced || !isSteady) return {};
  const read = isRecord(pricing) && isRecord(pricing.input_cache_read) ? pricing.input_cache_read : {};
  const { price_per_m: cached } = read;
  return sides({
    input: dollarsOf(input),
    output: dollarsOf(output),
    cache_read: isTenThousandths(cached) && cached !== 0 ? dollarsOf(cached) : null,
  });
}

/** No model costs less than a cent for a million tokens, but for those that cost nothing. */
const isTenThousandths = (value: unknown): boolean =>
  Number.isInteger(value) && (value === 0 || Number(value) >= 100);

const dollarsOf = (value: unknown): number => Number((Number(value) / 10_000).toPrecision(12));

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const usdOf = (price: unknown): unknown => (isRecord(price) ? price.usd : null);

const names: Names<'cached' | 'cacheWrite'> = {
  cached: ['cached_input', 'cache_read', 'input_cache_read'],
  cacheWrite: ['cache_write', 'input_cache_write'],
};

const sides = (pricing: JsonRecord): Found => ({
  inputPerMillion: price(pricing.prompt ?? pricing.input),
  outputPerMillion: price(pricing.completion ?? pricing.output),
  kinds: readKinds(pricing, names, price),
});

function price(value: unknown): number | null {
  const found = priceOrNull(value);
  const isLikely = found === 0 || (found !== null && found >= LOWEST_PER_MILLION);
  return isLikely && found <= HIGHEST_PER_MILLION ? found : null;
}
