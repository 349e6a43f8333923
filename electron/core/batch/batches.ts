import type { BatchRow } from '../../../shared/batch';
import type { CheckedInput } from '../../../shared/contract';
import type { Ports } from '../ports/ports';
import { type BatchContext, createBatchContext, findBatch } from './batch-context';
import { createBatchControl } from './batch-control';
import { createBatchRunner } from './batch-runner';
import { createBatch } from './create-batch';
import { exportBatch } from './export-batch';
import { abortRows, pauseBatch } from './settle-row';

export type Batches = ReturnType<typeof createBatches>;

/** The user's commands for batches. */
export function createBatches(ports: Ports, services: BatchContext['services']) {
  const context = createBatchContext(ports, services);
  const { batches, conversations } = ports.storage;
  const find = (id: string) => findBatch(context, id);
  return {
    runner: createBatchRunner(context),
    ...createBatchControl(context),
    create: (input: CheckedInput<'batches.create'>) => createBatch(context, input),
    get: find,
    page({ modality, cursor, limit }: CheckedInput<'batches.page'>) {
      const page = batches.page(modality, cursor, limit);
      return { ...page, batches: page.batches.map(({ id }) => find(id)) };
    },
    rows: ({ id, from, limit }: CheckedInput<'batches.rows'>): readonly BatchRow[] =>
      batches.rows(find(id).id, from, limit).map(({ key: _key, ...row }) => row),
    export: ({ id, format }: CheckedInput<'batches.export'>) => exportBatch(ports.storage, find(id), format),
    /** Hidden until the app is opened again, then deleted with its conversations; its cost stays in the ledger. */
    remove(id: string) {
      find(id);
      pauseBatch(context, id, null);
      abortRows(context, id);
      const at = ports.clock.now();
      batches.setRemoved(id, at);
      conversations.setRemovedOf({ kind: 'batch', id }, at);
      services.events.emit({ type: 'batch.removed', batchId: id });
    },
    restore(id: string) {
      batches.setRemoved(id, null);
      conversations.setRemovedOf({ kind: 'batch', id }, null);
      context.news.batch(find(id).id);
    },
  };
}
