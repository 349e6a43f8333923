/** Functions share threads, and nothing of one is left for the next. */
import { expect, test } from 'vitest';
import { createRunFunction } from '../../../electron/functions/run-function';
import { programOf } from '../../support/programs';

const run = createRunFunction(await programOf('function'));

test('what a function leaves in its globals or its prototypes is not there for the next', async () => {
  const spoil = `globalThis.left = args.n; Object.prototype.left = 1; JSON.parse = () => ({ n: 0 });
    Array.prototype.map = () => 'spoiled'; return args.n`;
  const look = `return [typeof left, typeof ({}).left, args.n, [1].map((one) => one + 1)]`;
  for (let n = 1; n <= 6; n += 1) {
    expect(await run(spoil, JSON.stringify({ n }))).toEqual({ content: String(n) });
    expect(await run(look, JSON.stringify({ n }))).toEqual({
      content: JSON.stringify(['undefined', 'undefined', n, [2]]),
    });
  }
});

test('a function that is stopped, or fills its memory, is the only one that ends', async () => {
  const stop = new AbortController();
  const loop = run('for (let n = 0; ; n += 1) "x".repeat(1e6).indexOf("y")', '{}', stop.signal);
  const others = Array.from({ length: 12 }, (_, n) =>
    n % 3 === 0 ? run('return "x".repeat(6e7).length', '{}') : run('return args.n', JSON.stringify({ n })),
  );
  const ends = await Promise.all(others);
  stop.abort();
  expect(await loop).toEqual({ error: 'It was stopped.' });
  expect(ends).toEqual(
    ends.map((_, n) => (n % 3 === 0 ? { error: 'It needs too much memory.' } : { content: String(n) })),
  );
  expect(await run('return 1', '{}', stop.signal)).toEqual({ error: 'It was stopped.' });
});

test('the memory of many functions is given back', async () => {
  const before = process.memoryUsage().rss;
  for (let n = 0; n < 16; n += 1)
    expect(await run('return new Uint8Array(2.5e7).fill(1).length', '{}')).toEqual({ content: '25000000' });
  // Held, they would be 400 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1_048_576);
});
