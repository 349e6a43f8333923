/** Functions that never end, or want more than there is, end by themselves and say why. */
import { expect, test } from 'vitest';
import { interpretHere } from '../../support/interpret-here';

test.each([
  ['return (async () => { for (;;) await 0 })()', 'It takes too many steps.'],
  [
    'const next = (n) => Promise.resolve(n).then((one) => { next(one + 1) }); return next(0)',
    'It takes too many steps.',
  ],
  // There is not even room for an error.
  ['let all = []; for (let n = 0; n < 1e6; n += 1) all = [all]; return all', 'It needs too much memory.'],
  ['return Array(2e6).fill(0).map((_, n) => n + "x")', 'It needs too much memory.'],
  ['throw null', 'null'],
  ['return Promise.reject(null)', 'null'],
])('%s', async (source, error) => {
  expect(await interpretHere(source, '{}')).toEqual({ error });
});

test('as many steps of promises as a function needs are taken', async () => {
  const source = 'return (async () => { let n = 0; while (n < 20000) n += await 1; return n })()';
  expect(await interpretHere(source, '{}')).toEqual({ content: '20000' });
});
