import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundDetails, countValues } from '../../../shared/errors';

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), 'end');

describe('the details of an error', () => {
  test('stay as they are where they are small', () => {
    const details = { credits_needed: 4, allowed: ['480p', '720p'], nested: { why: null, hard: true } };
    expect(boundDetails(details)).toEqual(details);
  });

  test('end with the number of what is left out', () => {
    expect(boundDetails(Array.from({ length: 1_000 }, () => 'x'))).toEqual([
      ...Array.from({ length: 40 }, () => 'x'),
      '… 960 more',
    ]);
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, index]));
    expect(boundDetails(wide)).toMatchObject({ f0: 0, f39: 39, '…': '… 10 more' });
  });

  test('are cut where they nest too deep', () => {
    expect(JSON.stringify(boundDetails(deep(5_000)))).toContain('… 1 more');
  });

  test('keep a name that is special in JavaScript as a name', () => {
    const details = boundDetails(JSON.parse('{"__proto__": {"polluted": 1}}')) as object;
    expect(Object.keys(details)).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('are bounded whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12, noUnicodeString: false }), (value) => {
        const bounded = boundDetails(value);
        expect(JSON.stringify(bounded).length).toBeLessThan(400_000);
        expect(countValues(bounded)).toBeLessThan(500);
        expect(boundDetails(bounded)).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});
