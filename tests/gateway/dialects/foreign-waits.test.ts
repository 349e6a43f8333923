/** The waits that refusals state, and the words of an empty account, as people quote them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusedForNow } from '../../../electron/core/calls/send-call';
import { type HostileServer, json, type Script, startHostileServer } from '../../support/hostile-server';
import { NOW, page, refusalOf } from '../../support/played-refusal';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ask = (script: Script) => refusalOf(server, script);

describe('a wait that is stated', () => {
  it.each<[string, object, number, number]>([
    [
      'Hugging Face, which loads a model',
      { error: 'Model m is currently loading', estimated_time: 20.5 },
      503,
      20_500,
    ],
    ['beside the error', { error: { message: 'Slow down.' }, retry_after: 7 }, 429, 7_000],
    [
      'in the details',
      { code: 'X', message: 'At capacity.', details: { retry_after_seconds: 1_200 } },
      429,
      1_200_000,
    ],
    ['in a detail', { detail: { reason: 'model_budget_exceeded', retry_after_seconds: 30 } }, 429, 30_000],
    ['in milliseconds', { error: { message: 'Slow down.', retry_after_ms: 1_500 } }, 429, 1_500],
    [
      'Replicate',
      {
        title: 'Throttled',
        detail: 'Request was throttled. Expected available in 1 second.',
        status: 429,
        retry_after: 10,
      },
      429,
      10_000,
    ],
    [
      'Azure',
      {
        error: {
          code: '429',
          message: 'Requests have exceeded the call rate limit. Please retry after 26 seconds.',
        },
      },
      429,
      26_000,
    ],
    [
      'API Management',
      { statusCode: 429, message: 'Rate limit is exceeded. Try again in 17 seconds.' },
      429,
      17_000,
    ],
    ['Chinese words', { error: { code: '1302', message: '请求过多，请在 26 秒后重试' } }, 429, 26_000],
    [
      'OpenRouter, by the headers in its metadata',
      {
        error: {
          message: 'Rate limit exceeded: limit_rpm',
          code: 429,
          metadata: {
            headers: {
              'X-RateLimit-Limit': '8',
              'X-RateLimit-Remaining': '0',
              'X-RateLimit-Reset': String(NOW + 40_000),
            },
          },
        },
      },
      429,
      40_000,
    ],
    ['a text', { message: 'x' }, 429, 12_000],
  ])('%s', async (name, body, status, waitMs) => {
    const script =
      name === 'a text'
        ? page('Too many requests, please try again in 12 seconds.', status)
        : json(body, status);
    const failure = await ask(script);
    expect(failure.retryAfterMs).toBe(waitMs);
    expect(isRefusedForNow(failure)).toBe(true);
  });

  it('a header counts more', async () => {
    const body = { error: { message: 'Slow down.' }, retry_after: 7 };
    expect((await ask(json(body, 429, { 'retry-after': '3' }))).retryAfterMs).toBe(3_000);
  });
});

describe('an account that is empty is known by the words of', () => {
  it.each<[string, object, number]>([
    ['SiliconFlow', { code: 30001, message: 'Sorry, your account balance is insufficient', data: null }, 403],
    [
      'fal',
      { detail: 'User is locked. Reason: Exhausted balance. Top up your balance at example.com.' },
      403,
    ],
    ['Runway', { error: 'You do not have enough credits to run this task.' }, 400],
    ['Kling', { code: 1102, message: 'Account balance not enough', request_id: 'r' }, 429],
    [
      'xAI',
      {
        code: 'The caller does not have permission to execute the specified operation',
        error: "Your newly created team doesn't have any credits yet.",
      },
      403,
    ],
    [
      'Ark',
      {
        error: {
          code: 'AccountOverdueError',
          message: 'The request failed because your account has an overdue balance.',
        },
      },
      403,
    ],
    ['new-api', { error: { message: '用户额度不足, 剩余额度: $0.000', type: 'new_api_error' } }, 403],
    [
      'one-api',
      {
        error: {
          message: 'token quota is not enough',
          type: 'one_api_error',
          code: 'pre_consume_token_quota_failed',
        },
      },
      403,
    ],
    [
      'ElevenLabs',
      {
        detail: {
          status: 'quota_exceeded',
          message: 'This request exceeds your quota. You have 0 credits remaining.',
        },
      },
      401,
    ],
    ['Vidu', { code: 429, reason: 'CreditInsufficient', message: 'CreditInsufficient' }, 429],
    [
      'Fireworks',
      { error: { message: 'Account x is suspended, possibly due to reaching the monthly spending limit.' } },
      412,
    ],
  ])('%s', async (_name, body, status) => {
    const failure = await ask(json(body, status));
    expect(failure).toMatchObject({ isOutOfCredits: true });
    expect(isRefusedForNow(failure)).toBe(false);
  });

  it.each<[string, object]>([
    [
      'a limit of free models',
      {
        error: {
          message: 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 requests per day',
          code: 429,
        },
      },
    ],
    [
      'a limit of a workspace',
      { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'Exceeded input tokens per minute rate limit.' },
    ],
    [
      'a pool of a provider',
      {
        error: {
          message: 'Provider returned error',
          code: 429,
          metadata: { raw: 'It is rate-limited upstream. Please retry shortly.' },
        },
      },
    ],
  ])('and is not seen in %s', async (_name, body) => {
    expect(await ask(json(body, 429))).toMatchObject({ isOutOfCredits: false });
  });
});
