/** A command opens the data of the app, and spends only for what it was asked. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBatch, batchOf, untilBatch } from '../../../support/batches';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { aCase, anExperiment, aVariant, untilCompleted, untilExperiment } from '../../../support/experiments';

let app: TestCore;
beforeEach(async () => {
  app = await openTestCore();
  await untilListed(app);
});
afterEach(() => app.close());

async function reopen(leavesWork: boolean): Promise<void> {
  const { home, sandbox } = app;
  await app.core.close();
  app = await openTestCore({ home, sandbox, leavesWork });
}

const slow = { settings: { extra: { tokens: 40, tokens_per_second: 200 } } };
const words = Array.from({ length: 9 }, (_, at) => String(at));

test('an experiment that an earlier run left unfinished waits for the app, and the new one runs alone', async () => {
  const left = anExperiment({
    variants: [aVariant({ model: 'sandbox/firehose', ...slow })],
    cases: words.map((word) => aCase(word)),
  });
  await app.tell('experiments.create', left);
  await app.tell('experiments.start', { id: left.id });
  await untilExperiment(app, left.id, ({ counts }) => counts.done >= 2);
  await reopen(true);
  const { state, counts } = await app.tell('experiments.get', { id: left.id });
  expect(state).toBe('running');
  expect(counts.waiting).toBeGreaterThan(0);

  const own = anExperiment({ variants: [aVariant()], cases: [aCase('sun'), aCase('moon')] });
  await app.tell('experiments.create', own);
  await app.tell('experiments.start', { id: own.id });
  await untilCompleted(app, own.id);
  expect((await app.tell('experiments.get', { id: left.id })).counts.waiting).toBe(counts.waiting);

  await reopen(false);
  const ended = await untilCompleted(app, left.id);
  const { done, interrupted, waiting } = ended.counts;
  expect([done + interrupted, waiting]).toEqual([9, 0]);
});

test('a batch too', async () => {
  const batch = aBatch({
    ...{ columns: ['word'], rows: words.map((word) => [word]) },
    ...{ template: 'Say {{word}}', model: 'sandbox/firehose', ...slow },
  });
  await app.tell('batches.create', batch);
  await untilBatch(app, batch.id, ({ counts }) => counts.done >= 2);
  await reopen(true);
  const { waiting } = (await batchOf(app, batch.id)).counts;
  expect(waiting).toBeGreaterThan(0);
  const own = anExperiment({ variants: [aVariant()], cases: [aCase('sun')] });
  await app.tell('experiments.create', own);
  await app.tell('experiments.start', { id: own.id });
  await untilCompleted(app, own.id);
  expect((await batchOf(app, batch.id)).counts.waiting).toBe(waiting);
});
