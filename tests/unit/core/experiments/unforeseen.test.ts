/** Judgements that nobody was shown the price of: they are not sent. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { anExperiment, untilCompleted, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

const judge = { profileId: 'sandbox', model: 'sandbox/judge' };
const rubric = { type: 'llm-rubric', value: 'Says “shout”' };
const paidCalls = async () => (await app.sandbox.account()).chargeCount;

test('asking one cell again judges that cell alone, also where the others were never judged', async () => {
  const input = anExperiment();
  const { id } = input;
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  await app.tell('experiments.edit', { id, assertions: [rubric], judge });
  const { total } = await app.tell('experiments.forecast', { id, cells: [1] });
  expect(total.calls).toBe(2);
  await app.tell('experiments.retryCells', { id, cells: [1] });
  const ended = await untilExperiment(
    app,
    id,
    ({ state, judgements }) => state === 'completed' && judgements.done > 0,
  );
  expect(ended.judgements).toMatchObject({ done: 1, waiting: 0 });
  expect(await paidCalls()).toBe(6 + total.calls);
  // The rest is judged once it is asked for.
  expect((await app.tell('experiments.forecast', { id, judging: {} })).total.calls).toBe(5);
});

/** Six answers that a model is to judge, and none of the requests to it was sent yet. */
async function aPausedJudging() {
  const input = anExperiment();
  const { id } = input;
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id });
  await untilCompleted(app, id);
  const settings = { budget: { unit: 'credits', amount: 1 } } as const;
  await app.tell('experiments.edit', { id, assertions: [rubric], judge, ...settings });
  await app.tell('experiments.judge', { id });
  await untilExperiment(app, id, ({ state, counts }) => state === 'paused' && counts.running === 0);
  await app.tell('experiments.edit', { id, budget: null });
  expect((await app.tell('experiments.get', { id })).judgements).toMatchObject({ waiting: 6, done: 0 });
  return id;
}

test('what waits to be judged of an answer that is asked for again is never sent', async () => {
  const id = await aPausedJudging();
  await app.tell('experiments.retryCells', { id, cells: [1] });
  await untilExperiment(app, id, ({ counts }) => counts.waiting + counts.running === 0);
  const { total } = await app.tell('experiments.forecast', { id });
  expect(total.calls).toBe(6);
  await app.tell('experiments.judge', { id });
  const judged = await untilExperiment(app, id, ({ judgements }) => judgements.done === 6);
  expect(judged.judgements.waiting).toBe(0);
  expect(await paidCalls()).toBe(7 + total.calls);
});

test('nor of one that is left out', async () => {
  const id = await aPausedJudging();
  await app.tell('experiments.exclude', { id, cells: [1, 2], isExcluded: true });
  expect((await app.tell('experiments.forecast', { id, judging: {} })).total.calls).toBe(4);
  await app.tell('experiments.judge', { id });
  await untilCompleted(app, id);
  expect(await paidCalls()).toBe(6 + 4);
});

test('nor of one whose batch has another by now', async () => {
  const rows = [
    ['tea', 'contains:coffee'],
    ['milk', ''],
  ];
  const batch = aBatch({ columns: ['what', '__expected'], rows, template: 'Say {{what}}' });
  await app.tell('batches.create', batch);
  await untilDone(app, batch.id);
  const source = { kind: 'batch', id: batch.id } as const;
  const { id } = await app.tell('experiments.openFrom', source);
  const budget = { unit: 'credits', amount: 1 } as const;
  await app.tell('experiments.edit', { id, assertions: [rubric], judge, budget });
  await app.tell('experiments.judge', { id });
  await untilExperiment(app, id, ({ state, counts }) => state === 'paused' && counts.running === 0);
  await app.tell('batches.retryRow', { id: batch.id, position: 0 });
  await untilDone(app, batch.id);
  expect(await paidCalls()).toBe(3);
  await app.tell('experiments.openFrom', source);
  await app.tell('experiments.edit', { id, budget: null });
  const { total } = await app.tell('experiments.forecast', { id, judging: {} });
  expect(total.calls).toBe(2);
  await app.tell('experiments.judge', { id });
  await untilCompleted(app, id);
  expect(await paidCalls()).toBe(3 + total.calls);
});
