/** Prices in dollars per million tokens, in the forms of lists that write them so. */
import type { DollarPrices } from '../../../shared/models/models';
import { isRecord, type JsonRecord, priceOrNull } from './json';
import { type Names, readKinds } from './price-names';

type Found = { readonly [Name in keyof DollarPrices]: DollarPrices[Name] | null };

/** Dollars per million tokens cost more nowhere: what is higher is of another unit. */
const HIGHEST = 10_000;

/** A `pricing` that names its unit, such as `{ currency: "USD", unit: "per_million_tokens", prompt, completion }` (NanoGPT). */
export function ofNamedUnit(pricing: JsonRecord): Found {
  const { unit, currency = 'USD' } = pricing;
  const isPerMillion = typeof unit === 'string' && /^(per_)?(1?m|million)(_?tok(ens?)?)?$/i.test(unit);
  return isPerMillion && String(currency).toUpperCase() === 'USD' ? sides(pricing) : {};
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
  return found !== null && found <= HIGHEST ? found : null;
}
