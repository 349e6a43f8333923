/** What is charged by the piece: images that are sent again with each message, and a price for each request. */
import { expect, test } from 'vitest';
import { said } from '../../../../electron/core/modalities/sent-history';
import { createEstimates } from '../../../../electron/core/prices/estimates';
import {
  type PlannedCall,
  type plannedJob,
  plannedReply,
  unpaidCall,
} from '../../../../electron/core/prices/planned-call';
import type { Model } from '../../../../shared/models/models';
import { aModel } from '../../../support/records';

const capabilities = { input: ['text', 'image'], output: ['text'], contextWindow: 1_000, maxOutput: 100 };
const inDollars = { inputPerMillion: 1, outputPerMillion: 1, perImage: 0.5 };
const inCredits = { unit: 'token', input: 0.001, output: 0.001, pieces: { image: 5 } } as const;

const details = { images: 2 };
const branch = [
  said('user', 'What are these?'),
  {
    ...said('assistant', 'Boats'),
    model: 'seer',
    usage: { promptTokens: 100, completionTokens: 10, details },
  },
  said('user', 'And their color?'),
];

const priced = (model: Partial<Model>, unit: 'credits' | 'usd', id = 'seer') => {
  const estimates = createEstimates(
    () => [aModel({ id, capabilities, ...model })],
    () => ({ unit, isFree: false }),
  );
  const call = plannedReply({ profileId: 'one', model: id, settings: {}, history: branch });
  return estimates.chat(call as Extract<PlannedCall, { kind: 'chat' }>);
};

test.each([
  ['dollars', priced({ dollarPrices: inDollars }, 'usd'), 1],
  ['credits', priced({ pricing: inCredits }, 'credits'), 10],
])('is in what a message is expected to cost, and in the most that it can, in %s', (_unit, found, least) => {
  expect(found.estimate?.from).toBeGreaterThan(least);
  expect(found.most).toBeGreaterThan(found.estimate?.to ?? Number.POSITIVE_INFINITY);
});

const searches = {
  usd: { dollarPrices: { inputPerMillion: 1, outputPerMillion: 1, perSearch: 0.5 } },
  credits: { pricing: { unit: 'token', input: 0.001, output: 0.001, pieces: { search: 0.5 } } },
} as const;

const searching = (id: string, unit: 'credits' | 'usd') => {
  const { estimate, most, isAtLeast } = priced({ id, ...searches[unit] }, unit, id);
  return { isAtLeast, most: most ?? null, hasSearch: (estimate?.to ?? 0) >= 0.5 };
};

test.each(['usd', 'credits'] as const)(
  'a model that searches the web by itself has no most that it can cost, in %s',
  (unit) => {
    for (const id of ['perplexity/sonar-deep-research', 'openai/gpt-4o-search-preview'])
      expect(searching(id, unit), id).toEqual({ isAtLeast: true, most: null, hasSearch: true });
    const other = searching('openai/gpt-4o', unit);
    expect(other).toEqual({ isAtLeast: false, most: expect.any(Number), hasSearch: false });
  },
);

const mediaOf = (
  model: Partial<Model>,
  unit: 'credits' | 'usd',
  job: Partial<Parameters<typeof plannedJob>[0]>,
) => {
  const estimates = createEstimates(
    () => [aModel({ id: 'maker', ...model })],
    () => ({ unit, isFree: false }),
  );
  const whole = { profileId: 'one', model: 'maker', modality: 'image' as const, prompt: 'a boat', ...job };
  const planned = unpaidCall({ parameters: {}, extra: {}, ...whole });
  return estimates.media(planned as Extract<PlannedCall, { kind: 'media' }>).estimate;
};

test('a price for each request is part of what an image costs', () => {
  const pricing = { unit: 'image', perUnit: 10, pieces: { request: 2 } } as const;
  expect(mediaOf({ pricing }, 'credits', {})).toEqual({ from: 12, to: 12 });
  const dollars = {
    dollarPrices: { perImage: 0.25, perRequest: 0.5 },
    capabilities: { input: [], output: ['image'] },
  };
  expect(mediaOf(dollars, 'usd', { parameters: { count: 2 } })).toEqual({ from: 1, to: 1 });
});

test('and of each part of a text that is spoken in several, as far as they are unpaid', () => {
  const pricing = { unit: 'character', perUnit: 0, pieces: { request: 2 } } as const;
  const prompt = 'A sentence of a long text. '.repeat(500);
  const spoken = { modality: 'speech' as const, prompt, parameters: { voice: 'alto' } };
  const whole = mediaOf({ pricing }, 'credits', spoken)?.to ?? 0;
  expect(whole).toBeGreaterThan(4);
  const parts = [0, 1, 2].map(
    (at) => ({ start: at, end: at + 1, status: at === 0 ? 'completed' : 'waiting' }) as const,
  );
  expect(mediaOf({ pricing }, 'credits', { ...spoken, parts })).toEqual({ from: 4, to: 4 });
});
