import { describe, expect, test } from 'vitest';
import {
  amountIn,
  costFields,
  costText,
  exactCostText,
  isPaid,
  onlyMoney,
  shareOf,
  shortCost,
  spokenCost,
  toCost,
} from '../../../shared/money/cost';

const cost = (credits: number | null, usd: number | null = null) => toCost({ credits, usd });

describe('a cost', () => {
  test('has an amount of each unit that was charged, in their order, and is unknown where none is known', () => {
    expect(toCost({ usd: 400, credits: 3 })).toEqual([
      { unit: 'credits', amount: 3 },
      { unit: 'usd', amount: 400 },
    ]);
    expect(toCost({ credits: null, usd: 0 })).toEqual([{ unit: 'usd', amount: 0 }]);
    expect(toCost({ credits: null })).toBeNull();
    expect(toCost({})).toEqual([]);
  });

  test('says nothing of a unit that it wasn’t charged in', () => {
    expect([amountIn(cost(3), 'credits'), amountIn(cost(3), 'usd'), amountIn(null, 'usd')]).toEqual([
      3,
      null,
      null,
    ]);
  });

  test('is shared between results, each amount on its own', () => {
    expect(shareOf(cost(3_000_000, 401), 2)).toEqual(cost(1_500_000, 201));
    expect(shareOf(null, 2)).toBeNull();
  });

  test('can be compared where it is one amount', () => {
    expect([onlyMoney(cost(3)), onlyMoney(cost(3, 4)), onlyMoney([]), onlyMoney(null)]).toEqual([
      ...[{ unit: 'credits', amount: 3 }, null, null, null],
    ]);
  });

  test('is paid where any amount is above zero', () => {
    expect([cost(0, 1), cost(1), cost(0, 0), [], null].map(isPaid)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('is a field of each unit in files for others; nothing charged is zero credits there, and unknown is not', () => {
    const fields = (one: ReturnType<typeof cost>) => costFields(one, ({ amount }) => amount);
    expect(fields(cost(3))).toEqual({ credits: 3, dollars: null });
    expect(fields([])).toEqual({ credits: 0, dollars: null });
    expect(fields(null)).toEqual({ credits: null, dollars: null });
  });
});

describe('a cost in words', () => {
  test('is in its own unit, and side by side where several were charged', () => {
    expect(costText(cost(1_200_000))).toBe('1.2 cr');
    expect(costText(cost(null, 3_100_000))).toBe('$0.0031');
    expect(costText(cost(1_200_000, 3_100_000))).toBe('1.2 cr + $0.0031');
    expect(exactCostText(cost(1_200_000, 400))).toBe('1.2 credits + $0.0000004');
    expect(spokenCost(cost(1_234_567, 400))).toBe('1.23 credits + $0.0000004');
    expect([shortCost(cost(10_600)), shortCost(cost(null, 3_100_000))]).toEqual(['0.0106', '$0.0031']);
  });

  test('leaves out a zero beside an amount', () => {
    expect([costText(cost(0, 400)), costText(cost(1_000_000, 0))]).toEqual(['$0.0000004', '1 cr']);
  });

  test('is free where nothing was charged in dollars, and unknown where nothing is known', () => {
    expect([costText(cost(null, 0)), costText(cost(0, 0)), costText([])]).toEqual(['free', '0 cr', '0 cr']);
    expect(costText(null)).toBeNull();
    expect([shortCost(cost(0, 0)), shortCost(null)]).toEqual(['', '']);
  });
});
