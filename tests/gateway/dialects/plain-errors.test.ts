import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusedForNow } from '../../../electron/core/calls/send-call';
import { toAppError } from '../../../electron/gateway/parse/error';
import { connect, failureOf, question } from '../../support/gateway-client';
import { type HostileServer, json, startHostileServer } from '../../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const ask = () => connect(server).client.images.generations.create({ model: 'm', prompt: 'p' });

describe('a gateway that has no credits left', () => {
  it.each([
    ['402', 402, { error: { message: 'Pay first.', code: 402 } }],
    ['OpenAI: 429 insufficient_quota', 429, { error: { code: 'insufficient_quota', message: 'No.' } }],
    ['OpenAI: the type alone', 429, { error: { code: null, type: 'insufficient_quota', message: 'No.' } }],
    [
      'LiteLLM: 400 budget_exceeded behind a numeric code',
      400,
      {
        error: { message: 'Budget has been exceeded!', type: 'budget_exceeded', param: 'None', code: '400' },
      },
    ],
    ['Portkey: 412', 412, { status: 'failure', message: 'The budget limit of this key is reached.' }],
    ['a relay: 403', 403, { error: { code: 'insufficient_user_quota', message: 'No.' } }],
    ['words alone', 429, { message: 'Insufficient credits. Add more to go on.' }],
    [
      'OpenAI: words alone',
      429,
      { error: { message: 'You exceeded your current quota, please check your plan and billing details.' } },
    ],
  ])('is known by %s and not asked again', async (_name, status, body) => {
    server.script(json(body, status, { 'retry-after': '0' }), json({ data: [] }));
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ isOutOfCredits: true, outcomeUnknown: false, attempts: 1 });
    expect(server.requests).toHaveLength(1);
    const error = toAppError(failure);
    expect(error).toMatchObject({ isOutOfCredits: true });
    expect(isRefusedForNow(failure)).toBe(false);
  });

  it.each([
    ['a rate limit', 429, { error: { code: 'rate_limited', message: 'Too many requests.' } }],
    [
      'a quota per minute',
      429,
      { error: { code: 429, message: 'You exceeded your current quota: 10 requests per minute.' } },
    ],
    ['a refusal that names credits', 429, { message: 'Slow down. No credits were charged.' }],
  ])('is not seen in %s', async (_name, status, body) => {
    server.script(...Array.from({ length: 3 }, () => json(body, status)));
    const failure = await failureOf(ask());
    expect(failure).toMatchObject({ isOutOfCredits: false, attempts: 3 });
    expect(isRefusedForNow(failure)).toBe(true);
  });
});

describe('an error code', () => {
  it.each([
    ['a number beside a type', { error: { code: 400, type: 'bad_image', message: 'No.' } }, 'bad_image'],
    [
      'a numeric text beside a type',
      { error: { code: '401', type: 'auth_error', message: 'No.' } },
      'auth_error',
    ],
    [
      'a number beside metadata',
      { error: { code: 400, message: 'No.', metadata: { error_type: 'moderation' } } },
      'moderation',
    ],
    ['a number that is a status', { error: { code: 404, message: 'No.' } }, 'not_found'],
    ['a number of its own', { success: false, errors: [{ code: 7003, message: 'No.' }] }, '7003'],
    ['a word', { error: { code: 'bad_size', type: 'invalid_request_error', message: 'No.' } }, 'bad_size'],
    ['"None"', { error: { code: 'None', type: 'None', param: 'None', message: 'No.' } }, 'invalid_request'],
  ])('is read from %s', async (_name, body, errorCode) => {
    server.script(json(body, 400));
    expect(await failureOf(ask())).toMatchObject({ errorCode, message: 'No.', param: null });
  });
});

describe('an error in a reply with a good status', () => {
  it.each([
    ['{ object: "error" }', { object: 'error', message: 'It broke.', type: 'EngineError', code: 500 }],
    ['choices[].error', { choices: [{ error: { code: 502, message: 'It broke.' } }] }],
    ['{ success: false }', { success: false, errors: [{ code: 10, message: 'It broke.' }] }],
    ['{ status: "failure" }', { status: 'failure', message: 'It broke.' }],
    ['an unknown path of LM Studio', { error: 'It broke.' }],
  ])('is an error: %s', async (_name, body) => {
    server.script(json(body));
    expect(await failureOf(connect(server).client.chat.completions.create(question))).toMatchObject({
      message: 'It broke.',
      outcomeUnknown: true,
    });
  });

  it('keeps the text that came with it', async () => {
    server.script(
      json({
        choices: [
          {
            index: 0,
            message: { content: 'Half an ans' },
            finish_reason: 'error',
            error: { message: 'It broke.' },
          },
        ],
      }),
    );
    expect(await failureOf(connect(server).client.chat.completions.create(question))).toMatchObject({
      message: 'It broke.',
      details: { text: 'Half an ans' },
    });
  });
});
