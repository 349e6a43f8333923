/** What a record cost: an amount of each unit that it was charged in, in words and in figures. Units are never added. */
import { type Amount, formatAmount, type Money, type MoneyUnit, withUnit } from './money';
import { byName, firstUnit, moneyUnits, type UnitField, units } from './money-units';

/**
 * Of a message, a job, a chat: at most one amount of a unit, in the order of the units; empty where no call was charged.
 * Where the cost is not known it is `null` instead, which is not zero.
 */
export type Cost = readonly Money[];

/** The amounts that are known among one of each unit; `null` where all that are named are unknown. */
export function toCost(amounts: Readonly<Partial<Record<MoneyUnit, number | null>>>): Cost | null {
  const cost = moneyUnits.flatMap((unit) => {
    const amount = amounts[unit] ?? null;
    return amount === null ? [] : [{ unit, amount: amount as Amount }];
  });
  return cost.length === 0 && Object.keys(amounts).length > 0 ? null : cost;
}

/** What a cost says of one unit; `null` where it says nothing. */
export const amountIn = (cost: Cost | null, unit: MoneyUnit): Amount | null =>
  cost?.find((money) => money.unit === unit)?.amount ?? null;

/** What each of several results has cost that were paid for together. */
export const shareOf = (cost: Cost | null, count: number): Cost | null =>
  cost === null
    ? null
    : cost.map(({ unit, amount }) => ({ unit, amount: Math.round(amount / count) as Amount }));

/** The one amount of a cost; `null` where it is unknown or of several units, so that it can't be compared. */
export const onlyMoney = (cost: Cost | null): Money | null => (cost?.length === 1 ? (cost[0] ?? null) : null);

/** Whether anything is known to have been charged, in whichever unit. */
export const isPaid = (cost: Cost | null): boolean => cost?.some(({ amount }) => amount > 0) === true;

/** Each amount that is not zero, or one zero; `null` where nothing is known. */
function inWords(cost: Cost | null, words: (money: Money) => string): string | null {
  if (cost === null) return null;
  const charged = cost.filter(({ amount }) => amount !== 0);
  const [zero = nothing] = cost;
  return charged.length === 0 ? (units[zero.unit].zero ?? words(zero)) : charged.map(words).join(' + ');
}

/**
 * What a file for others says of a cost, under the names of the units: `null` where nothing is known, and a zero of the
 * first unit where nothing was charged.
 */
export const costFields = <Value>(
  cost: Cost | null,
  write: (money: Money) => Value,
): Record<UnitField, Value | null> =>
  byName('field', (unit) => {
    const amount = amountIn(withZero(cost), unit);
    return amount === null ? null : write({ unit, amount });
  });

/** For places that know no empty cost. */
export const withZero = (cost: Cost | null): Cost | null => (cost?.length === 0 ? [nothing] : cost);

const nothing: Money = { unit: firstUnit, amount: 0 as Amount };

const inSentence = ({ unit, amount }: Money, digits: number): string =>
  withUnit(formatAmount(amount, unit, digits), unit, 'words');

/** `1.2 cr`, `$0.0031`, `1.2 cr + $0.0031` or `free`; `null` where it is unknown, which is not zero. */
export const costText = (cost: Cost | null): string | null =>
  inWords(cost, ({ unit, amount }) => withUnit(formatAmount(amount, unit, units[unit].shortDigits), unit));

/** The same with every decimal and the word spelled out: `1.25 credits`, `$0.0000004`. */
export const exactCostText = (cost: Cost | null): string | null =>
  inWords(cost, (money) => inSentence(money, units[money.unit].exactDigits));

/** For a sentence that is spoken: `1.2 credits`, `$0.0031`. */
export const spokenCost = (cost: Cost | null): string | null =>
  inWords(cost, (money) => inSentence(money, units[money.unit].shortDigits));

/** At the end of a narrow row: `1.2`, `$0.0031`, or nothing where nothing was charged. */
export const shortCost = (cost: Cost | null): string =>
  isPaid(cost)
    ? (inWords(cost, ({ unit, amount }) =>
        withUnit(formatAmount(amount, unit, units[unit].rowDigits), unit, 'bareSign'),
      ) ?? '')
    : '';
