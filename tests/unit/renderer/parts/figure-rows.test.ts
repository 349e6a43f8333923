import { expect, test } from 'vitest';
import { costRows } from '../../../../renderer/parts/credits/figure-rows';

test('a question names what is the most, and the estimate only as what is usual', () => {
  const estimate = { from: 1, to: 4 };
  expect(costRows(1, estimate, 4.3)).toEqual([['This call, at most', 4.3]]);
  expect(costRows(1, estimate, undefined)).toEqual([['This call, at most', 4]]);
  expect(costRows(3, estimate, 9)).toEqual([
    ['These 3 calls, usually', 4],
    ['These 3 calls, at most', 9],
  ]);
  expect(costRows(1, estimate, null)[0]).toEqual(['This call, usually', 4]);
  expect(costRows(1, null, undefined)).toEqual([]);
});
