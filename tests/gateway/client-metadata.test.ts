import { describe, expect, it } from 'vitest';
import { readCredits, readRequestId, readRetryAfterMs } from '../../electron/gateway/parse/metadata';

const none = new Headers();
const now = Date.parse('2026-11-20T10:00:00Z');

describe('credits', () => {
  const held = { credits_used: 1.25, credits_remaining: 98 };

  it.each([
    ['under any name', { whatever: held }, { used: 1.25, remaining: 98 }],
    [
      'beside other objects',
      { usage: { credits_used: 7 }, a: null, b: [], brand: held },
      { used: 1.25, remaining: 98 },
    ],
    [
      'as numeric strings',
      { x: { credits_used: '0.10', credits_remaining: ' 5 ' } },
      { used: 0.1, remaining: 5 },
    ],
    ['at the top itself', held, { used: 1.25, remaining: 98 }],
    [
      'with one part unreadable',
      { x: { credits_used: null, credits_remaining: 5 } },
      { used: null, remaining: 5 },
    ],
    ['as a real zero', { x: { credits_used: 0, credits_remaining: 0 } }, { used: 0, remaining: 0 }],
    ['as a debt', { x: { credits_used: 1, credits_remaining: -3 } }, { used: 1, remaining: -3 }],
    [
      'as words',
      { x: { credits_used: 'free', credits_remaining: '1,000' } },
      { used: null, remaining: null },
    ],
    [
      'as infinity',
      { x: { credits_used: 'Infinity', credits_remaining: true } },
      { used: null, remaining: null },
    ],
    [
      'as an empty string',
      { x: { credits_used: '', credits_remaining: ' ' } },
      { used: null, remaining: null },
    ],
    ['nowhere', { x: { credits_used: 3 } }, { used: null, remaining: null }],
    ['deeper than the top', { a: { b: held } }, { used: null, remaining: null }],
    ['in a list', [held], { used: null, remaining: null }],
    ['in no body', null, { used: null, remaining: null }],
  ])('are found %s', (_name, body, credits) => {
    expect(readCredits(body, none)).toEqual(credits);
  });

  it('are read from headers of any vendor if the body has none', () => {
    const headers = new Headers({ 'X-Brand-Credits-Used': '2.5', 'x-brand-credits-remaining': '90' });
    expect(readCredits({}, headers)).toEqual({ used: 2.5, remaining: 90 });
    expect(readCredits({ x: held }, headers)).toEqual({ used: 1.25, remaining: 98 });
    expect(readCredits({}, new Headers({ 'x-brand-credits-used': 'lots' }))).toEqual({
      used: null,
      remaining: null,
    });
  });
});

describe('the request id', () => {
  it.each([
    [{ 'x-request-id': 'a', 'x-other-request-id': 'b' }, {}, 'a'],
    [{ 'request-id': 'b' }, {}, 'b'],
    [{ 'x-vendor-request-id': 'c' }, {}, 'c'],
    [{}, { request_id: 'd' }, 'd'],
    [{}, { error: { request_id: 'e' } }, 'e'],
    [{}, {}, null],
  ])('is read from %j and %j as %s', (headers, body, id) => {
    expect(readRequestId(new Headers(headers as Record<string, string>), body)).toBe(id);
  });

  it('is limited in length', () => {
    expect(readRequestId(new Headers({ 'x-request-id': 'x'.repeat(9_000) }))).toHaveLength(200);
  });
});

describe('the wait that a server asks for', () => {
  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '-3' }, 0],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:02 GMT' }, 2_000],
    [{ 'retry-after': 'later' }, null],
    [{ 'retry-after-ms': '40' }, 40],
    [{}, null],
  ])('is read from %j as %s ms', (headers, waitMs) => {
    expect(readRetryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(waitMs);
  });
});
