/** Costs as gateways report them, in money rather than credits. */
import type { ReportedCost } from '../types/call';
import { amountOrNull, isRecord, type JsonRecord } from './json';

/** An amount that can be a cost; `null` for anything else, and for less than nothing. */
export function costOf(
  value: unknown,
  currency: ReportedCost['currency'],
  from: string,
): ReportedCost | null {
  const amount = amountOrNull(value);
  return amount === null ? null : { amount, currency, from };
}

/** xAI counts in parts of a dollar (docs.x.ai/developers/cost-tracking). */
const TICKS_PER_DOLLAR = 1e10;

/**
 * `usage.cost` as a figure (OpenRouter) or as an object with its total (Perplexity), `usage.total_cost`, or ticks of a
 * dollar; also in the object that a job or an image reply is, and in its choices.
 */
export function readUsageCost(body: unknown, currency: ReportedCost['currency']): ReportedCost | null {
  if (!isRecord(body)) return null;
  const all = [body.usage, body, ...choicesOf(body).map(({ usage }) => usage)].filter(isRecord);
  for (const usage of all) {
    const found = costIn(usage, usage === body ? '' : 'usage.', currency);
    if (found !== null) return found;
  }
  return null;
}

/** The body's own `cost` may be a price, or that of a month: only ticks are read there. */
function costIn(usage: JsonRecord, place: string, currency: ReportedCost['currency']): ReportedCost | null {
  const ticks = amountOrNull(usage.cost_in_usd_ticks);
  if (ticks !== null) return costOf(ticks / TICKS_PER_DOLLAR, 'USD', `${place}cost_in_usd_ticks`);
  if (place === '') return null;
  const { cost } = usage;
  if (isRecord(cost)) return costOf(cost.total_cost ?? cost.total, currency, `${place}cost.total_cost`);
  return costOf(cost, currency, `${place}cost`) ?? costOf(usage.total_cost, currency, `${place}total_cost`);
}

const choicesOf = ({ choices }: JsonRecord): readonly JsonRecord[] =>
  Array.isArray(choices) ? choices.filter(isRecord) : [];
