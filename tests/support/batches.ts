/** Test helpers for batches. */
import { randomUUID } from 'node:crypto';
import type { Batch, BatchRow } from '../../shared/batch';
import type { CommandInput } from '../../shared/contract';
import type { TestCore } from './core';

export type BatchCallRequest = CommandInput<'batches.create'>;

/** Five rows of two columns with the echo model, unless overridden. */
export function aBatch(more: Partial<BatchCallRequest> = {}): BatchCallRequest {
  return {
    id: randomUUID(),
    name: 'A batch',
    modality: 'chat',
    model: 'sandbox/echo',
    template: 'Say {{what}} {{count:number=1}} times',
    settings: {},
    parameters: {},
    extra: {},
    columns: ['what', 'count'],
    rows: ['one', 'two', 'three', 'four', 'five'].map((word, index) => [word, String(index + 1)]),
    ...more,
  };
}

export const batchOf = (app: TestCore, id: string): Promise<Batch> => app.tell('batches.get', { id });

export const rowsOf = (app: TestCore, id: string): Promise<readonly BatchRow[]> =>
  app.tell('batches.rows', { id, from: 0, limit: 500 });

/** Waits until the batch fulfils a condition. */
export async function untilBatch(
  app: TestCore,
  id: string,
  isReached: (batch: Batch) => boolean,
  timeoutMs = 15_000,
): Promise<Batch> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const batch = await batchOf(app, id);
    if (isReached(batch)) return batch;
    if (Date.now() > deadline) throw new Error(`the batch did not get there: ${JSON.stringify(batch)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const untilDone = (app: TestCore, id: string, timeoutMs?: number): Promise<Batch> =>
  untilBatch(app, id, ({ status }) => status === 'completed', timeoutMs);
