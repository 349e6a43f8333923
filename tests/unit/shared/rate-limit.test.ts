import { describe, expect, it } from 'vitest';
import { type HeaderReader, readRateLimits } from '../../../shared/calls/rate-limit';

const now = Date.parse('2026-11-20T10:00:00Z');

const reader = (headers: Readonly<Record<string, string>>): HeaderReader => {
  const held = new Headers(headers);
  return (name) => held.get(name);
};
const read = (headers: Readonly<Record<string, string>>) => readRateLimits(reader(headers), now);
const resetOf = (reset: string) => read({ 'x-ratelimit-reset': reset })?.requests?.resetMs ?? null;

describe('the reset of a rate limit', () => {
  it.each([
    ['30', 30_000],
    ['1.5', 1_500],
    ['0', 0],
    [String(now / 1_000 + 60), 60_000],
    [String(now + 60_000), 60_000],
    [String(now / 1_000 - 60), 0],
    ['1s', 1_000],
    ['6m0s', 360_000],
    ['1m30s', 90_000],
    ['1h2m3.5s', 3_723_500],
    ['1d', 86_400_000],
    ['250ms', 250],
    ['8.64s', 8_640],
    ['2026-11-20T10:00:05Z', 5_000],
    ['Fri, 20 Nov 2026 10:00:02 GMT', 2_000],
  ])('“%s” is %s ms', (reset, resetMs) => {
    expect(resetOf(reset)).toBe(resetMs);
  });

  it.each(['soon', '', '-1', 'NaN', 'Infinity', '1e9', '0x10', '2d', '86401', '5 minutes', '1s2h'])(
    'is unknown where the header says “%s”',
    (reset) => expect(resetOf(reset)).toBeNull(),
  );
});

describe('the rate limit of a response', () => {
  it('is read under each name that gateways use', () => {
    const whole = { limit: 60, remaining: 59, resetMs: 1_000 };
    const families = [
      (field: string) => `x-ratelimit-${field}-requests`,
      (field: string) => `x-ratelimit-${field}`,
      (field: string) => `ratelimit-${field}`,
      (field: string) => `X-Rate-Limit-${field}`,
      (field: string) => `anthropic-ratelimit-requests-${field}`,
    ];
    for (const name of families) {
      const headers = { [name('limit')]: '60', [name('remaining')]: '59', [name('reset')]: '1' };
      expect(read(headers)).toEqual({ requests: whole, tokens: null });
    }
  });

  it('tells requests and tokens apart', () => {
    const headers = {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-limit-tokens': '150000',
      'x-ratelimit-remaining-tokens': '149984',
      'x-ratelimit-reset-tokens': '6m0s',
    };
    expect(read(headers)).toEqual({
      requests: { limit: 60, remaining: 0, resetMs: 1_000 },
      tokens: { limit: 150_000, remaining: 149_984, resetMs: 360_000 },
    });
  });

  it('is not mixed from two limits', () => {
    const headers = {
      'x-ratelimit-remaining-requests': '7',
      'x-ratelimit-limit': '5',
      'x-ratelimit-reset': '9',
    };
    expect(read(headers)?.requests).toEqual({ limit: null, remaining: 7, resetMs: null });
  });

  it.each([
    ['limit=100, remaining=4, reset=30', '', { limit: 100, remaining: 4, resetMs: 30_000 }],
    ['"default";r=4;t=30', '"default";q=100;w=60', { limit: 100, remaining: 4, resetMs: 30_000 }],
    [
      '"hour";r=40;t=300, "burst";r=0;t=2',
      '"hour";q=50,"burst";q=5',
      { limit: null, remaining: 0, resetMs: 2_000 },
    ],
  ])('is read from RateLimit: %s', (value, policy, limit) => {
    expect(read({ RateLimit: value, 'RateLimit-Policy': policy })?.requests).toEqual(limit);
  });

  it('takes the first number of a list', () => {
    expect(read({ 'RateLimit-Limit': '100, 100;w=60', 'RateLimit-Remaining': '4' })?.requests).toEqual({
      ...{ limit: 100, remaining: 4, resetMs: null },
    });
  });

  it('is unknown, not zero, where the headers say nothing', () => {
    expect(read({})).toBeNull();
    expect(read({ 'x-ratelimit-remaining': '' })).toBeNull();
    expect(read({ 'x-ratelimit-remaining': '0' })?.requests).toEqual({
      limit: null,
      remaining: 0,
      resetMs: null,
    });
  });
});

/** A small generator, so that a failing value can be found again. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('values that nobody should send', () => {
  it('are unknown or within bounds, for 500 of them', () => {
    const random = numbers(20_261_122);
    const next = (below: number) => Math.floor(random.next().value * below);
    const pieces = [
      ...[
        '-',
        '0',
        '9',
        '.',
        'e',
        's',
        'm',
        'h',
        'ms',
        'd',
        ' ',
        ';',
        ',',
        '"',
        'r=',
        't=',
        'q=',
        '=',
        '%',
        '\t',
      ],
      ...[
        'NaN',
        'Infinity',
        '99999999999999999999',
        '1e308',
        '0x',
        'reset=',
        'remaining=',
        '2026-',
        'Fri, ',
        'ÿ',
      ],
    ];
    const names = ['x-ratelimit-', 'x-ratelimit-requests-', 'ratelimit-', 'anthropic-ratelimit-tokens-'];
    let known = 0;
    for (let run = 0; run < 500; run += 1) {
      const value = () =>
        Array.from({ length: next(next(20) === 0 ? 2_000 : 6) }, () => pieces[next(pieces.length)]).join('');
      const name = names[next(names.length)];
      const headers = new Map([
        ...['limit', 'remaining', 'reset'].map((field) => [`${name}${field}`, value()] as const),
        ['ratelimit', value()],
        ['ratelimit-policy', value()],
      ]);
      const limits = readRateLimits((header) => headers.get(header) ?? null, now);
      for (const limit of [limits?.requests, limits?.tokens]) {
        const figures = [limit?.limit, limit?.remaining].filter((figure) => figure != null);
        known += figures.length;
        expect(figures.every((figure) => Number.isInteger(figure) && figure >= 0 && figure <= 1e12)).toBe(
          true,
        );
        const resetMs = limit?.resetMs ?? 0;
        expect(Number.isInteger(resetMs) && resetMs >= 0 && resetMs <= 86_400_000).toBe(true);
      }
    }
    expect(known).toBeGreaterThan(0);
  });
});
