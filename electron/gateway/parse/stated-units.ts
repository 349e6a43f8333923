/**
 * Prices under names that say themselves what they count, such as `input_usd_per_1m_tokens` (docs.pinata.cloud/inference/models).
 * A name without a currency or without a unit says too little.
 */
import type { DollarPrices } from '../../../shared/models/models';
import { type JsonRecord, priceOrNull } from './json';

const NAME =
  /^(input|prompt|output|completion|cached?(?:_read)?(?:_input)?|cache_write)_(?:(?:price|cost)_)?usd_per_(1m|m|million|1k|k|thousand|)_?(?:tok(?:en)?s?)?$/;

const TIMES: Readonly<Record<string, number>> = { '': 1e6, '1k': 1e3, k: 1e3, thousand: 1e3 };

/** In dollars per million tokens. */
export function ofStatedUnits(record: JsonRecord): DollarPrices {
  const found = Object.entries(record).flatMap(([name, value]) => {
    const [, kind, unit = ''] = NAME.exec(name.toLowerCase()) ?? [];
    const price = kind === undefined ? null : priceOrNull(value);
    return kind === undefined || price === null ? [] : [[kind, price * (TIMES[unit] ?? 1)] as const];
  });
  const of = (pattern: RegExp) => found.find(([kind]) => pattern.test(kind))?.[1];
  const [input, output] = [of(/^(?:input|prompt)$/), of(/^(?:output|completion)$/)];
  const [cached, cacheWrite] = [of(/^cached?(?:_read)?(?:_input)?$/), of(/^cache_write$/)];
  const kinds = {
    ...(cached !== undefined && { cached: exact(cached) }),
    ...(cacheWrite !== undefined && { cacheWrite: exact(cacheWrite) }),
  };
  return {
    ...(input !== undefined && { inputPerMillion: exact(input) }),
    ...(output !== undefined && { outputPerMillion: exact(output) }),
    ...(Object.keys(kinds).length > 0 && { kinds }),
  };
}

const exact = (amount: number): number => Number(amount.toPrecision(12));
