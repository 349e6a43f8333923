/** The budget of an experiment where the price says less than what is charged. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultConnection } from '../../../../shared/profiles/defaults';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilExperiment } from '../../../support/experiments';
import { IMAGES, type PaidGateway, pictures, startPaidGateway } from '../../../support/paid-gateway';

let gateway: PaidGateway;
let app: TestCore;
beforeEach(async () => {
  gateway = await startPaidGateway();
  const capabilities = { modalities: { input: ['text', 'image'], output: ['image'] } };
  const pricing = { currency: 'credits', unit: 'image', per_unit: 10 };
  const painter = { id: 'paid/painter', object: 'model', meta: { pricing, capabilities } };
  gateway.on('/models', () => ({ body: { object: 'list', data: [painter] } }));
  app = await openTestCore({ sandbox: gateway.sandbox });
  await untilListed(app);
});
afterEach(async () => {
  await app.close();
  await gateway.close();
});

const paused = (id: string) =>
  untilExperiment(app, id, ({ state, counts }) => state === 'paused' && counts.running === 0);

test('cells whose extra parameters may change the price are sent one by one, and none that can’t fit', async () => {
  gateway.on(IMAGES, ({ before }) => ({ ...pictures(gateway, 1, before), charge: 30 }));
  const extra = { quality: 'hd' };
  const variant = aVariant({ modality: 'image', model: 'paid/painter', extra } as object);
  const cases = ['boat', 'lake', 'hill', 'road'].map((word) => aCase(word));
  const input = anExperiment({ variants: [variant], cases, budget: { unit: 'credits', amount: 35_000_000 } });
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  const { error } = await paused(input.id);
  expect(error?.code).toBe('over_budget');
  expect(gateway.charges.map(({ credits }) => credits)).toEqual([30]);
});

const rubric = { type: 'llm-rubric', value: 'Says the word' };

/** A profile that counts in dollars beside one that counts in credits. */
async function aJudgeInDollars() {
  const connection = { ...defaultConnection, unit: 'usd' as const };
  const made = { name: 'Judge', baseUrl: gateway.baseUrl, key: 'key-of-the-judge', keep: 'session' } as const;
  const { id } = await app.tell('profiles.create', { ...made, connection });
  return { profileId: id, model: 'paid/judge' };
}

test('a judge that is charged in another unit than the budget counts is refused, also once there is a budget', async () => {
  const judge = await aJudgeInDollars();
  const budget = { unit: 'credits' as const, amount: 5_000_000 };
  const input = anExperiment({ assertions: [rubric], judge });
  expect(await app.refusal('experiments.create', { ...input, budget })).toMatchObject({
    field: 'budget',
    message: expect.stringContaining('the judge counts in another unit'),
  });
  await app.tell('experiments.create', input);
  expect(await app.refusal('experiments.edit', { id: input.id, budget })).toMatchObject({ field: 'budget' });
  const id = randomUUID();
  await app.tell('experiments.create', { ...input, id, judge: null, assertions: [], budget });
  const refused = await app.refusal('experiments.edit', { id, judge, assertions: [rubric] });
  expect(refused).toMatchObject({ field: 'budget' });
});

test('nor is one asked that a case alone needs', async () => {
  gateway.on('/chat/completions', () => ({
    charge: 1,
    body: { choices: [{ message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }] },
  }));
  const judge = await aJudgeInDollars();
  const budget = { unit: 'credits' as const, amount: 5_000_000 };
  const variants = [aVariant({ model: 'paid/echo' })];
  const input = anExperiment({ variants, cases: [aCase('one', { assertions: [rubric] })], budget, judge });
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  const { error } = await paused(input.id);
  expect(error?.message).toContain('charged in another unit than the budget');
  expect(gateway.charges).toHaveLength(1);
});
