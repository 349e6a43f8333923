/** `max-score`: which answer of a case is the best is known from the scores of all, and nothing is sent for it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { anExperiment, cellsOf, untilCompleted, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const loud = { type: 'icontains', value: 'shout' };
const best = { type: 'max-score' };

async function run(input: ReturnType<typeof anExperiment>) {
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  return untilCompleted(app, input.id);
}

const statesOf = async (id: string) => (await cellsOf(app, id)).map(({ verdict }) => verdict);
const bestOf = async (id: string, cellId: number) =>
  (await app.tell('experiments.cell', { id, cellId })).checks.find(({ name }) => name === 'max-score');

test('one answer of each case has the highest score, once all are there', async () => {
  const input = anExperiment({ assertions: [loud, best] });
  await run(input);
  // The last answer is compared a moment after it came.
  const { verdicts } = await untilExperiment(app, input.id, (one) => one.verdicts.unclear === 0);
  expect(verdicts).toEqual({ passed: 3, failed: 3, unclear: 0 });
  expect(await statesOf(input.id)).toEqual(['failed', 'passed', 'failed', 'passed', 'failed', 'passed']);
  expect(await bestOf(input.id, 1)).toEqual({
    name: 'max-score',
    state: 'failed',
    score: 0,
    why: 'Another answer has a higher score: 1, and this one 0.',
  });
  expect((await app.sandbox.account()).chargeCount).toBe(6);
});

test('nothing of an unknown experiment can be excluded, and the caller hears it', async () => {
  const unknown = { id: 'unknown', cells: [1], isExcluded: true };
  const answer = await app.core.call('experiments.exclude', unknown);
  expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('an answer that is excluded is not compared: the next one is the best, until it counts again', async () => {
  const input = anExperiment({ assertions: [loud, { ...best, weight: 0 }] });
  await run(input);
  const cells = [2];
  await app.tell('experiments.exclude', { id: input.id, cells, isExcluded: true });
  expect(await bestOf(input.id, 1)).toMatchObject({ state: 'passed', score: 1 });
  await app.tell('experiments.exclude', { id: input.id, cells, isExcluded: false });
  expect(await bestOf(input.id, 1)).toMatchObject({ score: 0 });
});

test('what a judge says is waited for', async () => {
  const rubric = { type: 'llm-rubric', value: 'Says “shout”' };
  const judge = { profileId: 'sandbox', model: 'sandbox/judge' };
  const input = anExperiment({ assertions: [rubric, best], judge });
  await run(input);
  await untilExperiment(app, input.id, ({ verdicts }) => verdicts.unclear === 0);
  expect(await bestOf(input.id, 1)).toMatchObject({ score: 0 });
  expect(await bestOf(input.id, 2)).toMatchObject({ score: 1 });
  expect((await app.sandbox.account()).chargeCount).toBe(12);
});
