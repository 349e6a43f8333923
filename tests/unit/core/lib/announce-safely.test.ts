import { expect, test } from 'vitest';
import { createSafeAnnounce } from '../../../../electron/core/lib/announce-safely';
import type { Ports } from '../../../../electron/core/ports/ports';
import type { AppErrorCode } from '../../../../shared/errors';

function setUp(code: AppErrorCode) {
  const timers: (() => void)[] = [];
  const lines: string[] = [];
  const ports = {
    clock: { setTimer: (_ms: number, run: () => void) => timers.push(run) },
    log: (line: string) => lines.push(line),
    describeError: () => ({ code, message: 'It can’t be read.' }),
  } as unknown as Pick<Ports, 'clock' | 'log' | 'describeError'>;
  return { announce: createSafeAnnounce(ports), timers, lines };
}

test('what can’t be shown now fails nothing, and is shown once it can be read', () => {
  const { announce, timers, lines } = setUp('storage_full');
  let failures = 2;
  let shown = 0;
  announce(() => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('broken');
    }
    shown += 1;
  });
  expect(shown).toBe(0);
  for (let run = timers.shift(); run !== undefined; run = timers.shift()) run();
  expect(shown).toBe(1);
  expect(lines).toEqual(Array(2).fill('a change could not be shown: storage_full'));
});

test('it is not tried for ever', () => {
  const { announce, timers } = setUp('storage_full');
  let tries = 0;
  announce(() => {
    tries += 1;
    throw new Error('broken');
  });
  for (let run = timers.shift(); run !== undefined && tries < 1_000; run = timers.shift()) run();
  expect(tries).toBe(31);
});

test('what no time mends is written to the log alone', () => {
  const { announce, timers, lines } = setUp('internal');
  announce(() => {
    throw new Error('a fault of ours');
  });
  expect(timers).toEqual([]);
  expect(lines).toHaveLength(1);
});
