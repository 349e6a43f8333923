import { describe, expect, test } from 'vitest';
import { formatBytes, phasesOf, statusText, toneOf } from '../../../../renderer/features/inspector/call-text';
import { bodyLines, linesOf } from '../../../../renderer/lib/body-lines';
import { streamedText } from '../../../../renderer/parts/inspector/streamed-text';
import { nothingReported } from '../../../../renderer/state/core/apply-event';
import type { CallPage, CallSummary } from '../../../../shared/calls/inspector';
import { told } from '../../../support/told';

const aCall = (id: string, more: Partial<CallSummary> = {}): CallSummary => ({
  ...{
    id,
    startedAt: Number(id),
    profileId: 'sandbox',
    method: 'GET',
    url: `http://x/${id}`,
    path: `/${id}`,
  },
  ...{
    model: null,
    state: 'done',
    status: 200,
    durationMs: 5,
    requestBytes: 0,
    responseBytes: 10,
    eventCount: 0,
  },
  cost: null,
  balance: null,
  requestId: null,
  error: null,
  ...more,
});
const aPage = (...ids: string[]): CallPage => ({
  calls: ids.map((id) => aCall(id)),
  nextCursor: ids.at(-1) ?? null,
  total: 9,
  dropped: 0,
});
const paged = (query: string, page: CallPage, isFirst = true) =>
  ({ type: 'calls.paged', query, isFirst, page }) as const;
const idsIn = (state: typeof nothingReported) => state.callList?.calls.map(({ id }) => id);

describe('the list of requests', () => {
  const watched = told(nothingReported, { type: 'calls.opened' });
  const open = told(watched, paged('', aPage('5', '4')));

  test('does not grow while it is not displayed', () => {
    expect(told(nothingReported, { type: 'call.changed', call: aCall('6') })).toBe(nothingReported);
  });

  test('adds a new request at the top, updates a known one in place, and adds none that belongs further down', () => {
    const more = told(open, { type: 'call.changed', call: aCall('6', { state: 'open' }) });
    expect(idsIn(more)).toEqual(['6', '5', '4']);
    expect(more.callList?.total).toBe(10);
    const ended = told(more, { type: 'call.changed', call: aCall('6') });
    expect(ended.callList?.calls[0]?.state).toBe('done');
    expect(ended.callList?.total).toBe(10);
    expect(told(open, { type: 'call.changed', call: aCall('3') }).callList).toBe(open.callList);
  });

  test('continues where it ended, without requests it has already', () => {
    expect(idsIn(told(open, paged('', aPage('4', '3'), false)))).toEqual(['5', '4', '3']);
  });

  test('is loaded again if a search may have a new match, and after it was cleared', () => {
    const found = told(watched, paged('word', aPage('5')));
    expect(told(found, { type: 'call.changed', call: aCall('6') }).callList).toMatchObject({
      isStale: true,
      calls: [{ id: '5' }],
    });
    const cleared = told(open, { type: 'calls.cleared' });
    expect(cleared.callList).toMatchObject({ calls: [], total: 0, isStale: true });
    expect(told(open, { type: 'calls.closed' }).callList).toBeNull();
  });
});

describe('a request in words', () => {
  test('has its status', () => {
    expect(statusText(aCall('1'))).toBe('200');
    expect(statusText(aCall('1', { state: 'open', status: null }))).toBe('running');
    expect(statusText(aCall('1', { state: 'open' }))).toBe('200 running');
    expect(statusText(aCall('1', { state: 'failed', status: null, error: 'refused' }))).toBe('failed');
    expect(statusText(aCall('1', { state: 'done', status: null }))).toBe('done');
    expect(toneOf(aCall('1', { status: 503 }))).toBe('bad');
    expect(toneOf(aCall('1', { state: 'stopped' }))).toBe('warn');
    expect(toneOf(aCall('1', { error: 'provider_error' }))).toBe('warn');
    expect(toneOf(aCall('1'))).toBe('ok');
  });

  test('shows sizes in three digits at most', () => {
    expect([0, 812, 999, 1_000, 3_449, 99_960, 999_499, 999_500, 5e9].map(formatBytes)).toEqual([
      ...['0 B', '812 B', '999 B', '1.0 kB', '3.4 kB', '100 kB', '999 kB', '1.0 MB', '5.0 GB'],
    ]);
  });

  test('combines a time it does not know with the next one it does', () => {
    const timing = { sentMs: 2, headersMs: 10, firstByteMs: 11, endMs: 30 };
    expect(phasesOf(timing).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      ...[
        [0, 2],
        [2, 10],
        [10, 11],
        [11, 30],
      ],
    ]);
    expect(phasesOf({ ...timing, sentMs: null })[0]).toEqual({
      label: 'Queue, connection and waiting for the response',
      fromMs: 0,
      toMs: 10,
    });
    expect(phasesOf({ sentMs: null, headersMs: null, firstByteMs: null, endMs: 7 })).toHaveLength(1);
  });

  test('joins the text of a stream and skips events without text', () => {
    const events = ['{"choices":[{"delta":{"content":"a"}}]}', '[DONE]', '{"choices":[]}', '{', 'null'];
    expect(streamedText(events.map((data) => ({ data })))).toBe('a');
  });
});

describe('a body as lines', () => {
  test('formats JSON, leaves other text unchanged and wraps long lines', () => {
    expect(linesOf('{"a":[1]}')).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
    expect(linesOf('{"a":')).toEqual(['{"a":']);
    expect(linesOf('one\n\ntwo')).toEqual(['one', '', 'two']);
    const long = linesOf('x'.repeat(2_500));
    expect(long.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  });

  test('marks the gap where something is missing', () => {
    const body = {
      kind: 'text',
      contentType: null,
      bytes: 9,
      text: '{"a":',
      leftOutBytes: 3,
      tail: '}',
    } as const;
    expect(bodyLines(body)).toEqual(['{"a":', '… 3 bytes left out …', '}']);
  });
});
