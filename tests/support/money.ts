/** Costs as tests write and read them. */
import { amountIn, type Cost, toCost } from '../../shared/money/cost';
import type { CostForecast, ExpectedCost } from '../../shared/money/estimate';
import { type Amount, type MoneyUnit, toAmount } from '../../shared/money/money';

/** So many millionths of a credit. */
export const micros = (amount: number): Amount => amount as Amount;

/** A cost of so many millionths of a credit. */
export const inMicros = (amount: number): Cost => toCost({ credits: amount }) ?? [];

/** Credits as millionths. */
export const microsOf = (credits: number | null | undefined): Amount | null => toAmount(credits, 'credits');

/** What a record cost in millionths of a credit; `null` where that is unknown, or it was not charged in credits. */
export const paidIn = (record: { readonly cost: Cost | null } | null | undefined): Amount | null =>
  amountIn(record?.cost ?? null, 'credits');

/** The same in billionths of a dollar. */
export const paidInDollars = (record: { readonly cost: Cost | null } | null | undefined): Amount | null =>
  amountIn(record?.cost ?? null, 'usd');

/** What a forecast says of one unit. */
export const expectedIn = (
  { costs }: Pick<CostForecast, 'costs'>,
  unit: MoneyUnit = 'credits',
): ExpectedCost | undefined => costs.find((cost) => cost.unit === unit);
