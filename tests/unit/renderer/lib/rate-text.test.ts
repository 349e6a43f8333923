import { describe, expect, it } from 'vitest';
import { limitsText } from '../../../../renderer/features/inspector/call-text';
import { paceText, rateNow, rateText } from '../../../../renderer/lib/rate-text';
import { checksText } from '../../../../renderer/media/jobs/job-text';

describe('a rate limit as text', () => {
  it('states what is known of it', () => {
    expect(rateText({ limit: 60, remaining: 59, resetMs: 1_000 })).toBe('59 of 60 left, resets in 1 s');
    expect(rateText({ limit: null, remaining: 12_000, resetMs: null })).toBe('12,000 left');
    expect(rateText({ limit: 60, remaining: null, resetMs: 3_600_000 })).toBe('limit 60, resets in 60 min');
    expect(rateText({ limit: null, remaining: null, resetMs: null })).toBeNull();
    expect(rateText(null)).toBeNull();
  });

  it('counts down to its reset, and says nothing after it', () => {
    const rate = { limit: 5, remaining: 0, resetMs: 10_000 };
    expect(rateNow(rate, { at: 1_000 }, 4_000)).toEqual({ ...rate, resetMs: 7_000 });
    expect(rateNow(rate, { at: 1_000 }, 11_000)).toBeNull();
  });
});

describe('a wait for the rate limit', () => {
  it('is stated for a batch, a job and its polls', () => {
    const text = 'Waits for the gateway’s rate limit, about 12 s';
    expect(paceText(20_000, 8_000)).toBe(text);
    const checks = { lastAt: null, nextAt: 20_000, failedInARow: 0, lastError: null, isPaced: true };
    for (const status of ['waiting', 'queued', 'running'] as const)
      expect(checksText({ checks, status }, 8_000)).toBe(text);
  });
});

describe('the limits of a call in the inspector', () => {
  const timing = { sentMs: null, headersMs: 0, firstByteMs: null, endMs: null };
  it('are those of its response', () => {
    const responseHeaders = [
      ['x-ratelimit-limit-requests', '60'],
      ['x-ratelimit-remaining-requests', '59'],
      ['x-ratelimit-reset-requests', '1s'],
      ['x-ratelimit-remaining-tokens', '149984'],
    ] as const;
    expect(limitsText({ responseHeaders, startedAt: 0, timing })).toBe(
      'Rate limit: requests 59 of 60 left, resets in 1 s; tokens 149,984 left',
    );
    expect(limitsText({ responseHeaders: [], startedAt: 0, timing })).toBeNull();
  });
});
