import { expect, test, vi } from 'vitest';
import { testPattern, withinMoment } from '../../electron/test-pattern';

/** Without any work, as while other programs have the processor. */
const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('what got no processor in its time is run once more', () => {
  const late = vi.fn(() => {
    if (late.mock.calls.length === 1) sleep(1_100);
    return 'read';
  });
  expect(withinMoment(late)).toBe('read');
  expect(late).toHaveBeenCalledTimes(2);
});

test('what does not end is given up', () => {
  const endless = () => {
    for (;;);
  };
  expect(withinMoment(endless)).toBeNull();
  expect(testPattern('(a+)+$', `${'a'.repeat(40)}b`)).toBeNull();
});
