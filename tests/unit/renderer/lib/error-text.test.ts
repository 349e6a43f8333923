import { describe, expect, it } from 'vitest';
import { isOutOfCredits, nextStep, titleOf } from '../../../../renderer/lib/error-text';

const error = (code: string, rest: object = {}) => ({ code, message: 'm', ...rest });

describe('the next step', () => {
  it('depends on the code', () => {
    expect(nextStep(error('no_key'))).toMatch(/API key/);
    expect(nextStep(error('insufficient_credits', { statusCode: 402 }))).toMatch(/Add credits/);
  });

  it('is to add credits where the gateway says so under another code, whatever wait it names', () => {
    const spent = error('budget_exceeded', { statusCode: 429, isOutOfCredits: true, retryAfterMs: 200 });
    expect(nextStep(spent)).toMatch(/Add credits/);
    expect(isOutOfCredits(spent)).toBe(true);
  });

  it('falls back on the status where nobody has named the code', () => {
    expect(nextStep(error('E42', { statusCode: 401 }))).toMatch(/API key/);
    expect(nextStep(error('E42', { statusCode: 429 }))).toMatch(/Wait/);
    expect(nextStep(error('E42', { statusCode: 503 }))).toMatch(/gateway/);
    expect(nextStep(error('E42'))).toMatch(/Try again/);
  });

  it.each([
    ['context_length_exceeded', 400, 'm'],
    ['BadRequestError', 400, 'This model’s maximum context length is 8192 tokens.'],
    ['invalid_request_error', 400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['exceed_context_size_error', 400, 'the request exceeds the available context size, try increasing it'],
    ['api_error', 500, 'The number of tokens to keep is greater than the context length.'],
  ])('is to shorten what is too long for the model (%s)', (code, statusCode, message) => {
    const long = error(code, { statusCode, message });
    expect(titleOf(long)).toBe('Too long for the model');
    expect(nextStep(long)).toBe(
      'Shorten the message, start a new chat, or choose a model with a larger context.',
    );
  });

  it('is not to send again what would be refused again', () => {
    expect(nextStep(error('E42', { statusCode: 400 }))).toMatch(/^Change the message/);
    const setting = error('unsupported_parameter', { statusCode: 400 });
    expect(titleOf(setting)).toBe('Setting refused');
    expect(nextStep(setting)).toMatch(/^Reset the named setting/);
  });

  it('names a wait in units that are read at once', () => {
    const wait = (minutes: number) => nextStep(error('E42', { retryAfterMs: minutes * 60_000 }));
    expect([wait(0.5), wait(73), wait(1_440)]).toEqual([
      'Wait 30 seconds, then try again.',
      'Wait 73 minutes, then try again.',
      'Wait 24 hours, then try again.',
    ]);
  });

  it('is to download more where an answer had more results than are downloaded unasked', () => {
    const limit = error('result_limit', { stage: 'download' });
    expect(nextStep(limit)).toMatch(/^Download more/);
    expect(titleOf(limit)).toBe('More results to download');
  });

  it('depends on the stage if a result, not the request, failed', () => {
    const gone = error('not_found', { statusCode: 404, stage: 'download' });
    expect(nextStep(gone)).toMatch(/Fetch it again/);
    expect(titleOf(gone)).toBe('Couldn’t download the result');
    expect(nextStep(error('storage_full', { stage: 'save' }))).toMatch(/disk space/);
  });

  it('does not mistake an object’s built-in property for a code', () => {
    expect(nextStep(error('constructor'))).toMatch(/Try again/);
  });

  it('is to choose another file where a file was wrong, and nothing to correct where nothing was typed', () => {
    const wrong = (field?: string) => nextStep(error('invalid_input', { field }));
    expect(wrong('settings.temperature')).toMatch(/Correct the named field/);
    for (const field of ['archive', 'attachments', 'network.certificate', 'json', undefined, '', 'messageId'])
      expect(wrong(field), field).not.toMatch(/field/);
  });

  it('does not send to a list where the gateway lacks an operation', () => {
    expect(nextStep(error('not_found', { statusCode: 404 }))).toMatch(/gateway may not offer this/);
    expect(nextStep(error('not_found'))).toMatch(/Choose another/);
    expect(nextStep(error('not_found'))).not.toMatch(/Refresh/);
  });

  it('does not say to open the settings in the settings', () => {
    for (const code of ['no_key', 'invalid_api_key', 'malformed_response', 'over_budget', 'E42']) {
      const one = error(code, code === 'E42' ? { statusCode: 401 } : {});
      expect(nextStep(one, true), code).not.toMatch(/Settings/);
    }
    expect(nextStep(error('no_key'))).toMatch(/Open Settings/);
  });

  it('states how long the gateway asked to wait', () => {
    expect(nextStep(error('rate_limited', { retryAfterMs: 200 }))).toBe('Wait 1 second, then try again.');
    expect(nextStep(error('rate_limited', { retryAfterMs: 61_000 }))).toBe(
      'Wait 61 seconds, then try again.',
    );
    expect(nextStep(error('rate_limited', { retryAfterMs: 600_000 }))).toBe(
      'Wait 10 minutes, then try again.',
    );
  });

  it('recognizes an empty account by its code or its status', () => {
    expect(isOutOfCredits(error('insufficient_credits'))).toBe(true);
    expect(isOutOfCredits(error('payment', { statusCode: 402 }))).toBe(true);
    expect(isOutOfCredits(error('rate_limited', { statusCode: 429 }))).toBe(false);
  });
});

describe('the title', () => {
  it('names what happened, by the code or else the status', () => {
    expect(titleOf(error('rate_limited', { statusCode: 429 }))).toBe('Rate limit reached');
    expect(titleOf(error('E42', { statusCode: 401 }))).toBe('API key refused');
    expect(titleOf(error('E42', { statusCode: 502 }))).toBe('Gateway error');
    expect(titleOf(error('E42', { statusCode: 402 }))).toBe('No credits left');
  });

  it('names what was being done where neither tells', () => {
    expect(titleOf(error('E42'), 'Couldn’t get a reply')).toBe('Couldn’t get a reply');
    expect(titleOf(error('constructor'))).toBe('Couldn’t complete this action');
  });
});
