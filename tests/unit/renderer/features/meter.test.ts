import { describe, expect, it } from 'vitest';
import { levelOf } from '../../../../renderer/features/credits/credit-meter';
import type { Amount } from '../../../../shared/money/money';

const micro = (credits: number) => (credits * 1_000_000) as Amount;
const spent = (day: number, month: number) => ({ day: micro(day), month: micro(month) });

describe('the credit meter', () => {
  it('is calm while nothing is known to be wrong', () => {
    expect(levelOf({ unit: 'credits', remaining: null }, 50, { softPerDay: 1 }, null).tone).toBe('fine');
    expect(levelOf({ unit: 'credits', remaining: micro(50) }, 50, {}, spent(900, 900)).tone).toBe('fine');
    expect(
      levelOf({ unit: 'credits', remaining: micro(90) }, 50, { softPerDay: 5, softPerMonth: 9 }, spent(5, 9))
        .tone,
    ).toBe('fine');
  });

  it('states the most urgent problem in words', () => {
    const budget = { softPerDay: 5, softPerMonth: 9 };
    expect(levelOf({ unit: 'credits', remaining: micro(0) }, 50, budget, spent(6, 10)).word).toBe('used up');
    expect(levelOf({ unit: 'credits', remaining: micro(49) }, 50, budget, spent(6, 10)).word).toBe('low');
    expect(levelOf({ unit: 'credits', remaining: micro(60) }, 50, budget, spent(6, 10)).word).toBe(
      'past your limit for today',
    );
    expect(levelOf({ unit: 'credits', remaining: micro(60) }, 50, budget, spent(5, 10)).word).toBe(
      'past your limit for the month',
    );
  });
});
