import { beforeEach, expect, test } from 'vitest';
import { createPace, LONGEST_PACED_MS, type Pace } from '../../../../electron/core/rate-limits/pace';
import type { RateLimit } from '../../../../shared/calls/rate-limit';

let nowMs: number;
let timers: { at: number; run: () => void }[];
let pace: Pace;
beforeEach(() => {
  nowMs = 1_000_000;
  timers = [];
  pace = createPace({
    now: () => nowMs,
    setTimer(milliseconds, run) {
      const timer = { at: nowMs + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
});

const pass = (milliseconds: number) => {
  nowMs += milliseconds;
  for (const timer of timers.filter(({ at }) => at <= nowMs)) {
    timers = timers.filter((one) => one !== timer);
    timer.run();
  }
};
const said = (requests: Partial<RateLimit>, idempotencyKey: string | null = null, profileId = 'a') =>
  pace.hear({
    ...{ profileId, idempotencyKey },
    limits: { requests: { limit: null, remaining: null, resetMs: null, ...requests }, tokens: null },
  });

test('nothing waits where nothing was said', () => {
  expect(pace.waitMs('a')).toBe(0);
  said({ remaining: 0 });
  said({ resetMs: 9_000 });
  expect(pace.waitMs('a')).toBe(0);
});

test('a used-up limit holds for its own profile, until its reset', () => {
  said({ remaining: 0, resetMs: 12_000 });
  expect([pace.waitMs('a'), pace.waitMs('b')]).toEqual([12_000, 0]);
  pass(11_999);
  expect(pace.waitMs('a')).toBe(1);
  pass(1);
  expect(pace.waitMs('a')).toBe(0);
  expect(pace.rateOf('a')).toBeNull();
});

test('no header makes a request wait longer than five minutes', () => {
  said({ remaining: 0, resetMs: 86_400_000 });
  expect(pace.waitMs('a')).toBe(LONGEST_PACED_MS);
  pass(LONGEST_PACED_MS);
  expect(pace.waitMs('a')).toBe(0);
});

test('requests that are not answered count as used', () => {
  said({ limit: 5, remaining: 2, resetMs: 10_000 });
  const [one] = [pace.take('a', 'k1'), pace.take('a', 'k2')];
  expect(pace.waitMs('a')).toBe(10_000);
  one();
  expect(pace.waitMs('a')).toBe(0);
  pace.take('a', 'k3');
  said({ limit: 5, remaining: 1, resetMs: 9_000 }, 'k2');
  expect(pace.waitMs('a')).toBe(9_000);
});

test('of two statements on one window that arrive in the wrong order, the lower figure holds', () => {
  said({ limit: 5, remaining: 0, resetMs: 10_000 });
  said({ limit: 5, remaining: 1, resetMs: 10_000 });
  expect(pace.waitMs('a')).toBe(10_000);
  pass(10_000);
  said({ limit: 5, remaining: 4, resetMs: 10_000 });
  expect(pace.waitMs('a')).toBe(0);
});

test('a limit that fills up evenly lets one request go after another', () => {
  said({ limit: 300, remaining: 200, resetMs: 20_000 });
  said({ limit: 300, remaining: 0, resetMs: 60_000 });
  expect(pace.waitMs('a')).toBe(200);
  pass(200);
  expect(pace.waitMs('a')).toBe(0);
  pace.take('a', 'k1');
  expect(pace.waitMs('a')).toBe(200);
});

test('tokens that are used up hold requests back too', () => {
  const tokens = { limit: 1_000, remaining: 0, resetMs: 4_000 };
  pace.hear({ profileId: 'a', idempotencyKey: null, limits: { requests: null, tokens } });
  expect(pace.waitMs('a')).toBe(4_000);
  expect(pace.rateOf('a')).toEqual({ profileId: 'a', at: nowMs, requests: null, tokens });
});

test('waiting ends at the reset, with news of more room, or with the signal', async () => {
  const { signal } = new AbortController();
  said({ limit: 5, remaining: 0, resetMs: 10_000 });
  const untilReset = pace.untilFree('a', signal);
  pass(10_000);
  await untilReset;
  said({ limit: 5, remaining: 0, resetMs: 10_000 });
  const untilNews = pace.untilFree('a', signal);
  said({ limit: 5, remaining: 5, resetMs: 60_000 });
  await untilNews;
  said({ limit: 9, remaining: 0, resetMs: 10_000 });
  const controller = new AbortController();
  const stopped = pace.untilFree('a', controller.signal);
  controller.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  expect(timers).toEqual([]);
});
