import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCapabilities, readPricing, toModel } from '../../../../electron/gateway/parse/catalogue';
import { readCredits, readUsageCost } from '../../../../electron/gateway/parse/metadata';
import { readBodyUsage } from '../../../../electron/gateway/parse/usage';
import { amountsBelowZero, headersBelowZero } from '../../../../electron/gateway/record/left-out';
import { toCharge } from '../../../../shared/money/money';

/** Whatever a gateway may write where a number is expected. */
const written = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, -1, -500, 1e300, -1e300, Number.NaN, Number.NEGATIVE_INFINITY),
  fc.constantFrom('-5', '-0.0', '1e400', '-1e400', 'NaN', '', ' -7 ', '0x10', '12', null, true, [], {}),
);

/** Every number in a value, however deep. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

const areAmounts = (value: unknown) =>
  numbersIn(value).every((one) => Number.isFinite(one) && one >= 0 && !Object.is(one, -0));

describe('no charge, price or length below zero is read', () => {
  test('from the credits of an answer, in its body or headers', () => {
    fc.assert(
      fc.property(written, fc.integer(), (used, remaining) => {
        const inBody = readCredits(
          { meta: { credits_used: used, credits_remaining: remaining } },
          new Headers(),
        );
        expect(areAmounts(inBody.used)).toBe(true);
        expect(inBody.remaining).toBe(remaining);
        const headers = new Headers({ 'x-credits-used': JSON.stringify(used) ?? '' });
        expect(areAmounts(readCredits(null, headers))).toBe(true);
        expect(areAmounts(readUsageCost({ usage: { cost: used } }, 'USD'))).toBe(true);
        expect(areAmounts(readBodyUsage({ usage: { prompt_tokens: used, completion_tokens: 1 } }))).toBe(
          true,
        );
        const charge = toCharge(typeof used === 'number' ? used : null, 'usd');
        expect(charge === null || charge >= 0).toBe(true);
      }),
    );
  });

  test('from a record of the catalogue', () => {
    const fields = ['input', 'output', 'per_unit', 'prompt', 'completion', 'request', 'image'];
    const pricing = fc
      .tuple(fc.constantFrom('token', 'image', 'second', undefined), fc.array(written, { maxLength: 7 }))
      .map(([unit, prices]) => ({
        ...(unit !== undefined && { unit }),
        ...Object.fromEntries(prices.map((price, index) => [fields[index], price])),
        by_resolution: { '720p': prices[0], '1080p': prices[1] },
      }));
    fc.assert(
      fc.property(pricing, written, written, (one, first, second) => {
        expect(areAmounts(readPricing(one))).toBe(true);
        const lengths = {
          context_window: first,
          max_output: second,
          duration: { min: first, max: second },
        };
        expect(areAmounts(readCapabilities(lengths))).toBe(true);
        const raw = {
          ...{ pricing: one, top_provider: { max_completion_tokens: first }, context_length: second },
          model_info: { input_cost_per_token: first, output_cost_per_token: second },
        };
        const { dollarPrices, capabilities } = toModel({
          ...{ id: 'm', ownedBy: null, created: null, pricing: one, capabilities: lengths, raw },
        });
        expect(areAmounts([dollarPrices, capabilities])).toBe(true);
      }),
    );
  });
});

describe('the inspector names', () => {
  test('amounts below zero wherever an answer has them, and nothing else', () => {
    const fine = { meta: { credits_used: 4, credits_remaining: -3 }, usage: { cost: 0, prompt_tokens: 5 } };
    expect(amountsBelowZero(fine)).toEqual([]);
    expect(amountsBelowZero({ data: [{ pricing: { prompt: '-1', completion: '0.1' } }] })).toEqual([]);
    expect(amountsBelowZero({ usage: { cost: '-0.5' }, meta: { credits_used: -500 } })).toEqual([
      ...['−0.5 cost', '−500 credits used'],
    ]);
    const list = { data: [{ meta: { pricing: { unit: 'second', by_resolution: { '720p': -2 } } } }] };
    expect(amountsBelowZero(list)).toEqual(['−2 as a price (720p)']);
    expect(headersBelowZero(new Headers({ 'x-vendor-credits-used': '-7' }))).toEqual(['−7 credits used']);
  });

  test('the first of many, without reading a body of any size to its end', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ credits_used: -index - 1 }));
    expect(amountsBelowZero(many)).toHaveLength(3);
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
    expect(amountsBelowZero(deep)).toEqual([]);
    expect(amountsBelowZero(Array.from({ length: 300_000 }, () => 0))).toEqual([]);
  });
});
