/** Sums of batches and experiments that the end of the process left behind their charges. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, releaseClosedDatabases } from '../../../../electron/storage/db/driver';
import type { Cost } from '../../../../shared/money/cost';
import { aBatch, batchOf, untilBatch, untilDone } from '../../../support/batches';
import { openTestCore } from '../../../support/core';
import { anExperiment, untilCompleted, untilExperiment } from '../../../support/experiments';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

test('a sum that was not counted before the process ended is counted at the next start', async () => {
  const [home, sandbox] = [tempFolder(), await startTestSandbox()];
  onTestFinished(() => sandbox.close());
  const [batch, experiment] = [aBatch(), anExperiment()];
  const first = await openTestCore({ home, sandbox });
  await first.tell('batches.create', batch);
  await first.tell('experiments.create', experiment);
  await first.tell('experiments.start', { id: experiment.id });
  await untilDone(first, batch.id);
  await untilCompleted(first, experiment.id);
  const paid = (await batchOf(first, batch.id)).cost;
  const { cost: paidForCells } = await first.tell('experiments.get', { id: experiment.id });
  for (const cost of [paid, paidForCells]) expect(cost[0]?.amount).toBeGreaterThan(0);
  await first.core.close();
  await releaseClosedDatabases();
  // As they are in the moment between a charge and the count.
  const database = openDatabase(join(home, 'gatehouse.db'));
  database.run('UPDATE batches SET credits_used = 1');
  database.run("UPDATE experiments SET cost = '[]'");
  database.close();

  const next = await openTestCore({ home, sandbox });
  onTestFinished(() => next.core.close());
  const isPaid = (wanted: Cost) => (owner: { readonly cost: Cost }) =>
    JSON.stringify(owner.cost) === JSON.stringify(wanted);
  await untilBatch(next, batch.id, isPaid(paid));
  await untilExperiment(next, experiment.id, isPaid(paidForCells));
});
