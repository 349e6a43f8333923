import { expect, test } from 'vitest';
import type { Assertion } from '../../../../shared/assertions/assertion';
import { maxScore } from '../../../../shared/assertions/max-score';

const check = (type: Assertion['type'], score: number | null) => ({
  assertion: { type, isNot: false, threshold: null },
  state: 'passed' as const,
  score,
  why: '',
});
const assertion = (value?: Assertion['value']): Assertion => ({
  ...{ type: 'max-score', isNot: false, threshold: null },
  ...(value !== undefined && { value }),
});

const one = [check('contains', 1), check('bleu', 0.2), check('max-score', null)];
const other = [check('contains', 0), check('bleu', 0.9), check('max-score', null)];
const winners = (value?: Assertion['value'], all = [one, other]) =>
  all.map((_, at) => {
    const found = maxScore(assertion(value), at, all);
    return typeof found === 'string' ? found : found.holds;
  });

test('the mean of the other scores decides, or their sum, by their weights', () => {
  expect(winners()).toEqual([true, false]);
  expect(winners({ method: 'sum', weights: { bleu: 3 } })).toEqual([false, true]);
  expect(winners({ weights: { contains: 0 } })).toEqual([false, true]);
});

test('of equal ones the first is the best, and none is below the threshold', () => {
  expect(winners(undefined, [one, one])).toEqual([true, false]);
  expect(winners({ threshold: 0.6 })).toEqual([true, false]);
  expect(winners({ threshold: 0.7 })).toEqual([false, false]);
  expect(maxScore(assertion(), 1, [one, one])).toMatchObject({
    why: 'An earlier answer has the same score, 0.6.',
  });
});

test('nothing is decided without scores, with unknown ones, or by words it does not know', () => {
  expect(winners(undefined, [[check('select-best', 1)]])).toEqual([
    '“max-score” compares the scores of other assertions: add one.',
  ]);
  expect(winners(undefined, [one, [check('llm-rubric', null)]])[0]).toMatch(/^Not every score/);
  expect(winners({ method: 'median' })[0]).toContain('“median”');
  expect(winners({ threshold: 'high' })[0]).toContain('threshold');
});
