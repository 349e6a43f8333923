import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCredits, type Microcredits, toCredits, toMicrocredits } from '../../../shared/credits';

const micros = (value: number) => value as Microcredits;

describe('credits', () => {
  test('sums of reported decimals do not drift', () => {
    const reported = Array.from({ length: 1_000 }, () => 0.1);
    const sum = reported.reduce((total, credits) => total + (toMicrocredits(credits) ?? 0), 0);
    expect(sum).toBe(100_000_000);
  });

  test('an amount that is unknown or not a number stays unknown', () => {
    for (const amount of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(toMicrocredits(amount)).toBeNull();
    expect(toMicrocredits(1e300)).toBeNull();
    expect(toMicrocredits(0)).toBe(0);
  });

  test('a whole number of millionths survives the conversion to credits and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (value) => {
        expect(toMicrocredits(toCredits(micros(value)))).toBe(value);
      }),
    );
  });

  test.each([
    [996_800_000, '996.8'],
    [1_000_000_000, '1000'],
    [0, '0'],
    [3_200_000, '3.2'],
    [1_005_000, '1'],
    [1_006_000, '1.01'],
    [4_000, '0.004'],
    [1, '0.000001'],
    [-2_500_000, '-2.5'],
  ])('%d millionths are shown as %s', (value, text) => {
    expect(formatCredits(micros(value))).toBe(text);
  });

  test('decimals can be requested', () => {
    expect(formatCredits(micros(2_000_000), 2, 1)).toBe('2.0');
  });
});
