/** Waits in the forms that gateways, proxies and clouds state them in beside a refusal. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusedForNow } from '../../electron/core/calls/send-call';
import { type HostileServer, json, startHostileServer } from '../support/hostile-server';
import { NOW, refusalOf } from '../support/played-refusal';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const body = { error: { message: 'Too many requests' } };
const waitOf = async (headers: Record<string, string | string[]>, said: object = body, status = 429) =>
  (await refusalOf(server, json(said, status, headers))).retryAfterMs;

describe('the wait of a refusal', () => {
  it.each<[string, Record<string, string | string[]>, number | null]>([
    ['a moment since the epoch', { 'retry-after': String(NOW / 1_000 + 30) }, 30_000],
    ['a moment in milliseconds', { 'retry-after': String(NOW + 30_000) }, 30_000],
    ['a moment that is over', { 'retry-after': String(NOW / 1_000 - 30) }, 0],
    ['one for each server on the way', { 'retry-after': ['5', '30'] }, 30_000],
    ['a duration', { 'retry-after': '1m30s' }, 90_000],
    ['words', { 'retry-after': '2 minutes' }, 120_000],
    ['quotes', { 'retry-after': '"30"' }, 30_000],
    ['ISO 8601', { 'retry-after': 'PT1M30S' }, 90_000],
    ['Azure’s milliseconds', { 'x-ms-retry-after-ms': '1500' }, 1_500],
    ['a prefix', { 'x-ratelimit-user-retry-after': '40' }, 40_000],
    ['another name', { 'x-ratelimit-reset-after': '15' }, 15_000],
    ['no time', { 'retry-after': 'soon 5' }, null],
  ])('is read from a header with %s', async (_, headers, waitMs) => {
    expect(await waitOf(headers)).toBe(waitMs);
  });

  const limit = (kind: string, remaining: string, reset: string) => ({
    [`x-ratelimit-remaining-${kind}`]: remaining,
    [`x-ratelimit-reset-${kind}`]: reset,
  });

  it.each<[string, Record<string, string>, number | null]>([
    [
      'the tokens, of requests and tokens',
      { ...limit('requests', '12', '2m'), ...limit('tokens', '0', '7.66s') },
      7_660,
    ],
    ['both', { ...limit('requests', '0', '1m30s'), ...limit('tokens', '0', '7.66s') }, 90_000],
    ['the day', { ...limit('requests-minute', '4', '20'), ...limit('requests-day', '0', '3600') }, 3_600_000],
    ['none', { ...limit('requests', '12', '2m'), ...limit('tokens', '50', '7s') }, null],
    [
      'one of input',
      {
        'anthropic-ratelimit-requests-remaining': '9',
        'anthropic-ratelimit-requests-reset': new Date(NOW + 1_000).toISOString(),
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': new Date(NOW + 20_000).toISOString(),
      },
      20_000,
    ],
    ['OpenRouter’s', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW + 40_000) }, 40_000],
    ['one of the IETF', { ratelimit: '"default";r=0;t=30' }, 30_000],
  ])('is the reset of the limit that is used up: %s', async (_, headers, waitMs) => {
    expect(await waitOf(headers)).toBe(waitMs);
  });

  it('is a limit’s only where a limit refused', async () => {
    expect(await waitOf(limit('requests', '0', '90s'), body, 503)).toBeNull();
  });

  it.each<[string, object, number | null]>([
    ['a long duration', { error: { message: 'Your quota will reset after 12h34m16s.' } }, 45_256_000],
    ['hours and minutes of a clock', { message: 'Quota will be replenished in 10:23:45.' }, 37_425_000],
    ['Google’s part of a second', { error: { details: [{ retryDelay: '373.8ms' }] } }, 374],
    ['Google’s record', { error: { details: [{ retryDelay: { seconds: '30', nanos: 5 } }] } }, 30_000],
    [
      'Google’s metadata',
      { error: { message: 'x', details: [{ metadata: { quotaResetDelay: '2m3.5s' } }] } },
      123_500,
    ],
    ['GraphQL', { errors: [{ message: 'Slow down.', extensions: { retryAfter: 12 } }] }, 12_000],
    ['a span by name', { error: { message: 'Limit reached.', resets_in_seconds: 3_600 } }, 3_600_000],
    ['a moment by name', { error: { message: 'Limit reached.', resets_at: NOW / 1_000 + 60 } }, 60_000],
    ['Pascal’s case', { Message: 'Slow down.', RetryAfterSeconds: '9' }, 9_000],
  ])('is read from a body with %s', async (_, said, waitMs) => {
    expect(await waitOf({}, said)).toBe(waitMs);
  });

  it('is read in time that grows with the text alone', async () => {
    const long = `Please wait ${'1 hour and '.repeat(60_000)}`;
    expect(await waitOf({}, { error: { message: long } })).toBe(5 * 3_600_000);
  });
});

describe('a refusal that no wait ends', () => {
  const google = (quotaId: string, more = '') => [
    {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: `You exceeded your current quota. Quota exceeded for metric: requests${more}. Please retry in 38.9s.`,
        details: [
          { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38s' },
        ],
      },
    },
  ];
  const failureWith = (said: object, status = 429) => refusalOf(server, json(said, status));

  it('is a quota of a day, whatever seconds are asked for, and one of 0', async () => {
    for (const said of [
      google('GenerateRequestsPerDayPerProjectPerModel-FreeTier'),
      google('GenerateRequestsPerMinute', ', limit: 0, model: m'),
    ]) {
      const failure = await failureWith(said);
      expect(failure).toMatchObject({ errorCode: 'quota_exhausted', retryAfterMs: null });
      expect(isRefusedForNow(failure)).toBe(false);
    }
    const ofMinute = await failureWith(google('GenerateRequestsPerMinute', ', limit: 15'));
    expect(ofMinute).toMatchObject({ errorCode: 'RESOURCE_EXHAUSTED', retryAfterMs: 38_000 });
    expect(isRefusedForNow(ofMinute)).toBe(true);
  });

  it.each([429, 413])('is a request above the limit of a minute (%i)', async (status) => {
    const message =
      'Request too large for m on tokens per min (TPM): Limit 30000, Requested 48000. The input or output tokens must be reduced in order to run successfully.';
    const failure = await failureWith({ error: { message, code: 'rate_limit_exceeded' } }, status);
    expect(failure.errorCode).toBe('payload_too_large');
    expect(isRefusedForNow(failure)).toBe(false);
  });
});

describe('an overload that is answered with 529', () => {
  it('was not charged, and is asked again as one with 503', async () => {
    const said = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const failure = await refusalOf(server, json(said, 529));
    expect(failure).toMatchObject({ errorCode: 'overloaded_error', outcomeUnknown: false });
    expect(isRefusedForNow(failure)).toBe(true);
  });
});
