import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeText,
  checksText,
  countsText,
  formatElapsed,
  goingOn,
  newsOf,
  parametersText,
  statusWord,
} from '../../../../renderer/media/jobs/job-text';
import type { JobChecks } from '../../../../shared/media/jobs';
import type { Amount } from '../../../../shared/money/money';
import { inMicros } from '../../../support/money';
import { aJob } from '../../../support/records';

const credits = (amount: number) => (amount * 1e6) as Amount;
const checks = (part: Partial<JobChecks>): JobChecks => ({
  ...{ lastAt: null, nextAt: null, failedInARow: 0, lastError: null },
  ...part,
});
const running = { id: 'j', status: 'running' } as const;

describe('a job with some of its results missing', () => {
  it('states how many are saved', () => {
    const error = { code: 'not_found', message: 'gone', details: { saved: 3, total: 4 } };
    expect(statusWord(aJob({ id: 'j', status: 'failed', error }))).toBe('failed, 3 of 4 saved');
    expect(statusWord(aJob({ id: 'j', status: 'failed' }))).toBe('failed');
  });

  it('has not failed where the others only wait to be downloaded', () => {
    const message = '64 results saved. 2 more addresses in this answer.';
    const details = { saved: 64, total: 66, left: 2 };
    const error = { code: 'result_limit', message, stage: 'download' as const, details };
    const job = aJob({ id: 'j', status: 'failed', error, canFetchAgain: true });
    expect(statusWord(job)).toBe('64 of 66 saved');
    expect(newsOf(job)).toEqual({ text: `Image: ${message}`, isError: false });
    expect(goingOn(job)?.label).toBe('Download more');
  });
});

describe('the charge', () => {
  it('is stated for every end', () => {
    expect(chargeText(aJob({ id: 'j', cost: inMicros(credits(14.4)) }))).toBe('14.4 cr');
    expect(chargeText(aJob({ id: 'j', cost: null }))).toBe('cost unknown');
    const failed = { id: 'j', status: 'failed', cost: inMicros(0) } as const;
    expect(chargeText(aJob(failed))).toBe('not charged');
    expect(chargeText(aJob({ ...failed, cost: null }))).toBe('cost unknown');
    expect(chargeText(aJob({ id: 'j', status: 'failed', cost: inMicros(credits(1)) }))).toBe('1 cr');
    expect(chargeText(aJob({ id: 'j', status: 'cancelled', mayStillCharge: true }))).toBe('may be charged');
    expect(
      chargeText(aJob({ id: 'j', status: 'cancelled', mayStillCharge: true, cost: inMicros(credits(0)) })),
    ).toBe('may be charged');
  });

  it('is not stated while nothing was charged yet', () => {
    expect(chargeText(aJob({ ...running, cost: inMicros(credits(0)) }))).toBeNull();
  });
});

describe('polls', () => {
  it('show when the next one is', () => {
    expect(checksText(aJob({ ...running, checks: checks({ nextAt: 5_400 }) }), 2_500)).toBe('next check 3 s');
    expect(checksText(aJob({ ...running, checks: checks({ nextAt: 100 }) }), 2_500)).toBe('checking soon');
  });

  it('never hide that they failed', () => {
    const failing = checks({ failedInARow: 3, nextAt: 8_000 });
    expect(checksText(aJob({ ...running, checks: failing }), 0)).toBe('last 3 checks failed, next in 8 s');
    expect(checksText(aJob({ ...running, checks: checks({ failedInARow: 1 }) }), 0)).toBe(
      'last check failed, checking',
    );
  });
});

describe('resuming the same job', () => {
  const label = (part: Parameters<typeof aJob>[0]) => goingOn(aJob(part))?.label ?? null;

  it('downloads a finished result, and polls a remote job', () => {
    expect(label({ id: 'j', status: 'failed', remoteId: 'r', canFetchAgain: true })).toBe('Fetch again');
    expect(label({ id: 'j', status: 'cancelled', remoteId: 'r' })).toBe('Follow again');
  });

  it('sends the request again with the same key if the outcome is unknown', () => {
    expect(label({ id: 'j', status: 'interrupted' })).toBe('Send again');
  });

  it('requests the missing parts of a long text', () => {
    const part = { start: 0, end: 1, cost: null, error: null };
    const parts = [
      { ...part, index: 0, status: 'completed' as const },
      { ...part, index: 1, status: 'failed' as const },
    ];
    expect(label({ id: 'j', status: 'failed', parts })).toBe('Continue');
  });

  it('is not offered if the gateway refused, or all is done', () => {
    expect(label({ id: 'j', status: 'failed', remoteId: 'r' })).toBeNull();
    expect(label({ id: 'j', status: 'failed' })).toBeNull();
    expect(label({ id: 'j' })).toBeNull();
    expect(label(running)).toBeNull();
  });
});

describe('a job in words', () => {
  it('shows its settings as people read them', () => {
    expect(
      parametersText(aJob({ id: 'j', modality: 'video', parameters: { duration: 6, resolution: '720p' } })),
    ).toBe('6 s · 720p');
    expect(parametersText(aJob({ id: 'j', parameters: { size: '1024x1024', count: 4, seed: 7 } }))).toBe(
      '1024 × 1024 · 4 images · seed 7',
    );
  });

  it('counts running ones', () => {
    const jobs = ['running', 'saving', 'queued', 'failed'] as const;
    expect(countsText(jobs.map((status) => ({ status })))).toBe('2 running · 1 waiting');
    expect(countsText([{ status: 'completed' }])).toBeNull();
  });

  it('announces how it ended, and errors as such', () => {
    expect(newsOf(aJob({ id: 'j', cost: inMicros(credits(4)) }))).toEqual({
      text: 'Image ready, 4 credits',
      isError: false,
    });
    const error = { code: 'provider_error', message: 'No.' };
    expect(newsOf(aJob({ id: 'j', status: 'failed', error }))).toEqual({
      text: 'Image failed: provider_error. No.',
      isError: true,
    });
    expect(newsOf(aJob(running))).toBeNull();
  });

  it('shows an interrupted one as unknown', () => {
    expect(statusWord(aJob({ id: 'j', status: 'interrupted' }))).toBe('interrupted, outcome unknown');
    const error = { code: 'no_result', message: 'Withheld.', outcomeUnknown: true };
    const answered = aJob({ id: 'j', status: 'interrupted', error });
    expect(statusWord(answered)).toBe('no result, cost unknown');
    expect(newsOf(answered)).toEqual({ text: 'Image: no result, cost unknown. Withheld.', isError: true });
  });

  it('shows the time in a form of constant width', () => {
    expect([0, 72_000, 3_723_000].map(formatElapsed)).toEqual(['00:00', '01:12', '1:02:03']);
    fc.assert(
      fc.property(fc.nat(3_599_999), (ms) => {
        expect(formatElapsed(ms)).toMatch(/^[0-5]\d:[0-5]\d$/);
      }),
    );
  });
});
