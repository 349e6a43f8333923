import { describe, expect, it } from 'vitest';
import { createChatModels } from '../../electron/sandbox/models';
import { costOf, toCredits, toMicros } from '../../electron/sandbox/pricing';

describe('prices', () => {
  it('are whole microcredits a token, so that a cost is never rounded', () => {
    for (const { pricing, id } of createChatModels()) {
      for (const price of Object.values(pricing)) expect(Number.isSafeInteger(price), id).toBe(true);
      expect(costOf(pricing, { promptTokens: 3, completionTokens: 5 })).toBe(
        3 * pricing.inputMicros + 5 * pricing.outputMicros,
      );
    }
  });

  it('print as decimals without noise', () => {
    for (const value of [0, 1, 3, 10, 300_000, 1_234_567, 999_999_999_999, 1e15]) {
      expect(JSON.stringify(toCredits(value))).toMatch(/^\d+(\.\d{1,6})?$/);
    }
    expect(JSON.stringify(toCredits(toMicros(0.1) + toMicros(0.2)))).toBe('0.3');
    for (const wrong of [-1, 0.000_000_1, Number.NaN, Number.POSITIVE_INFINITY, 2e9]) {
      expect(() => toMicros(wrong)).toThrow(RangeError);
    }
  });
});
