import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costText, exactCostText, shortCost } from '../../../shared/cost';
import type { Microcredits } from '../../../shared/credits';
import { estimateText, figure } from '../../../shared/estimate';
import { formatMoney, fromAmount, MAX_AMOUNT, type Nanodollars, toAmount } from '../../../shared/money';

test('a call of 0.0000004 dollars is not zero, and nothing that was charged ever is', () => {
  expect(toAmount(4e-7, 'usd')).toBe(400);
  expect(toAmount(1e-12, 'usd')).toBe(1);
  expect(toAmount(0, 'usd')).toBe(0);
  expect(formatMoney(toAmount(4e-7, 'usd') ?? (0 as never), 'usd')).toBe('$0.0000004');
});

test('three significant digits of an amount below one are shown, and two decimals of a larger one', () => {
  const credits = (value: number) => formatMoney(toAmount(value, 'credits') ?? (0 as never), 'credits');
  expect([0.087, 0.0106, 0.123456, 1.2345, 951.2964].map(credits)).toEqual([
    ...['0.087 cr', '0.0106 cr', '0.123 cr', '1.23 cr', '951.3 cr'],
  ]);
  expect(shortCost({ creditsUsed: 10_600 as Microcredits })).toBe('0.0106');
});

test('amounts that are no number, or too large, are unknown', () => {
  for (const wrong of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e7])
    expect(toAmount(wrong, 'usd')).toBeNull();
  expect(toAmount(1e6, 'usd')).toBe(MAX_AMOUNT);
});

test('dollars of up to nine decimals come back as they were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (billionths) => {
      const amount = toAmount(billionths / 1e9, 'usd');
      expect(amount).toBe(billionths);
      expect(fromAmount(amount ?? (0 as never), 'usd')).toBe(billionths / 1e9);
    }),
  );
});

describe('what something cost, in words', () => {
  const cost = (credits: number | null, dollars?: number | null) => ({
    creditsUsed: credits as Microcredits | null,
    ...(dollars !== undefined && { dollarsUsed: dollars as Nanodollars | null }),
  });

  test('is in its own unit, and both side by side where both were charged', () => {
    expect(costText(cost(1_200_000))).toBe('1.2 cr');
    expect(costText(cost(null, 3_100_000))).toBe('$0.0031');
    expect(costText(cost(1_200_000, 3_100_000))).toBe('1.2 cr + $0.0031');
    expect(exactCostText(cost(1_200_000, 400))).toBe('1.2 credits + $0.0000004');
  });

  test('is free where nothing was charged in dollars, and unknown where nothing is known', () => {
    expect(costText(cost(null, 0))).toBe('free');
    expect(costText(cost(0, 0))).toBe('0 cr');
    expect(costText(cost(null, null))).toBeNull();
    expect(shortCost(cost(0, 0))).toBe('');
  });
});

test('an estimate names its unit, never adds two, and is never written as 4e-7', () => {
  const dollars = (to: number) => ({ estimate: { from: 0, to }, usually: null });
  expect(estimateText({ estimate: { from: 1, to: 2 } })).toBe('1–2 cr');
  expect(estimateText({ estimate: { from: 1, to: 2 }, dollars: dollars(0.5) })).toBe('1–2 cr + $0–0.5');
  expect(estimateText({ estimate: null, dollars: dollars(0) })).toBe('free');
  expect(figure(4e-7)).toBe('0.0000004');
});
