/** Costs as gateways report them, in money rather than credits. */
import type { ReportedCost } from '../types/call';
import { amountOrNull, isRecord } from './json';

/** An amount that can be a cost; `null` for anything else, and for less than nothing. */
export function costOf(
  value: unknown,
  currency: ReportedCost['currency'],
  from: string,
): ReportedCost | null {
  const amount = amountOrNull(value);
  return amount === null ? null : { amount, currency, from };
}

/** `usage.cost`, as OpenRouter and others have it; also in the object that a job or an image reply is. */
export function readUsageCost(body: unknown, currency: ReportedCost['currency']): ReportedCost | null {
  const usage = isRecord(body) && isRecord(body.usage) ? body.usage : null;
  return usage === null ? null : costOf(usage.cost, currency, 'usage.cost');
}
