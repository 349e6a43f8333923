import { describe, expect, test } from 'vitest';
import { commonCapabilities } from '../../../../renderer/features/compare/compare-settings';
import { bestOf, figuresOfJob, figuresOfReply } from '../../../../renderer/features/compare/figures';
import { inputsOfLastRound } from '../../../../renderer/features/compare/last-inputs';
import { nothingReported } from '../../../../renderer/state/core/apply-event';
import { persistedCompares } from '../../../../renderer/state/ui/compare-draft';
import { afterSending, emptyCompareDraft } from '../../../../renderer/state/ui/next-compare-draft';
import { inMicros } from '../../../support/money';
import { aJob, aMediaItem, aMessage } from '../../../support/records';
import { told } from '../../../support/told';

const reply = (part: object) =>
  aMessage({
    id: 'm',
    firstTokenMs: 200,
    totalMs: 1_200,
    cost: inMicros(1_000_000),
    usage: { promptTokens: 5, completionTokens: 100 },
    ...part,
  });
const texts = (figures: readonly { text: string }[]) => figures.map(({ text }) => text);

describe('the figures of a column', () => {
  test('show first token, total, speed and credits of a reply', () => {
    expect(texts(figuresOfReply(reply({})))).toEqual(['200 ms', '1.2 s', '100 tok/s', '1 cr']);
  });

  test('are empty while a reply streams, and an unknown cost is not zero', () => {
    expect(texts(figuresOfReply(reply({ status: 'streaming' })))).toEqual(['–', '–', '–', '–']);
    expect(texts(figuresOfReply(reply({ cost: null })))[3]).toBe('cost unknown');
  });

  test('say that a refused request was not charged, unless that is not known', () => {
    const failed = (more: object) =>
      reply({ status: 'failed', cost: null, error: { code: 'rate_limited', message: 'm', ...more } });
    expect(texts(figuresOfReply(failed({ statusCode: 429 })))[3]).toBe('not charged');
    expect(texts(figuresOfReply(failed({ outcomeUnknown: true })))[3]).toBe('cost unknown');
  });

  test('show time, credits and size of a result', () => {
    const job = aJob({
      id: 'j',
      finishedAt: 4_501,
      cost: inMicros(4_000_000),
      media: [aMediaItem({ id: 'i' })],
    });
    expect(texts(figuresOfJob(job))).toEqual(['4.5 s', '4 cr', '1024 × 1024']);
    expect(texts(figuresOfJob(aJob({ id: 'j', status: 'running' })))).toEqual(['–', '–', '–']);
  });
});

describe('the best of each figure', () => {
  const bests = (...replies: object[]) =>
    bestOf(replies.map((part) => figuresOfReply(reply(part)))).map((ids) => [...ids]);

  test('is the quickest, the fastest and the cheapest', () => {
    expect(bests({ firstTokenMs: 100 }, { cost: inMicros(1) })).toEqual([['first'], ['speed', 'cost']]);
  });

  test('is shared by equal columns, and nobody’s if all are equal or there is only one', () => {
    expect(bests({ totalMs: 900 }, { totalMs: 900 }, {})).toEqual([
      ['total', 'speed'],
      ['total', 'speed'],
      [],
    ]);
    expect(bests({}, {})).toEqual([[], []]);
    expect(bests({}, { status: 'streaming' })).toEqual([[], []]);
  });

  test('is never a cost beside one in another unit', () => {
    const inDollars = { cost: [{ unit: 'usd', amount: 1 }] };
    expect(bests(inDollars, { cost: inMicros(2) })).toEqual([[], []]);
    expect(bests(inDollars, { cost: inMicros(2) }, { cost: inMicros(3) })).toEqual([[], ['cost'], []]);
  });

  test('is never a failed reply, however quick', () => {
    expect(bests({ status: 'failed', totalMs: 1, cost: inMicros(0) }, {}, { totalMs: 2_000 })[0]).toEqual([]);
  });
});

describe('settings tied over several models', () => {
  const caps = (part: object) => ({ input: [], output: ['audio'], ...part });

  test('offer what all models have in common', () => {
    const common = commonCapabilities([
      caps({ voices: ['ada', 'bob'], duration: { min: 1, max: 8 } }),
      caps({ voices: ['bob', 'eve'], duration: { min: 2, max: 10 } }),
    ]);
    expect(common).toMatchObject({ voices: ['bob'], duration: { min: 2, max: 8 } });
  });

  test('offer everything if nothing is common, and anything if one model lists nothing', () => {
    expect(commonCapabilities([caps({ voices: ['ada'] }), caps({ voices: ['eve'] })])?.voices).toEqual([
      'ada',
      'eve',
    ]);
    expect(commonCapabilities([caps({ voices: ['ada'] }), null])).toBeNull();
  });
});

describe('a comparison that is opened', () => {
  test('adds what is not known, and nothing older than events in the meantime', () => {
    const comparison = {
      id: 'c',
      modality: 'image' as const,
      title: 'A boat',
      createdAt: 1,
      updatedAt: 1,
      columns: [],
      isTied: true,
      isSamePrompt: true,
      winnerId: null,
      hasUnknownCost: false,
      isRunning: true,
      cost: inMicros(0),
    };
    const asked = ['known', 'new'].map((id) => aJob({ id, status: 'submitting' }));
    const failed = aJob({ id: 'known', status: 'failed' });
    const before = told(nothingReported, { type: 'job.changed', job: failed });
    const news = { type: 'comparison.opened' as const, comparison, conversations: [], jobs: asked };
    const { jobs, comparisons } = told(before, news);
    expect([jobs.known?.status, jobs.new?.status]).toEqual(['failed', 'submitting']);
    expect(comparisons.c).toEqual(comparison);
  });
});

describe('text typed into a comparison', () => {
  test('is cleared when it was sent, except what was typed since', () => {
    const sent = { ...emptyCompareDraft('c'), text: 'one', prompts: { a: 'two' } };
    const now = { ...sent, text: 'one more', prompts: { a: 'two', b: 'new' } };
    expect(afterSending(now, sent)).toMatchObject({
      text: ' more',
      prompts: { b: 'new' },
      columns: {},
      added: [],
    });
  });

  test('outlives the page if there is any, without its errors', () => {
    const empty = emptyCompareDraft('e');
    const typed = { ...emptyCompareDraft('t'), text: 'kept', sending: true };
    expect(persistedCompares({ e: empty, t: typed })).toEqual({
      t: { ...emptyCompareDraft('t'), text: 'kept' },
    });
  });
});

describe('what the next round of a comparison is made from', () => {
  const file = { id: 'f', name: 'photo.png', kind: 'image', contentType: 'image/png', bytes: 9 } as never;
  const input = { role: 'image', file } as const;

  test('is stored also where nothing is typed', () => {
    const draft = { ...emptyCompareDraft('c'), inputs: [input] };
    expect(persistedCompares({ c: draft })).toEqual({ c: draft });
  });

  test('is, without a draft, what the newest round was made from, also where one model took less of it', () => {
    const jobs = {
      old: { createdAt: 1, inputs: [] },
      none: { createdAt: 2 },
      whole: { createdAt: 3, inputs: [{ ...input, name: 'photo.png' }] },
    };
    const columns = [
      {
        runs: [
          { roundId: 'first', jobId: 'old' },
          { roundId: 'second', jobId: 'whole' },
        ],
      },
      { runs: [{ roundId: 'second', jobId: 'none' }] },
    ] as never;
    expect(inputsOfLastRound({ columns }, jobs)).toEqual([input]);
    expect(inputsOfLastRound(undefined, jobs)).toBeUndefined();
  });
});
