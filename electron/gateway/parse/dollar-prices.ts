/** Prices in US dollars, in the forms that gateways publish them. What has another form is unknown. */
import type { DollarPrices } from '../../../shared/models';
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

type Found = { readonly [Name in keyof DollarPrices]: number | null };

/** Dollars per token as text, as OpenRouter (`prompt`) and Vercel (`input`) write them: text keeps small amounts exact. */
function ofPricing(pricing: unknown): Found {
  // A record that names its unit or currency is of another form.
  if (!isRecord(pricing) || 'unit' in pricing || 'currency' in pricing) return {};
  return {
    inputPerMillion: perMillion(textAmount(pricing.prompt ?? pricing.input)),
    outputPerMillion: perMillion(textAmount(pricing.completion ?? pricing.output)),
    perRequest: textAmount(pricing.request),
    perImage: textAmount(pricing.image),
  };
}

/** Dollars per token as numbers, as LiteLLM has them. */
function ofModelInfo(info: unknown): Found {
  if (!isRecord(info)) return {};
  return {
    inputPerMillion: perMillion(amountOf(info.input_cost_per_token)),
    outputPerMillion: perMillion(amountOf(info.output_cost_per_token)),
    perImage: amountOf(info.output_cost_per_image),
  };
}

/** Dollars per million as numbers, one entry for each provider, as Hugging Face has them: the cheapest that is known. */
function ofProviders(providers: unknown): Found {
  const all = (Array.isArray(providers) ? providers : [])
    .map((provider) => (isRecord(provider) && isRecord(provider.pricing) ? provider.pricing : null))
    .filter((pricing) => pricing !== null)
    .map(({ input, output }) => ({
      inputPerMillion: numberAmount(input),
      outputPerMillion: numberAmount(output),
    }));
  const total = (one: Found) => (one.inputPerMillion ?? Infinity) + (one.outputPerMillion ?? Infinity);
  return all.sort((one, other) => total(one) - total(other))[0] ?? {};
}

/** Dollars per token in the record itself, as Requesty has them. */
function ofRecord({ input_price, output_price }: JsonRecord): Found {
  return {
    inputPerMillion: perMillion(amountOf(input_price)),
    outputPerMillion: perMillion(amountOf(output_price)),
  };
}

function known(found: Found): DollarPrices | null {
  const entries = Object.entries(found).filter(([, amount]) => amount !== null && amount !== undefined);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Without what floating point adds. */
const perMillion = (amount: number | null): number | null =>
  amount === null ? null : Number((amount * 1e6).toPrecision(12));

/** OpenRouter writes -1 for a price that varies: like any price below zero, it is unknown. */
const amountOf = priceOrNull;

const textAmount = (value: unknown): number | null => (typeof value === 'string' ? amountOf(value) : null);
const numberAmount = (value: unknown): number | null => (typeof value === 'number' ? amountOf(value) : null);
