import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateText, figure } from '../../../shared/money/estimate';
import {
  type Amount,
  formatAmount,
  formatMoney,
  fromAmount,
  MAX_AMOUNT,
  toAmount,
  withUnit,
} from '../../../shared/money/money';
import { moneyUnits } from '../../../shared/money/money-units';

const amount = (parts: number) => parts as Amount;

test('sums of reported decimals do not drift', () => {
  const reported = Array.from({ length: 1_000 }, () => 0.1);
  expect(reported.reduce((sum, credits) => sum + (toAmount(credits, 'credits') ?? 0), 0)).toBe(100_000_000);
});

test('a call of 0.0000004 dollars is not zero, and nothing that was charged ever is', () => {
  expect(toAmount(4e-7, 'usd')).toBe(400);
  expect(toAmount(1e-12, 'usd')).toBe(1);
  expect(toAmount(0, 'usd')).toBe(0);
  expect(formatMoney(amount(400), 'usd')).toBe('$0.0000004');
});

test('three significant digits of an amount below one are shown, and two decimals of a larger one', () => {
  const credits = (value: number) => formatMoney(toAmount(value, 'credits') ?? amount(0), 'credits');
  expect([0.087, 0.0106, 0.123456, 1.2345, 951.2964].map(credits)).toEqual([
    ...['0.087 cr', '0.0106 cr', '0.123 cr', '1.23 cr', '951.3 cr'],
  ]);
});

test.each([
  [996_800_000, '996.8'],
  [1_000_000_000, '1000'],
  [0, '0'],
  [1_005_000, '1'],
  [1_006_000, '1.01'],
  [4_000, '0.004'],
  [1, '0.000001'],
  [-2_500_000, '-2.5'],
])('%d millionths of a credit are shown as %s', (parts, text) => {
  expect(formatAmount(amount(parts), 'credits', 2)).toBe(text);
});

test('decimals can be requested', () => {
  expect(formatAmount(amount(2_000_000), 'credits', 2, 1)).toBe('2.0');
});

test('a figure has its unit after it or its sign before it, and a sign its minus', () => {
  expect([
    withUnit('1.2', 'credits'),
    withUnit('1.2', 'credits', 'words'),
    withUnit('1.2', 'credits', 'bareSign'),
  ]).toEqual(['1.2 cr', '1.2 credits', '1.2']);
  expect([withUnit('0.9–2.4', 'usd'), withUnit('-2', 'usd')]).toEqual(['$0.9–2.4', '−$2']);
  const words = ['1', '0.1', '0.5–1', '11'].map((figure) => withUnit(figure, 'credits', 'words'));
  expect(words).toEqual(['1 credit', '0.1 credits', '0.5–1 credits', '11 credits']);
});

test.each(moneyUnits)('amounts in %s that are no number, or too large, are unknown', (unit) => {
  for (const wrong of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    expect(toAmount(wrong, unit)).toBeNull();
});

test.each(moneyUnits)('as many decimals of %s as are counted come back as they were', (unit) => {
  expect(toAmount(fromAmount(amount(MAX_AMOUNT), unit), unit)).toBe(MAX_AMOUNT);
  fc.assert(
    fc.property(fc.integer({ min: -1e14, max: 1e14 }), (parts) => {
      expect(toAmount(fromAmount(amount(parts), unit), unit)).toBe(parts);
    }),
  );
});

describe('an estimate', () => {
  test('names its unit, never adds two, and is never written as 4e-7', () => {
    const credits = { unit: 'credits', estimate: { from: 1, to: 2 }, usually: null } as const;
    const dollars = (to: number) => ({ unit: 'usd', estimate: { from: 0, to }, usually: null }) as const;
    expect(estimateText({ costs: [credits] })).toBe('1–2 cr');
    expect(estimateText({ costs: [credits, dollars(0.5)] })).toBe('1–2 cr + $0–0.5');
    expect(estimateText({ costs: [dollars(0)] })).toBe('free');
    expect(figure(4e-7)).toBe('0.0000004');
  });
});
